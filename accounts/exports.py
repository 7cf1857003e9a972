"""Export of a user's personal data. Other apps add their parts to the hook `personal_data`.

Of a secret, such as a password or a token, the file says that there is one, not its value.
"""

from __future__ import annotations

from collections.abc import Iterator

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.admin.models import LogEntry
from django.db.models import F

from accounts.hooks import personal_data
from accounts.models import Block, GuestKey, User
from accounts.sessions import Shared
from core.web import written


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
        "has_password": user.has_usable_password(),
        "email_addresses": [_address(address) for address in EmailAddress.objects.filter(user=user).order_by("pk")],
        **{name: getattr(user, name) for name in (*plain, *rest)},
        "signed_in": list(user.browsers.order_by("began_at").values("device", "network", "began_at", "seen_at")),
        "places": [
            {"kind": Shared(place.kind).name.lower(), "seen_at": place.seen_at}
            for place in user.places.order_by("kind", "seen_at")
        ],
        "other_sites": [_other_site(site) for site in SocialAccount.objects.filter(user=user).order_by("pk")],
        "security_events": list(user.security_events.order_by("at").values("kind", "at", "device", "network")),
        "second_factors": list(
            Authenticator.objects.filter(user=user).order_by("pk").values("type", "created_at", "last_used_at")
        ),
        "access_tokens": list(
            user.tokens.order_by("made_at").values("name", "scopes", "made_at", "expires_at", "used_at")
        ),
        "app_tokens": list(
            Token.objects.filter(user=user)
            .order_by("pk")
            .values("type", "scopes", "created_at", "expires_at", app=F("client__name"))
        ),
        "apps_used": list(user.app_uses.order_by("pk").values("client", "used_at")),
        "own_apps": list(App.objects.filter(owner=user).order_by("pk").values("name", "created_at")),
        "guest_keys": list(GuestKey.objects.filter(guest=user).values("made_at")),
        "groups": list(user.groups.order_by("pk").values_list("name", flat=True)),
        "permissions": list(user.user_permissions.order_by("pk").values_list("codename", flat=True)),
        # Without what it was done to: that is data of others.
        "staff_log": list(
            LogEntry.objects.filter(user=user)
            .order_by("pk")
            .values("action_time", "action_flag", kind=F("content_type__model"))
        ),
        "blocked": [
            {"name": block.of.file_name, "since": block.made_at}
            for block in Block.objects.filter(by=user).select_related("of").order_by("made_at")
        ],
    }


def _address(address: EmailAddress) -> dict[str, object]:
    mails = address.emailconfirmation_set.order_by("pk").values("created", "sent")
    return {
        **{name: getattr(address, name) for name in ("email", "verified", "primary")},
        "confirmations": list(mails),
    }


def _other_site(site: SocialAccount) -> dict[str, object]:
    plain = ("provider", "uid", "date_joined", "last_login", "extra_data")
    tokens = list(site.socialtoken_set.order_by("pk").values("expires_at"))
    return {**{name: getattr(site, name) for name in plain}, "tokens": tokens}
