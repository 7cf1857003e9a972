"""What ends or counts at an edge: tokens that count, accounts that are closed, places and browsers that are new."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
import time_machine
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token
from django.test import RequestFactory

from accounts import security
from accounts.models import AccessToken, SecurityEvent, SeenPlace, User
from accounts.security import Kind, is_valid, make_token, warn_of_new_browser
from accounts.sessions import PLACES_KEPT, Shared, _store_places, shared_places
from core import clock
from core.clients import device_name, network_of

SECOND = timedelta(seconds=1)
BROWSER, OTHER = (
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605",
)
HOME, AWAY = "93.184.216.34", "8.8.8.8"


def test_expired_tokens_keep_no_place_of_the_limit(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "MOST_TOKENS", 2)
    assert make_token(anna, "old", [], 7)
    AccessToken.objects.update(expires_at=clock.now() - SECOND)
    assert make_token(anna, "first", [], 7)
    assert make_token(anna, "second", [], 7)
    assert make_token(anna, "third", [], 7) is None


def test_a_token_opens_nothing_at_its_end_and_of_a_closed_account(anna: User) -> None:
    made = make_token(anna, "a bot", [], 7)
    assert made
    token = made[0]
    assert is_valid(token.pk, token.expires_at - SECOND)
    assert not is_valid(token.pk, token.expires_at)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert not is_valid(token.pk, token.expires_at - SECOND)


def test_so_does_one_that_was_given_to_an_app(anna: User) -> None:
    app = App.objects.create(name="Club Night", type=App.Type.PUBLIC)
    ends = clock.now() + timedelta(hours=1)
    token = Token.objects.create(user=anna, client=app, type=Token.Type.ACCESS_TOKEN, hash="x", expires_at=ends)
    assert is_valid(-token.pk, ends - SECOND)
    assert not is_valid(-token.pk, ends)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert not is_valid(-token.pk, ends - SECOND)


@pytest.mark.parametrize("kind", PLACES_KEPT)
def test_a_place_in_common_counts_until_it_is_too_old(kind: Shared, anna: User, bob: User) -> None:
    """Also where old ones have not been deleted yet."""
    for player in (anna, bob):
        _store_places(player, {kind: "the same"})
    for age, share in ((PLACES_KEPT[kind] - SECOND, kind), (PLACES_KEPT[kind], Shared.NOTHING)):
        now = clock.now()
        SeenPlace.objects.filter(user=bob).update(seen_at=now - age)
        with time_machine.travel(now, tick=False):
            assert shared_places([(anna, bob)]) == [share]


@pytest.mark.parametrize(
    ("agent", "address", "mails"), [(BROWSER, HOME, 0), (OTHER, HOME, 0), (BROWSER, AWAY, 0), (OTHER, AWAY, 1)]
)
def test_a_mail_warns_of_a_new_browser_in_a_new_network(
    agent: str, address: str, mails: int, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[object] = []
    adapter = SimpleNamespace(send_notification_mail=lambda *facts: sent.append(facts))
    monkeypatch.setattr(security, "get_adapter", lambda _request: adapter)
    before, request = (
        RequestFactory().get("/", REMOTE_ADDR=where, headers={"User-Agent": browser})
        for browser, where in ((BROWSER, HOME), (agent, address))
    )
    device, network = device_name(BROWSER), network_of(before)
    SecurityEvent.objects.create(user=anna, kind=Kind.SIGNED_IN, device=device, network=network)
    tried = {"device": device_name(OTHER), "network": network_of(request)}
    SecurityEvent.objects.create(user=anna, kind=Kind.FAILED, **tried)  # which may have been a thief
    warn_of_new_browser(anna, request)
    assert len(sent) == mails
