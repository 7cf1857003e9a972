"""Which rows each action of an account means: those beside, which differ in a column that counts, stay as they are."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client, Token
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount

from accounts import guests, player, security, services, sessions
from accounts.models import AccessToken, AppUse, Block, GuestKey, RetiredName, SecurityEvent, SeenPlace, SignedInBrowser
from accounts.names import name_key
from accounts.online import presence
from accounts.sessions import Shared
from core import clock
from tests.alike import finds, one, reaches, someone, touches

pytestmark = pytest.mark.django_db
OLD = timedelta(days=500)


def test_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    now = clock.now()
    token = one(AccessToken, expires_at=now + timedelta(days=9))
    reaches(token, lambda row: security.is_valid(row.pk, now), "expires_at user__is_active")
    touches(token, lambda row: security.end_all(row.user_id), "user")
    late = one(AccessToken, expires_at=now - OLD)
    touches(late, lambda row: security.delete_expired(now), "expires_at")
    monkeypatch.setattr(security, "MOST_TOKENS", 1)
    finds(token, lambda row: security.make_token(row.user, "x", [], 7) is None, "expires_at user")


def test_tokens_of_apps() -> None:
    now = clock.now()
    facts = {"type": Token.Type.ACCESS_TOKEN, "client": one(Client), "user": someone()}
    token = one(Token, expires_at=now + timedelta(days=9), **facts)
    reaches(token, lambda row: security.is_valid(-row.pk, now), "expires_at user user__is_active")
    touches(token, lambda row: security.end_app(row.user, row.client_id), "client user")
    touches(token, lambda row: security.end_all(row.user_id), "user")
    late = one(Token, expires_at=now - OLD, **facts)
    touches(late, lambda row: security.delete_expired(now), "expires_at")
    use = one(AppUse)
    touches(use, lambda row: security.end_app(row.user, row.client), "client user")
    touches(use, lambda row: security.end_all(row.user_id), "user")


def test_factors() -> None:
    app = one(Authenticator, type=Authenticator.Type.TOTP, data={})
    finds(app, lambda row: security.has_factor(row.user), "type user")
    touches(app, lambda row: security.remove_factors(row.user), "user")
    codes = one(Authenticator, type=Authenticator.Type.RECOVERY_CODES, data={})
    finds(codes, lambda row: security.codes_row_of(row.user), "type user")
    user = someone()
    user.set_unusable_password()
    key = one(Authenticator, type=Authenticator.Type.WEBAUTHN, user=user, data={})
    finds(key, lambda row: security.has_one_key(user), "type user")
    address = one(EmailAddress, user=user)
    finds(address, lambda row: not security.has_one_key(user), "user")
    address.delete()
    finds(one(SocialAccount, user=user), lambda row: not security.has_one_key(user), "user")


def test_events() -> None:
    old = one(SecurityEvent, at=clock.now() - OLD)
    touches(old, lambda row: security.delete_old_events(), "at")


def test_blocks() -> None:
    block = one(Block)
    touches(block, lambda row: services.unblock(row.by, row.of), "by of")
    finds(block, lambda row: services.blocked_between(row.by, row.of), "by of")
    finds(block, lambda row: services.blocked_between(row.of, row.by), "by of")


def test_places() -> None:
    place = one(SeenPlace, kind=Shared.ADDRESS)
    other = one(SeenPlace, kind=Shared.ADDRESS, digest=place.digest)
    both = [(place.user, other.user)]
    finds(place, lambda row: sessions.shared_places(both)[0], "digest seen_at user")
    old = one(SeenPlace, kind=Shared.ADDRESS, seen_at=clock.now() - timedelta(days=8))
    touches(old, lambda row: sessions.delete_old_places(), "kind seen_at")


def test_browsers() -> None:
    browser = one(SignedInBrowser)
    touches(browser, lambda row: sessions.delete_sessions(row.user), "user")
    touches(browser, lambda row: sessions.delete_sessions(row.user, but="another"), "user")


def test_guests() -> None:
    key = one(GuestKey, made_at=clock.now() - OLD)
    touches(key, lambda row: guests.delete_old_keys(), "made_at")
    new = one(GuestKey, guest=someone(is_guest=True))
    reaches(new, lambda row: guests._just_made(row.key) or False, "guest guest__is_guest made_at")
    long_ago = clock.now() - OLD
    guest = someone(is_guest=True, seen_at=long_ago)
    touches(guest, lambda row: services.delete_stale_guests(clock.now()), "is_active is_guest pupil_name seen_at")
    never_seen = someone(is_guest=True, date_joined=long_ago)
    touches(
        never_seen,
        lambda row: services.delete_stale_guests(clock.now()),
        "date_joined is_active is_guest pupil_name seen_at",
    )


def test_names() -> None:
    person = someone()
    reaches(person, lambda row: player.player_at(row.username) == row, "is_active pupil_name")
    name = "Ann"
    kept = one(RetiredName, digest=player._name_digest(name))
    finds(kept, lambda row: player.is_retired(name), "retired_at")
    old = one(RetiredName, retired_at=clock.now() - OLD)
    touches(old, lambda row: player.release_old(clock.now()), "retired_at")
    assert name_key(name)


def test_presence() -> None:
    now = clock.now()
    here = someone(seen_at=now)
    touches(here, lambda row: presence.online(), "is_active pupil_name seen_at")
    touches(here, lambda row: type(row).objects.filter(presence.connected()), "is_active left_at seen_at")
    silent = now - timedelta(minutes=9)
    before = someone(seen_at=silent)
    touches(before, lambda row: presence.resume(silent, now), "seen_at")
    left = someone(left_at=now)
    reaches(left, lambda row: presence.undo_leave(row), "left_at")
    reaches(here, lambda row: presence._leave([row.pk], now), "left_at")
