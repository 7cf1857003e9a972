"""Export of a user's personal data; other apps add their parts with `register`."""

from __future__ import annotations

from collections.abc import Callable

from allauth.account.models import EmailAddress

from accounts.models import Block, User

Part = Callable[[User], object]
_parts: dict[str, Part] = {}


def register(name: str, part: Part) -> None:
    """Add the result of `part` to each export under this name: plain data, dates and times allowed.

    It must not include anything hidden from the player, such as the opponent's tiles or the seed of a running match.
    """
    _parts[name] = part


def export_of(user: User) -> dict[str, object]:
    """Return all data about this user, ready for DjangoJSONEncoder."""
    return {"account": _account(user)} | {name: part(user) for name, part in _parts.items()}


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
