"""Export of a user's personal data. Other apps add their parts to the hook `personal_data`."""

from __future__ import annotations

from allauth.account.models import EmailAddress

from accounts.hooks import personal_data
from accounts.models import Block, User


def export_of(user: User) -> dict[str, object]:
    """Return all data about this user, ready for DjangoJSONEncoder."""
    return {"account": _account(user)} | {part.name: part.data_of(user) for part in personal_data}


def _account(user: User) -> dict[str, object]:
    plain = ("date_joined", "last_login", "seen_at", "left_at", "is_guest", "is_staff", "language", "theme")
    rest = ("confirm", "sounds", "time_zone", "night_begins", "night_ends", "last_language", "last_zone")
    return {
        "name": user.username,
        "email": user.email,
        "email_addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        **{name: getattr(user, name) for name in (*plain, *rest)},
        "blocked": [
            {"name": block.of.username, "since": block.made_at}
            for block in Block.objects.filter(by=user).select_related("of").order_by("made_at")
        ],
    }
