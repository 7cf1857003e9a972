"""Names of deleted accounts, which no one may take for 90 days: old links would show a stranger.

What is kept is an HMAC of the name's key (`names.name_key`) under the site's secret key, and the day: enough to tell
whether a name that is typed is one of them, but not to read the names from the table.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.utils.crypto import salted_hmac

from accounts.models import NAME_RETIRED, NAME_TAKEN, RetiredName, User
from accounts.names import is_reserved, name_key
from core import clock

KEPT = timedelta(days=90)


def retire(name: str) -> None:
    """Keep back the name of an account that is deleted; not one that only the site gives, such as a guest's."""
    if not is_reserved(name):
        RetiredName.objects.update_or_create(digest=_digest(name), defaults={"retired_at": clock.now()})


def is_retired(name: str) -> bool:
    """Return whether this name, or one that looks like it, belonged to an account that was deleted recently."""
    return RetiredName.objects.filter(digest=_digest(name), retired_at__gt=clock.now() - KEPT).exists()


def release_old(now: datetime) -> int:
    """Forget the names whose time is over; return how many."""
    return RetiredName.objects.filter(retired_at__lte=now - KEPT).delete()[0]


def check_free(name: str, but: User | None = None) -> None:
    """Raise ValidationError if another player than `but` has this name or one that looks like it, or it is kept back.

    The unique key of the names decides between two players who take one at the same instant.
    """
    others = User.objects.filter(name_key=name_key(name))
    if (others.exclude(pk=but.pk) if but else others).exists():
        raise ValidationError(NAME_TAKEN, code="taken")
    if is_retired(name):
        raise ValidationError(NAME_RETIRED, code="retired")


def _digest(name: str) -> str:
    return salted_hmac("accounts.naming.retired_names", name_key(name), algorithm="sha256").hexdigest()
