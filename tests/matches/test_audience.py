"""The pages of one match in one process: read once, drawn once for all who see the same, hidden tiles left out."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from core.live import fanout
from games.matches.hooks import end_warmers
from games.matches.live.audience import MatchAudience
from games.matches.live.consumers import MatchConsumer
from games.matches.models import Match
from games.matches.pages.page_updates import Update, state_of, update_since
from games.matches.play import positions, updates
from games.matches.play.opening import start_match
from games.matches.play.services import play_move, resign
from games.ratings.standings import Figures, figures_of
from games.rules import Seat
from numgames.asgi import application
from tests.hooks import emptied
from tests.matches.conftest import legal_move
from tests.matches.test_socket import ORIGIN, Connect, hello
from tests.matches.test_socket import connect as connect
from tests.sockets import PatientSocket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio, pytest.mark.any_stack]


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[list[Seat | None], list[str]]]:
    """Collect the updates that are drawn, by seat, and the statements that are executed, in any thread."""
    drawn: list[Seat | None] = []
    statements: list[str] = []
    execute = CursorWrapper.execute

    def drawn_for(match: Match, seat: Seat | None, *further: Any) -> Update:  # the arguments of the function
        update = update_since(match, seat, *further)
        drawn.append(seat)
        return update

    def noted(self: CursorWrapper, sql: Any, params: Any = None) -> Any:  # noqa: ANN401 - Django's
        statements.append(str(sql))
        return execute(self, sql, params)

    with monkeypatch.context() as patch:
        patch.setattr(CursorWrapper, "execute", noted)
        patch.setattr("games.matches.live.audience.update_since", drawn_for)
        yield drawn, statements


async def next_move(match: Match, player: User) -> None:
    """Play a legal move."""
    now = await Match.objects.aget(pk=match.pk)
    await sync_to_async(play_move)(match.pk, player, now.ply + 1, await sync_to_async(legal_move)(now))


async def test_many_spectators_cost_one_drawing_no_query_and_no_thread(
    match: Match, anna: User, bob: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [await connect(match.pk, bob)]
    await hello(pages[0])
    costs, players = [], iter((anna, bob))
    for newcomers in (2, 20):
        for _newcomer in range(newcomers):
            pages.append(await connect(match.pk))
            await hello(pages[-1], version=match.version, ply=match.ply)
        threads = threading.active_count()
        with counted(monkeypatch) as (drawn, statements):
            await next_move(match, next(players))
            texts = [await page.receive_from() for page in pages]
        assert len(set(texts)) == 2  # bob's, and one for all who watch
        costs.append((len(drawn), len(statements), threading.active_count() - threads))
        await match.arefresh_from_db()
    assert costs[0][0] == costs[1][0] == 2
    assert costs[1][1] <= costs[0][1]
    assert costs[1][2] <= 0


def racks_of(match: Match) -> dict[str, list[str]]:
    """Return the faces of the tiles that each may see in their own rack, by name; spectators have none."""
    position = positions.current(match)
    return {"": []} | {
        match.player(seat).username: sorted(
            tile.face for tile in match.display.rack(match.game.view(position, seat), seat) or ()
        )
        for seat in Seat
    }


def alone(match: Match, later: Match, name: str, language: str) -> str:
    """Return what a page of this player and language that shows the match gets of it later, without others beside."""
    seat = next((seat for seat in Seat if match.player(seat).username == name), None)
    with translation.override(language), timezone.override(UTC):
        return update_since(later, seat, match.version, match.ply, state_of(match, seat)).html


async def test_no_one_gets_the_tiles_of_another_in_any_language(match: Match, anna: User, bob: User) -> None:
    """Nor what is meant for a page that shows something else."""
    sockets: dict[tuple[str, str], PatientSocket] = {}
    for user in (anna, bob, None):
        browser = Client()
        if user:
            await sync_to_async(browser.force_login)(user, "allauth.account.auth_backends.AuthenticationBackend")
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in browser.cookies.items())
        for language, _name in settings.LANGUAGES:
            headers = [ORIGIN, (b"cookie", cookies.encode())]
            socket = PatientSocket(application, f"/ws/matches/{match.pk}/?lang={language}", headers)
            await socket.connect()
            await hello(socket, version=match.version, ply=match.ply)
            sockets[user.username if user else "", language] = socket
    await next_move(match, anna)
    told = {key: json.loads(await socket.receive_from())["partials"] for key, socket in sockets.items()}
    now = await Match.objects.select_related("first", "second").aget(pk=match.pk)
    racks = await sync_to_async(racks_of)(now)
    for (name, language), html in told.items():
        assert sorted(re.findall(r'<button[^>]*\sdata-face="?([^" >]*)', html)) == racks[name]
        assert html == await sync_to_async(alone)(match, now, name, language)
    assert len(set(told.values())) == len(told)  # three viewers in three languages
    for socket in sockets.values():
        await socket.disconnect()


async def test_ends_of_one_commit_are_read_together_and_drawn_on_the_event_loop(
    match: Match, anna: User, bob: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await sync_to_async(start_match)(
        game_slug="digifeud", options=match.options, first=anna, second=bob, time_control=match.time_control
    )
    pages = [await connect(one.pk, user) for one in (match, other) for user in (anna, bob)]
    for page in pages:
        await hello(page)
    drawn_in: set[threading.Thread] = set()

    def drawn(*given: Any) -> Update:  # the arguments of the function
        update = update_since(*given)
        drawn_in.add(threading.current_thread())
        return update

    def end_both() -> None:
        with fanout.gathered():
            resign(match.pk, anna)
            resign(other.pk, anna)

    with counted(monkeypatch) as (_drawn, statements), monkeypatch.context() as patch:
        patch.setattr("games.matches.live.audience.update_since", drawn)
        await sync_to_async(end_both)()
        for page in pages:
            assert json.loads(await page.receive_from())["data"]["turn"] == "over"
    assert len([sql for sql in statements if 'FROM "matches_deal"' in sql]) == 1
    assert len([sql for sql in statements if sql.startswith("SELECT player, COUNT(*)")]) == 1
    assert drawn_in == {threading.current_thread()}


async def test_the_first_push_after_a_page_has_opened_is_as_small_as_any(
    match: Match, anna: User, bob: User, connect: Connect
) -> None:
    pages = [await connect(match.pk, user) for user in (anna, bob, None, None)]
    for page in pages:
        await hello(page)
    audience = MatchAudience.join(match.pk, MatchConsumer())
    for ply, player in enumerate((anna, bob, anna), 1):
        await next_move(match, player)
        for page in pages:
            html = json.loads(await page.receive_from())["partials"]
            assert 'id="status"' in html
            assert 'id="board"' not in html
            assert 'id="scores"' not in html
        shown = [page for page in audience.pages if page.greeted]
        assert {(page.version, page.ply) for page in shown} == {(ply, ply)}
        assert len({id(page.state) for page in shown}) == 3  # kept once for both who watch


async def test_a_page_that_shows_something_else_than_it_was_sent_gets_all_of_it(
    match: Match, anna: User, bob: User, connect: Connect
) -> None:
    page = await connect(match.pk, bob)
    await hello(page)
    await next_move(match, anna)
    assert 'id="board"' not in json.loads(await page.receive_from())["partials"]
    assert 'id="board"' in (await hello(page, version=match.version, ply=match.ply))["partials"]


async def test_an_end_is_told_though_reading_ends_together_fails(
    match: Match, anna: User, bob: User, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    pages = [await connect(match.pk, user) for user in (anna, bob)]
    for page in pages:
        await hello(page)
    with emptied(end_warmers, lambda _matches: 1 / 0):
        await sync_to_async(resign)(match.pk, anna)
        for page in pages:
            assert json.loads(await page.receive_from())["data"]["turn"] == "over"
    assert "ends need is read one by one: ZeroDivisionError" in caplog.text


async def test_what_cannot_be_drawn_for_anna_is_drawn_for_bob_and_carl(
    match: Match,
    anna: User,
    bob: User,
    connect: Connect,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    pages = [await connect(match.pk, user) for user in (anna, bob, None)]
    for page in pages:
        await hello(page)

    def drawn(match: Match, seat: Seat | None, *further: Any) -> Update:  # the arguments of the function
        if seat is Seat.FIRST:
            raise LookupError("no such tile")
        return update_since(match, seat, *further)

    with monkeypatch.context() as patch:
        patch.setattr("games.matches.live.audience.update_since", drawn)
        await next_move(match, anna)
        for page in pages[1:]:
            assert json.loads(await page.receive_from())["data"]["ply"] == 1
    assert "was not drawn" in caplog.text
    assert (await hello(pages[0]))["data"]["ply"] == 1  # the next heartbeat of anna's page


async def test_a_page_that_leaves_twice_leaves_its_successors_together(match: Match) -> None:
    """The socket of a live match still records that its player left while the reloaded page opens the next one."""
    reloaded, anna, bob = MatchConsumer(), MatchConsumer(), MatchConsumer()
    before = MatchAudience.join(match.pk, reloaded)
    before.leave(reloaded)
    after = MatchAudience.join(match.pk, anna)
    before.leave(reloaded)
    assert MatchAudience.join(match.pk, bob) is after
    for page in (anna, bob):
        after.leave(page)
    assert updates.match_topic(match.pk) not in fanout._subscribers


async def test_a_match_that_changed_unheard_is_read_again(
    match: Match, anna: User, bob: User, connect: Connect
) -> None:
    page = await connect(match.pk, bob)
    await hello(page)
    await Match.objects.filter(pk=match.pk).aupdate(version=5)  # by a process whose event was lost
    await next_move(match, anna)
    assert json.loads(await page.receive_from())["version"] == 6


async def test_the_ratings_beside_the_names_are_read_before_the_first_move(
    match: Match, anna: User, bob: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[list[int]] = []

    def noted(players: list[int]) -> Figures:
        read.append(players)
        return figures_of(players)

    monkeypatch.setattr("games.ratings.standings.figures_of", noted)
    pages = [await connect(match.pk, anna), await connect(match.pk, bob)]
    for page in pages:
        await hello(page, version=match.version, ply=match.ply)
    assert read == [[anna.pk, bob.pk]]
    await next_move(match, anna)
    for page in pages:
        await page.receive_from()
    assert read == [[anna.pk, bob.pk]]
    monkeypatch.setattr("games.ratings.standings.RENEWED", -1.0)  # as if it was some time ago
    await pages[0].send_to(text_data=json.dumps({"version": match.version + 1, "ply": match.ply + 1}))
    await pages[0].receive_from()
    assert len(read) == 2
