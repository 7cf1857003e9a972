"""Export of a user's personal data. Other apps add their parts to the hook `personal_data`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount

from accounts.hooks import personal_data
from accounts.models import Block, User
from accounts.security import apps_of
from accounts.sessions import Shared
from core.responses import written


def parts_of(user: User) -> Iterator[tuple[str, object]]:
    """Yield the parts of all data about this user, by name, ready to be `written`."""
    yield "account", _account(user)
    for part in personal_data:
        yield part.name, part.data_of(user)


def written_export(user: User) -> Iterator[str]:
    """Yield the same as JSON, part after part, so that never all of it is in memory."""
    for number, (name, data) in enumerate(parts_of(user)):
        yield ",\n" if number else "{\n"
        yield f'"{name}": '
        yield from written(data)
    yield "\n}\n"


def _account(user: User) -> dict[str, object]:
    plain = ("date_joined", "last_login", "seen_at", "left_at", "is_guest", "is_bot", "is_staff", "language", "theme")
    preferences = ("confirm", "sounds", "auto_advance", "time_zone", "night_begins", "night_ends")
    board = ("lights", "keypad", "tiles", "board_size", "left_handed", "zen", "large_numbers", "wide_text")
    rest = (*preferences, *board, "last_language", "last_zone", "is_findable", "named_in_data")
    return {
        "name": user.username,
        "email": user.email,
        "email_addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        **{name: getattr(user, name) for name in (*plain, *rest)},
        "signed_in": list(user.browsers.order_by("began_at").values("device", "network", "began_at", "seen_at")),
        "places": [
            {"kind": Shared(place.kind).name.lower(), "seen_at": place.seen_at}
            for place in user.places.order_by("kind", "seen_at")
        ],
        "other_sites": list(SocialAccount.objects.filter(user=user).values("provider", "uid", "date_joined")),
        "security_events": list(user.security_events.order_by("at").values("kind", "at", "device", "network")),
        "second_factors": list(
            Authenticator.objects.filter(user=user).order_by("pk").values("type", "created_at", "last_used_at")
        ),
        "access_tokens": list(
            user.tokens.order_by("made_at").values("name", "scopes", "made_at", "expires_at", "used_at")
        ),
        "apps": [asdict(app) for app in apps_of(user)],
        "blocked": [
            {"name": block.of.file_name, "since": block.made_at}
            for block in Block.objects.filter(by=user).select_related("of").order_by("made_at")
        ],
    }
