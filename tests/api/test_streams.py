"""Streams: the whole state, then each change once; resumed, bounded, and ended with a reason."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from pytest_django import Settings

from accounts.models import AccessToken, User
from accounts.security import SCOPES, make_token
from core import clock
from core.live import streams
from games.catalogue import games
from games.lobby.models import Offer
from games.lobby.services import make_offer, withdraw_offer
from games.matches.live.audience import MatchAudience
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import resign
from games.matches.time.control import TimeControl
from games.rules import Seat
from games.social.models import Message, Mute
from games.social.services import announce, say
from numgames.asgi import application
from numgames.asgi import streams as served
from tests.events.cups import boards_in, mirrored
from tests.matches.conftest import play_on
from tests.matches.test_mirrors import move, play_rounds
from tests.matches.test_noninterference import in_another_world, running
from tests.sockets import PATIENCE, SocketEvent

pytestmark = [pytest.mark.any_stack, pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
Line = dict[str, Any]


class Client:
    """A program that reads a stream."""

    def __init__(self, path: str, secret: str = "", method: str = "GET", **headers: str) -> None:
        path, _mark, query = path.partition("?")
        named = {"host": "localhost", **headers} | ({"authorization": f"Bearer {secret}"} if secret else {})
        scope = {"type": "http", "method": method, "path": f"/api/v1/stream/{path}", "query_string": query.encode()}
        lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in named.items()]
        self.scope = {**scope, "headers": lines, "client": ("192.0.2.1", 1), "scheme": "http"}
        self.sent: asyncio.Queue[SocketEvent] = asyncio.Queue()
        self.answered: asyncio.Queue[SocketEvent] = asyncio.Queue()

    async def begin(self) -> tuple[int, dict[str, str]]:
        """Send the request; return status and headers of the answer, which pages of all sites may read."""
        self.served = asyncio.create_task(application(self.scope, self.sent.get, self.answered.put))
        self.sent.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        start = await asyncio.wait_for(self.answered.get(), PATIENCE)
        headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        assert headers["access-control-allow-origin"] == "*"
        return start["status"], headers

    async def body(self) -> str:
        """Return the next part of the answer."""
        event = await asyncio.wait_for(self.answered.get(), PATIENCE)
        return str(event["body"].decode())

    async def line(self) -> Line:
        """Return the next line besides pings."""
        while True:
            line: Line = json.loads(await self.body())
            if line["type"] != "ping":
                return line

    async def leave(self) -> None:
        """Close the connection."""
        self.sent.put_nowait({"type": "http.disconnect"})
        await self.ended()

    async def ended(self) -> None:
        """Wait until the site has ended the answer."""
        await asyncio.wait_for(self.served, PATIENCE)


def begun(anna: User, bob: User, slug: str = "digifeud") -> Match:
    options, control = games()[slug].options_type(), TimeControl.correspondence(days=3)
    return start_match(game_slug=slug, options=options, first=anna, second=bob, time_control=control)


def token(user: User, *scopes: str) -> str:
    made = make_token(user, "a program", list(scopes or SCOPES), 30)
    assert made
    return made[1]


async def test_a_stream_begins_with_the_state_and_goes_on_with_each_move(anna: User, bob: User) -> None:
    match = await sync_to_async(begun)(anna, bob)
    client = Client(f"matches/{match.pk}", await sync_to_async(token)(anna))
    status, headers = await client.begin()
    assert (status, headers["content-type"]) == (200, "application/x-ndjson; charset=utf-8")
    assert (headers["content-encoding"], headers["x-accel-buffering"]) == ("identity", "no")
    first = await client.line()
    assert (first["type"], first["match"], first["seq"], first["moves"]) == ("match", match.pk, match.version, [])
    assert first["position"]["racks"]["first"]
    assert first["position"]["racks"]["second"] is None
    moved = await sync_to_async(play_on)(match, 1)
    line = await client.line()
    assert (line["seq"], [move["ply"] for move in line["moves"]]) == (moved.version, [1])
    await sync_to_async(play_on)(match, 1)
    assert [move["ply"] for move in (await client.line())["moves"]] == [2]
    await client.leave()
    assert match.pk not in {pk for _loop, _kind, pk in MatchAudience._all}  # other loops' are of other tests


async def test_who_comes_again_gets_what_is_new_and_nothing_else(anna: User, bob: User) -> None:
    match = await sync_to_async(begun)(anna, bob)
    match = await sync_to_async(play_on)(match, 2)
    same = Client(f"matches/{match.pk}?after={match.version}")
    await same.begin()
    older = Client(f"matches/{match.pk}", last_event_id=f"{match.pk}:{match.version - 1}")
    await older.begin()
    assert [move["ply"] for move in (await older.line())["moves"]] == [1, 2]
    await sync_to_async(play_on)(match, 1)
    assert [move["ply"] for move in (await same.line())["moves"]] == [3]
    for client in (same, older):
        await client.leave()


async def test_a_visitor_sees_what_spectators_see_and_the_end_ends_the_stream(anna: User, bob: User) -> None:
    match = await sync_to_async(play_on)(await sync_to_async(begun)(anna, bob), 2)
    client = Client(f"matches?ids={match.pk}", accept="text/event-stream")
    _status, headers = await client.begin()
    assert headers["content-type"] == "text/event-stream; charset=utf-8"
    number, data = (await client.body()).removesuffix("\n\n").split("\n")
    assert number == f"id: {match.pk}:{match.version}"
    state = json.loads(data.removeprefix("data: "))
    assert (state["you"], state["seed"]) == (None, None)
    assert state["position"]["racks"] == {"first": None, "second": None}
    await sync_to_async(resign)(match.pk, bob)
    end = json.loads((await client.body()).split("data: ")[1])
    assert (end["ending"], end["winner"]) == ("resigned", "first")
    assert json.loads((await client.body()).removeprefix("data: ")) == {
        "type": "bye", "reason": "finished", "retry_in": None,
    }  # fmt: skip
    assert await client.body() == ""
    await client.ended()


async def test_a_lost_event_is_made_up_for(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await sync_to_async(begun)(anna, bob)
    monkeypatch.setattr(streams, "PING", 0.02)
    monkeypatch.setattr("games.matches.live.streams.FRESH", 0)
    mine = Client("events", await sync_to_async(token)(bob))
    client = Client(f"matches/{match.pk}")
    for one in (mine, client):
        await one.begin()
        await one.line()
    with monkeypatch.context() as lost:
        lost.setattr("core.live.fanout.publish", lambda *_topics, **_here: None)
        await sync_to_async(play_on)(match, 1)
    assert (await client.line())["ply"] == 1
    assert (await mine.line())["type"] == "match.turn"
    for one in (mine, client):
        await one.leave()


async def test_my_events_are_what_there_is_and_then_what_happens(anna: User, bob: User) -> None:
    first = await sync_to_async(begun)(anna, bob)
    client = Client("events", await sync_to_async(token)(bob, "profile:read"))
    await client.begin()
    state = await client.line()
    assert (state["type"], [one["match"] for one in state["matches"]], state["challenges"]) == ("state", [first.pk], [])
    await sync_to_async(play_on)(first, 1)
    turn = await client.line()
    assert (turn["type"], turn["match"]["match"], turn["match"]["ply"]) == ("match.turn", first.pk, 1)
    offer = await sync_to_async(make_offer)(
        challenger=anna,
        opponent=bob,
        kind=Offer.Kind.DIRECT,
        game_slug="summy",
        options=games()["summy"].options_type(),
    )
    line = await client.line()
    assert (line["type"], line["challenge"]["challenger"]["name"], line["challenge"]["game"]) == (
        "challenge.received", "anna", "summy",
    )  # fmt: skip
    await sync_to_async(withdraw_offer)(offer.pk, anna)
    assert (await client.line())["type"] == "challenge.withdrawn"
    await client.leave()
    await sync_to_async(resign)(first.pk, anna)
    again = Client(f"events?after={line['seq']}", await sync_to_async(token)(bob))
    await again.begin()
    assert (await again.line())["matches"] == []
    missed = [await again.line(), await again.line()]
    assert {one["type"] for one in missed} == {"match.ended", "challenge.withdrawn"}
    await again.leave()


async def talk(client: Client) -> Line:
    """Return the next message of a chat."""
    line = await client.line()
    assert line["type"] == "chat", line
    message: Line = line["message"]
    return message


async def test_a_stream_tells_of_the_chat_that_its_reader_may_read(anna: User, bob: User, carl: User) -> None:
    match = await sync_to_async(begun)(anna, bob)
    await sync_to_async(say)(match, anna, text="hello bob")
    client = Client(f"matches/{match.pk}?chat=0", await sync_to_async(token)(bob), accept_language="de")
    beside = Client(f"matches/{match.pk}?chat=0", await sync_to_async(token)(carl, "chat:write"))
    for one in (client, beside):
        await one.begin()
        assert (await one.line())["type"] == "match"
    first = await talk(client)
    assert (first["author"], first["text"], first["room"]) == ("anna", "hello bob", "players")
    await sync_to_async(say)(match, bob, phrase="luck")
    own = await talk(client)
    assert (own["author"], own["text"], own["phrase"]) == ("bob", "Viel Glück!", "luck")
    await sync_to_async(say)(match, carl, text="nice")
    assert ((await talk(beside))["room"],) == ("watchers",)  # and not what the players said before
    await sync_to_async(Mute.objects.create)(by=bob, of=anna)
    await sync_to_async(say)(match, anna, text="unheard")
    last = await sync_to_async(say)(match, bob, text="still here")
    assert (await talk(client))["id"] == last.pk
    await sync_to_async(Message.objects.filter(pk=last.pk).update)(text="", erased_at=clock.now())
    await sync_to_async(announce)(match.pk)
    assert ((await talk(client))["id"], last.pk) == (last.pk, last.pk)
    for one in (client, beside):
        await one.leave()
    assert match.pk not in {pk for _loop, _kind, pk in MatchAudience._all}


async def test_the_chat_of_a_stream_is_resumed(anna: User, bob: User) -> None:
    match = await sync_to_async(begun)(anna, bob)
    words = [await sync_to_async(say)(match, anna, text=f"line {number}") for number in range(3)]
    await Message.objects.aupdate(made_at=clock.now() - timedelta(hours=1))
    secret = await sync_to_async(token)(bob)
    client = Client(f"matches?ids={match.pk}&after={match.pk}:{match.version}&chat={words[1].pk}", secret)
    await client.begin()
    assert (await talk(client))["id"] == words[2].pk
    late = await sync_to_async(say)(match, anna, text="late")
    assert (await talk(client))["id"] == late.pk
    await client.leave()
    again = Client(f"matches/{match.pk}?after={match.version}&chat={late.pk}", secret)
    await again.begin()
    assert (await talk(again))["id"] == late.pk  # another of the last minute may have been written meanwhile
    await again.leave()


async def test_only_streams_that_ask_and_may_get_the_chat(anna: User, bob: User) -> None:
    match = await sync_to_async(begun)(anna, bob)
    await sync_to_async(say)(match, anna, text="hello")
    secret = await sync_to_async(token)(bob, "matches:play")
    for key, chat, status in (("", "0", 401), (secret, "0", 403), (secret, "x", 422)):
        client = Client(f"matches/{match.pk}?chat={chat}", key)
        assert (await client.begin())[0] == status
        await client.ended()
    quiet = Client(f"matches/{match.pk}", await sync_to_async(token)(bob))
    await quiet.begin()
    await quiet.line()
    await sync_to_async(say)(match, anna, text="more")
    await sync_to_async(play_on)(match, 1)
    assert (await quiet.line())["type"] == "match"
    await quiet.leave()


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("events", 401, "unauthenticated"),
        ("matches/0000000000", 404, "not_found"),
        ("matches", 422, "bad_ids"),
        ("matches?ids=" + ",".join(f"{number:010}" for number in range(21)), 422, "bad_ids"),
        ("matches/0000000000?after=x", 422, "bad_after"),
    ],
)
async def test_refusals_are_problems(anna: User, path: str, status: int, code: str) -> None:
    client = Client(path)
    assert (await client.begin())[0] == status
    assert json.loads(await client.body())["code"] == code
    await client.ended()


async def test_a_stream_is_got_and_nothing_else(anna: User) -> None:
    for method in ("HEAD", "POST", "DELETE"):
        client = Client("events", method=method)
        status, headers = await client.begin()
        assert (status, headers["allow"], headers["content-type"]) == (405, "GET, OPTIONS", "application/problem+json")
        await client.ended()
    asked = Client("events", method="OPTIONS", origin="https://example.org")
    status, headers = await asked.begin()
    assert (status, "authorization" in headers["access-control-allow-headers"].lower()) == (204, True)


async def test_a_token_without_the_scope_is_told_so_and_sees_no_tiles(anna: User, bob: User) -> None:
    match = await sync_to_async(begun)(anna, bob)
    secret = await sync_to_async(token)(anna, "puzzles:play")
    client = Client("events", secret)
    assert (await client.begin())[0] == 403
    assert json.loads(await client.body())["code"] == "missing_scope"
    watching = Client(f"matches/{match.pk}", secret)
    await watching.begin()
    assert (await watching.line())["position"]["racks"]["first"] is None
    await watching.leave()
    wrong = Client(f"matches/{match.pk}", secret[:-1])
    assert (await wrong.begin())[0] == 401


async def test_the_end_of_a_token_ends_its_streams(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PING", 0.02)
    match = await sync_to_async(begun)(anna, bob)
    client = Client(f"matches/{match.pk}", await sync_to_async(token)(anna))
    await client.begin()
    await client.line()
    await AccessToken.objects.all().adelete()
    assert await client.line() == {"type": "bye", "reason": "token", "retry_in": None}


async def test_an_account_and_an_address_have_only_so_many(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.STREAMS_PER_ACCOUNT = 1
    secret = await sync_to_async(token)(anna)
    first, second = Client("events", secret), Client("events", secret)
    for client in (first, second):
        await client.begin()
        await client.line()
    assert (await first.line())["reason"] == "replaced"
    monkeypatch.setattr(served.open, "each", 1)
    status, headers = await Client("matches/0000000000").begin()
    assert (status, headers["content-type"]) == (429, "application/problem+json")
    await second.leave()
    assert (served.of_account, served.open._taken) == ({}, 0)


@pytest.mark.slow
@pytest.mark.parametrize("who", ["anna", "bob", "carl", "visitor"])
@pytest.mark.parametrize("slug", ["digifeud", "summy"])
async def test_no_stream_depends_on_what_its_reader_does_not_know(
    anna: User, bob: User, carl: User, monkeypatch: pytest.MonkeyPatch, slug: str, who: str
) -> None:
    match = await sync_to_async(running)(anna, bob, slug)
    person = {"anna": anna, "bob": bob, "carl": carl}.get(who)
    secret = await sync_to_async(token)(person) if person else ""
    for author in (anna, bob, carl):
        await sync_to_async(say)(match, author, phrase="hello")
    before = await first_lines(match, secret)
    in_another_world(match, match.seat_of(person), monkeypatch)
    assert await first_lines(match, secret) == before
    assert before[0]["position"]["squares"]


async def first_lines(match: Match, secret: str) -> list[Line]:
    """Return the first line of each stream that can tell of the match."""
    paths = [f"matches/{match.pk}", f"matches?ids={match.pk}&after={match.pk}:{match.version - 1}"]
    paths += [f"matches/{match.pk}?after={match.version}&chat=0", "events"] if secret else []
    found = []
    for path in paths:
        client = Client(path, secret)
        await client.begin()
        line = await client.line()
        found.append({**line, "seq": 0} if line["type"] == "state" else line)
        await client.leave()
    return found


async def test_no_stream_tells_of_a_sealed_move(anna: User, bob: User, carl: User) -> None:
    """All may know that a move is sealed on a board of a cup, but no player is sent which."""

    def sealed() -> Match:
        board = move(play_rounds(boards_in(mirrored(anna, bob)), 1)[1])
        for reader in (anna, bob, carl):
            say(board, reader, phrase="hello")
        return board

    board, seen = await sync_to_async(sealed)(), list[list[Line]]()
    for person in (anna, bob, carl, None):
        secret = await sync_to_async(token)(person) if person else ""
        for text in (board.sealed_move, "swap 5", ""):
            await Match.objects.filter(pk=board.pk).aupdate(sealed_move=text)
            positions.forget_match(board.pk)
            seen.append(await first_lines(board, secret))
        assert seen[-3] == seen[-2] != seen[-1]


async def test_that_would_see_a_leak(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await sync_to_async(running)(anna, bob, "digifeud")
    secret = await sync_to_async(token)(anna)

    async def racks() -> object:
        client = Client(f"matches/{match.pk}", secret)
        await client.begin()
        line = await client.line()
        await client.leave()
        return line["position"]["racks"]

    before = await racks()
    in_another_world(match, Seat.SECOND, monkeypatch)
    assert await racks() != before
