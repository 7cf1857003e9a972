"""Noninterference: all that is hidden from a viewer is another world, and every address and socket answers the same.

The addresses come from the URL configuration: one with a parameter that this test does not know fails it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from accounts.online import presence
from accounts.services import block
from games.catalogue import games
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.positions import Replay
from games.matches.play.services import find_match
from games.matches.time.control import TimeControl
from games.rules import Seat, SeededRandom
from numgames.asgi import application
from tests.matches.conftest import play_on
from tests.sizes import cases
from tests.sockets import PatientSocket

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

pytestmark = pytest.mark.any_stack
SignedIn = Callable[[User], Client]
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
PLIES = 6
WHO = ("anna", "bob", "carl", "mallory", "visitor")
APART = ("admin/", "accounts/2fa/")
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")
VOLATILE = re.compile(
    r'csrfmiddlewaretoken" value="\w+"|X-CSRFToken[^}]*|(?:csrftoken|sessionid)=\w+|.Expires.: .[^"]*?GMT'
)
OTHER_WORLD = SeededRandom(b"another deal".ljust(32))


def values(match: Match) -> dict[str, str]:
    """Return a value for every parameter of an address; an unknown one is a KeyError, and so a failed test."""
    return {
        "match_id": match.pk,
        "ply": str(PLIES - 1),
        "version": "0",
        "slug": match.game_slug,
        "name": "anna",
        "filename": "matches",
        "other": "bob",
        "pace": "days",
        "level": "1",
        "day": "2026-11-21",
        "number": "1",
        "action": "follow",
        "former": "company",
        "section": "pages",
        "kind": "page",
        "language": "en",
        "rest": f"chat/{match.pk}/",
        **dict.fromkeys(
            (
                "offer_id",
                "puzzle_id",
                "run_id",
                "vacation_id",
                "device_id",
                "pk",
                "provider_id",
                "token",
                "key",
                "uidb36",
            ),
            "1",
        ),
    }


def patterns(found: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for one in found:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one.url_patterns, path)
        else:
            yield path


def addresses(match: Match) -> list[str]:
    """Return every address of the site but those of the admin, and of second factors, which draw secrets."""
    known = values(match)
    found = [path for path in patterns(get_resolver().url_patterns) if not path.startswith(APART)]
    filled = [PARAMETER.sub(lambda name: known[name[1] or name[2]], path) for path in found]
    plain = [re.sub(r"[\^$?\\]", "", path) for path in filled]
    partials = f"matches/{match.pk}/updates/?version=-1&ply=-1"
    return [f"/{path}" for path in [*plain, partials]]


def running(anna: User, bob: User, slug: str) -> Match:
    options, control = games()[slug].options_type(), TimeControl.correspondence(days=3)
    match = start_match(game_slug=slug, options=options, first=anna, second=bob, time_control=control, rated=True)
    return find_match(play_on(match, PLIES).pk)


def in_another_world(
    match: Match, seat: Seat | None, monkeypatch: pytest.MonkeyPatch, world: SeededRandom = OTHER_WORLD
) -> None:
    """Swap what this viewer does not know, wherever positions are replayed."""
    game, real, earlier = match.game, positions.replay, positions.replay_uncached

    def swapped(known: Replay) -> Replay:
        return replace(known, position=game.determinize(game.view(known.position, seat), world))

    assert swapped(real(match)).position != real(match).position
    monkeypatch.setattr(positions, "replay", lambda match: swapped(real(match)))
    monkeypatch.setattr(positions, "replay_uncached", lambda match, ply: swapped(earlier(match, ply)))


def answers(browser: Client, urls: list[str]) -> dict[str, str]:
    """Return the answer of every address, headers included, without tokens."""
    caches["pages"].clear()
    return {url: told(browser.get(url)) for url in urls}


def told(got: _MonkeyPatchedWSGIResponse) -> str:
    """Return all of an answer, headers included, without tokens."""
    return VOLATILE.sub("", f"{got.status_code}{got.headers}{got.getvalue()!r}")


@contextmanager
def noted_replays() -> Iterator[list[str]]:
    """Yield the list of the matches whose positions are replayed meanwhile."""
    noted: list[str] = []

    def noting(replay: Callable[..., Replay]) -> Callable[..., Replay]:
        def replayed(match: Match, *more: int) -> Replay:
            noted.append(match.pk)
            return replay(match, *more)

        return replayed

    with pytest.MonkeyPatch.context() as patched:
        for name in ("replay", "replay_uncached"):
            patched.setattr(positions, name, noting(getattr(positions, name)))
        yield noted


def may_differ(browser: Client, match: Match, urls: list[str]) -> dict[str, str]:
    """Return the answers that name the match or come from a replayed position, each asked with nothing cached.

    Between worlds only what is replayed differs, so no other answer can.
    """
    found = {}
    for url in urls:
        caches["pages"].clear()
        with noted_replays() as noted:
            answer = told(browser.get(url))
        if noted or match.pk in f"{url}{answer}":
            found[url] = answer
    return found


@pytest.mark.slow
@cases(
    "slug, who",
    ["digifeud", "sudoku", "summy", "tenbyten"],
    WHO,
    default=["digifeud-bob", "tenbyten-carl"],
)
def test_no_address_depends_on_what_its_viewer_does_not_know(
    anna: User, bob: User, carl: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch, slug: str, who: str
) -> None:
    mallory = User.objects.create_user("mallory")
    block(by=anna, of=mallory)
    person = {user.username: user for user in (anna, bob, carl, mallory)}.get(who)
    with time_machine.travel(NOW, tick=False):
        match = running(anna, bob, slug)
        for player in (anna, bob, carl, mallory):
            presence.touch(player)
        urls = addresses(match)
        if slug != "digifeud":
            urls = [url for url in urls if match.pk in url]
        browser = signed_in(person) if person else Client()
        first = may_differ(browser, match, urls)
        with monkeypatch.context() as patched:
            in_another_world(match, match.seat_of(person), patched)
            second = answers(browser, [*first])
        changed = [url for url in first if first[url] != second[url]]  # also by what is read only once, as notices are
        before = answers(browser, changed)
        in_another_world(match, match.seat_of(person), monkeypatch)
        after = answers(browser, changed)
    assert [url for url in changed if before[url] != after[url]] == []
    assert len(changed) < len(first) // 4
    assert sum(one.startswith("200") for one in first.values()) > len(first) // 4
    assert len(first) > 10


def test_it_would_see_a_leak(anna: User, bob: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch) -> None:
    with time_machine.travel(NOW, tick=False):
        match = running(anna, bob, "digifeud")
        urls = [f"/matches/{match.pk}/", f"/matches/{match.pk}/updates/?version=-1&ply=-1"]
        browser = signed_in(anna)
        before = answers(browser, urls)
        in_another_world(match, Seat.SECOND, monkeypatch)  # anna's own hand is another one
        after = answers(browser, urls)
    assert all(before[url] != after[url] for url in urls)


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
@pytest.mark.parametrize("who", ["anna", "bob", "carl", "visitor"])
async def test_no_socket_does_either(
    anna: User, bob: User, carl: User, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    match = await sync_to_async(running)(anna, bob, "summy")
    person = {"anna": anna, "bob": bob, "carl": carl}.get(who)
    headers = [(b"origin", b"http://localhost")]
    if person:
        browser = Client()
        await sync_to_async(browser.force_login)(person, "allauth.account.auth_backends.AuthenticationBackend")
        headers.append((b"cookie", f"sessionid={browser.cookies[settings.SESSION_COOKIE_NAME].value}".encode()))

    async def messages() -> list[dict[str, str]]:
        socket = PatientSocket(application, f"/ws/matches/{match.pk}/", headers)
        await socket.connect()
        told = []
        for version, ply in ((-1, -1), (match.version - 1, PLIES - 1)):
            await socket.send_to(json.dumps({"version": version, "ply": ply}))
            told.append({**json.loads(await socket.receive_from()), "now": ""})
        await socket.disconnect()
        return told

    before = await messages()
    in_another_world(match, match.seat_of(person), monkeypatch)
    assert await messages() == before
    assert "partials" in before[0]
