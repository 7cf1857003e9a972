"""A move that another process has committed: its pages here are drawn without a query, from what that process tells."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from core.live import fanout
from games.catalogue import games
from games.matches.models import Match
from games.matches.play import positions, requests, updates
from games.matches.play.services import find_match, play_move, start_match
from games.matches.time.control import TimeControl
from tests.matches.conftest import legal_move
from tests.matches.test_audience import counted, next_move
from tests.matches.test_socket import Connect, hello
from tests.matches.test_socket import connect as connect

CONTROLS = {
    "days": TimeControl.correspondence(days=3),
    "vacation": TimeControl.correspondence(days=3).with_vacation(),
    "live": TimeControl.live(minutes=3, increment=2),
}


def columns_of(match: Match) -> dict[str, object]:
    return {field.attname: getattr(match, field.attname) for field in Match._meta.concrete_fields}


@pytest.mark.django_db
@pytest.mark.parametrize("control", CONTROLS)
def test_what_is_told_leads_to_the_row_that_was_committed(control: str, anna: User, bob: User) -> None:
    options = games()["digifeud"].options_type()
    match = start_match(
        game_slug="digifeud", options=options, first=anna, second=bob, time_control=CONTROLS[control], rated=True
    )
    for seat in (1, 2):
        requests.arrive(match, match.seat_of((anna, bob)[seat - 1]))
    for player in (anna, bob, anna):
        before, text = find_match(match.pk), legal_move(find_match(match.pk))
        known = positions.replay(before)
        play_move(match.pk, player, before.ply + 1, text)
        committed = find_match(match.pk)
        sent = json.loads(json.dumps(updates.encode(before, committed, text)))
        assert "seed" not in sent["columns"]
        positions.clear()
        positions.clear_matches()
        positions.cache(match.pk, known)
        received = updates.receive(before, sent)
        assert received
        assert columns_of(received) == columns_of(committed)
        assert positions.is_cached(received)
        assert positions.cached_match(match.pk)


Published = Callable[..., None]


def from_another_process(change: Callable[[dict[str, Any]], None], known: positions.Replay) -> Published:
    """Return a `publish` whose events come as from Redis: as JSON, and to a process that has not made the move."""

    def publish(topics: Iterable[str], event: fanout.Event, *, here: object = None, there: Any = None) -> None:  # noqa: ANN401
        message = json.loads(json.dumps({**event, **(there() if there else {})}))
        change(message)
        positions.clear()
        positions.clear_matches()
        positions.cache(message["match"], known)
        fanout._deliver([(list(topics), message)])

    return publish


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_a_page_here_gets_a_move_of_another_process_without_a_query(
    match: Match, anna: User, bob: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await connect(match.pk, bob)
    await hello(page)
    known = await sync_to_async(positions.replay)(match)
    with monkeypatch.context() as patch:
        patch.setattr("games.matches.play.updates.fanout.publish", from_another_process(lambda message: None, known))
        with counted(monkeypatch) as (drawn, statements):
            await next_move(match, anna)
            made = len(statements)
            told = json.loads(await page.receive_from())
        assert (told["version"], told["data"]["ply"], told["data"]["turn"]) == (1, 1, "mine")
        assert len(drawn) == 1
        assert [one for one in statements[made:] if "matches_match" in one or "matches_move" in one] == []


def of_another_release(message: dict[str, Any]) -> None:  # JSON, as in all of these
    message["move"] = {"notation": "x"}


def not_the_move_that_was_made(message: dict[str, Any]) -> None:
    message["move"]["columns"]["ply"] = 7


def not_legal(message: dict[str, Any]) -> None:
    message["move"]["text"] = "a1r 9=1"


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
@pytest.mark.parametrize("change", [of_another_release, not_the_move_that_was_made, not_legal])
async def test_a_move_that_is_told_wrongly_is_read(
    change: Callable[[dict[str, Any]], None],
    match: Match,
    anna: User,
    bob: User,
    connect: Connect,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = await connect(match.pk, bob)
    await hello(page)
    known = await sync_to_async(positions.replay)(match)
    with monkeypatch.context() as patch:
        patch.setattr("games.matches.play.updates.fanout.publish", from_another_process(change, known))
        await next_move(match, anna)
        told = json.loads(await page.receive_from())
    assert (told["version"], told["data"]["ply"], told["data"]["turn"]) == (1, 1, "mine")
