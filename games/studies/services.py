"""The only code that writes studies, and who may see them."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from core import clock
from games.matches.models import Match
from games.matches.play.seals import may_see
from games.studies.errors import TooManyStudies
from games.studies.models import Study

MOST = 200  # studies of a player
REPORTS = "study"  # the subject of reports about the texts of a study


def find(key: str, viewer: User | None) -> Study:
    """Return a study as this viewer may see it; raises Study.DoesNotExist.

    It is seen by its owner, and by all if it is shared, but by none who may not know of its match.
    """
    study = Study.objects.select_related("owner", "match__first", "match__second").get(pk=key)
    is_own = viewer is not None and study.owner_id == viewer.pk
    if (is_own or study.sharing != Study.Sharing.OWN) and study.match.is_over and may_see(study.match, viewer):
        return study
    raise Study.DoesNotExist


def keep(owner: User, match: Match, begins: int, line: Sequence[str], name: str) -> Study:
    """Keep a line, which must be legal, and return the study. Idempotent. Raises Refused."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)  # a double click keeps one
        kept = Study.objects.filter(owner=owner)
        same = kept.filter(match=match, begins=begins)
        if twin := next((one for one in same if one.line == list(line)), None):
            return twin
        if kept.count() >= MOST:
            raise TooManyStudies
        return Study.objects.create(
            owner=owner, match=match, begins=begins, line=list(line), name=name, made_at=clock.now()
        )


def forget_all(owner: User) -> None:
    """Delete the studies of a player whose account is deleted."""
    Study.objects.filter(owner=owner).delete()


def erase_text(key: str) -> None:
    """Erase the texts of a study, for staff; none but its owner sees it any more."""
    Study.objects.filter(pk=key).update(name="…", comment="", sharing=Study.Sharing.OWN)
