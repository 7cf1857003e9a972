"""The last moment and the first one of what accounts are allowed, and what one refusal does not take from others."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

import pytest
from allauth.core.internal import ratelimit as windows
from allauth.idp.oidc.models import Client as App
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.cached_db import SessionStore
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client, RequestFactory
from pytest_django import Settings
from time_machine import TimeMachineFixture

from accounts import sessions, throttling
from accounts.match_settings import MatchSettings
from accounts.models import User
from accounts.oauth.redirects import is_registered
from accounts.online.presence import PRESENT, is_online, touch
from accounts.security import is_valid, make_token, read_token
from accounts.throttling import APP, Refusals, seconds_until
from core import clock
from core.limits import Busy
from core.web import USUAL_WAIT

MOMENT = timedelta(microseconds=1)


def test_a_token_ends_at_its_end(anna: User) -> None:
    made = make_token(anna, "a bot", ["profile:read"], 30)
    assert made
    token, secret = made
    ends = token.expires_at
    assert [bool(read_token(f"Bearer {secret}", at)) for at in (ends - MOMENT, ends)] == [True, False]
    assert [is_valid(token.pk, at) for at in (ends - MOMENT, ends)] == [True, False]


def test_who_was_seen_ninety_seconds_ago_is_away_and_comes_back(anna: User) -> None:
    now = clock.now()
    for ago, was_there in ((PRESENT - MOMENT, True), (PRESENT, False)):
        anna.seen_at = now - ago
        assert is_online(anna, now) is was_there
        assert touch(anna, now) is not was_there


@pytest.mark.parametrize("name", ["is_small", "is_left_handed", "is_zen"])
def test_each_setting_alone_gives_a_match_its_styles(name: str) -> None:
    settings = {"is_small": {"size": "small"}, "is_left_handed": {"hand": "left"}, "is_zen": {"extent": "zen"}}
    chosen = MatchSettings(**settings[name])
    assert [getattr(chosen, one) for one in settings] == [one == name for one in settings]
    assert (chosen.is_usual, MatchSettings().is_usual) == (False, True)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://127.0.0.1/back", True),
        ("http://127.0.0.1:4711/back", True),  # an installed app gets the port that is free
        ("http://me@127.0.0.1:4711/back", False),
        ("http://127.0.0.1:4711/other", False),
        ("http://[::1]:4711/back", False),
        ("https://club.example:4711/back", False),
        ("http://inside.example:4711/back", False),
        ("http://inside.example/back", True),
        ("http://[", False),
    ],
)
def test_only_the_port_of_a_loopback_address_is_free(address: str, *, expected: bool) -> None:
    """Also where an operator has registered an address of http elsewhere."""
    registered = ("http://127.0.0.1/back", "https://club.example/back", "http://inside.example/back")
    assert is_registered(address, App(redirect_uris="\n".join(registered))) is expected


def asked(path: str, **headers: str) -> HttpRequest:
    return RequestFactory().get(path, headers=headers)


def test_what_is_refused_to_one_token_of_the_api_is_not_refused_to_others(settings: Settings) -> None:
    """Nor is another view of it, or another method."""
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "refused": "1/m"}
    refusals, path = Refusals(), "/api/v1/me"
    request = asked(path, authorization="Bearer one")
    refusals.note("address", request, 403)
    with pytest.raises(Busy):
        refusals.check("address", request)
    others: Iterable[HttpRequest] = (
        asked(path, authorization="Bearer two"),
        asked(path),
        asked("/api/v1/account", authorization="Bearer one"),
        asked("/lobby/", authorization="Bearer one"),
        RequestFactory().post(path, headers={"authorization": "Bearer one"}),
    )
    for other in others:
        refusals.check("address", other)
    refusals.check("another address", request)


@pytest.mark.parametrize("limit", ["1/m/ip", "1/m/user"])
def test_a_limit_of_the_forms_opens_when_its_window_has_passed(
    anna: User, settings: Settings, time_machine: TimeMachineFixture, limit: str
) -> None:
    """One that counts accounts counts nothing of who is not signed in."""
    settings.ACCOUNT_RATE_LIMITS = {"manage_email": limit}
    time_machine.move_to(clock.now().replace(microsecond=0), tick=False)
    request = RequestFactory().post("/accounts/email/")
    request.user = anna
    [rate] = windows.get_rates(app=APP, action="manage_email")
    windows.consume(request, app=APP, action="manage_email")
    assert cache.get(windows.get_cache_key(request, app=APP, action="manage_email", rate=rate))
    assert seconds_until(request, "manage_email") == 60
    time_machine.shift(45)
    assert seconds_until(request, "manage_email") == 15
    stranger = RequestFactory().post("/accounts/email/")
    stranger.user = AnonymousUser()
    assert seconds_until(stranger, "manage_email") == (15 if limit.endswith("ip") else USUAL_WAIT)
    time_machine.shift(14)
    assert seconds_until(request, "manage_email") == 1
    time_machine.shift(1)
    assert seconds_until(request, "manage_email") == USUAL_WAIT


def test_the_socket_of_a_deleted_player_is_signed_in_no_longer(anna: User, client: Client) -> None:
    client.force_login(anna)
    scope = {"user": anna, "session": SessionStore(client.session.session_key)}
    assert sessions.still_signed_in(scope)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    sessions.end_sessions_of(anna.pk)
    assert not sessions.still_signed_in(scope)


def test_no_view_is_found_for_a_path_of_the_other_address(settings: Settings) -> None:
    found = [throttling.match_of(path) for path in ("/api/v1/me", "/lobby/", "/nosuchpage/", "/api/v1/nosuch")]
    assert [match and match.url_name for match in found][1:] == ["lobby", None, None]
    assert found[0]


@pytest.mark.django_db
def test_the_token_endpoint_is_limited_and_never_stored(settings: Settings, time_machine: TimeMachineFixture) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"oauth": "1/m/ip"}
    time_machine.move_to(clock.now(), tick=False)
    first, refusal = (Client().post("/oauth/token", {"grant_type": "nonsense"}) for _ in range(2))
    assert (first.status_code, first["Cache-Control"]) == (400, "no-store")
    assert (refusal.status_code, refusal["Cache-Control"]) == (429, "no-store")
    time_machine.shift(int(refusal["Retry-After"]))
    assert Client().post("/oauth/token", {"grant_type": "nonsense"}).status_code == 400
