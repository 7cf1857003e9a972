"""The Python client against a running site: its methods, its streams, refusals, and its sample bots."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import subprocess
import sys
import typing
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import unasync
from numgames_client import AsyncClient, Client, Problem, StreamEnded, types
from numgames_client.calls import Place, Retries
from numgames_client.webhooks import Verifier
from pytest_django import Settings

from core import clock
from games.webhooks.keys import public_keys, signed_headers
from numgames.api import api
from tests.clients.two_bots import GAMES, MAKE, STREAMING, TOLD
from tests.ops.pairs import shell
from tests.serving import Site, running
from tests.sizes import cases

HOME = Path(__file__).parents[2] / "clients" / "python"
SHAPES = {"Head": "MatchHead"}  # of other names than the schema's, which may end with "Data"
STREAMED = {"moves", "seq", "type"}  # members of a match in streams


class Bots(typing.NamedTuple):
    """A site, and the tokens of two bots."""

    site: Site
    secrets: list[str]


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bots]:
    """Return a running site with two bots."""
    with running(tmp_path_factory.mktemp("site"), env={"API_COSTLY_LIMIT": "1000/m/token"}) as site:
        yield Bots(site, shell(site, MAKE))


def match_of(one: Client, other: Client, game: str = "sudoku") -> str:
    """Return a new match of the owners of these two tokens."""
    match = other.answer(one.challenge(game, TOLD)["challenge"])["match"]
    assert match
    return match


def test_the_client_without_asyncio_is_made_of_the_other() -> None:
    modules = [(HOME / "numgames_client" / name).read_text() for name in ("aio.py", "sync.py")]
    assert ast.dump(ast.parse(unasync.unasynced(modules[0]))) == ast.dump(ast.parse(modules[1]))


def test_its_types_have_the_members_of_the_schema() -> None:
    shapes = json.loads(json.dumps(api.get_openapi_schema()))["components"]["schemas"]
    for name, kind in vars(types).items():
        if typing.is_typeddict(kind):
            shape = shapes[SHAPES.get(name, name if name in shapes else f"{name}Data")]
            members = {*typing.get_type_hints(kind)} - (STREAMED if name == "Match" else set())
            assert members == {*shape["properties"]}, name


@pytest.mark.slow
@pytest.mark.any_stack
def test_both_clients_play_and_read(bots: Bots) -> None:
    with Client(bots.site.url, bots.secrets[0]) as one, Client(bots.site.url, bots.secrets[1]) as other:
        match = match_of(one, other)
        assert {one.me()["name"], other.me()["name"]} == {STREAMING, TOLD}
        [turn] = one.turns() + other.turns()
        mover, waiting = (one, other) if one.match(match)["you"] == turn["to_move"] else (other, one)
        legal = mover.legal_moves(match)
        [first, *_more] = legal["moves"]
        assert mover.preview(match, first["move"])[0]["points"] == first["points"]
        after = mover.play(match, 1, first["move"])
        assert (mover.play(match, 1, first["move"]), after["ply"]) == (after, 1)
        assert [move["move"] for move in one.moves(match)] == [first["move"]]
        with pytest.raises(Problem) as refused:
            mover.play(match, 2, first["move"])
        assert (refused.value.status, refused.value.code) == (409, "not_your_turn")
        assert refused.value.data["match"]["ply"] == 1
        assert waiting.say(match, "hello", key="1")["text"] == "hello"
        assert [message["text"] for message in mover.chat(match)] == ["hello"]
        assert next(mover.stream_chat(match))["text"] == "hello"
        assert {game["game"] for game in one.games()} >= {*GAMES}
        assert one.game("summy")["name"] == "Summy"
        assert one.player(TOLD)["name"] == TOLD
        assert match in {head["match"] for head in one.matches(TOLD, state="running")}
        assert (one.ratings(TOLD), one.challenges(), one.own_challenges(), one.daily_puzzles()) == ([], [], [], [])
        for ask in (one.puzzle, one.give_up, lambda puzzle: one.solve(puzzle, "a1")):
            with pytest.raises(Problem, match="not_found"):
                ask("nonsense/../?")
        assert other.act(match, "resign")["ending"] == "resigned"
        assert one.file(match)["match"] == match
        second = match_of(one, other)
        other.act(second, "resign")
        ended = [state["match"] for state in one.stream_matches([match, second]) if state["finished"]]
        assert ended == [match, second]


@pytest.mark.slow
@pytest.mark.any_stack
async def test_a_stream_goes_on_after_a_restart_and_misses_nothing(bots: Bots) -> None:
    clients, plies, place = [Client(bots.site.url, secret) for secret in bots.secrets], list[int](), Place()
    match = match_of(clients[0], clients[1])
    async with AsyncClient(bots.site.url, bots.secrets[0]) as reader:
        async for state in reader.stream_match(match, place):
            plies += [move["ply"] for move in state["moves"]]
            if state["ply"] == 2 and plies == [1, 2]:
                await asyncio.to_thread(bots.site.restart)
            if state["ply"] < 4:
                mover = clients[0] if state["to_move"] == state["you"] else clients[1]
                legal = await asyncio.to_thread(mover.legal_moves, match)
                await asyncio.to_thread(mover.play, match, legal["ply"], legal["moves"][0]["move"])
            elif not state["finished"]:
                await asyncio.to_thread(clients[0].act, match, "resign")
    assert plies == [1, 2, 3, 4]
    assert place.seen == {match: clients[0].match(match)["version"]}
    for client in clients:
        client.close()


@pytest.mark.slow
@pytest.mark.any_stack
@cases("game", GAMES, default=["sudoku"])
def test_sample_bots_play_a_whole_match(game: str, bots: Bots) -> None:
    program = HOME / "examples" / f"{game}_bot.py"
    assert len(program.read_text().splitlines()) <= 40
    programs = [
        subprocess.Popen(
            [sys.executable, program, bots.site.url, *opponent],
            env=os.environ | {"PYTHONPATH": str(HOME), "NUMGAMES_TOKEN": secret},
            text=True,
            stdout=subprocess.PIPE,
        )
        for secret, opponent in zip(bots.secrets, ([TOLD], []), strict=True)
    ]
    results = [one.communicate(timeout=300)[0].split() for one in programs]
    assert results[0] == results[1]
    assert results[0][0] in ("first", "second", "draw")


def test_a_stream_is_resumed_where_it_was() -> None:
    place = Place()
    assert place.take('{"type": "ping"}') is None
    for match, seq in (("a", 3), ("b", 1), ("a", 4)):
        assert place.take(json.dumps({"type": "match", "match": match, "seq": seq, "ply": 0, "moves": []}))
    assert place.after == "a:4,b:1"
    assert place.take('{"type": "bye", "reason": "restart", "retry_in": 2.5}') is None
    assert place.pause() == 2.5
    pauses = [place.pause() or 0.0 for _failure in range(12)]
    assert 0 < pauses[0] < 1 < pauses[-1] <= 30
    place.take('{"type": "bye", "reason": "finished", "retry_in": null}')
    assert place.pause() is None
    with pytest.raises(StreamEnded, match="token"):
        place.take('{"type": "bye", "reason": "token", "retry_in": null}')


def test_what_is_limited_is_sent_again_when_the_site_says() -> None:
    limited, missing = httpx.Response(429, headers={"Retry-After": "7"}), httpx.Response(404)
    assert 7 < (Retries(60, is_safe=False).pause_after(limited) or 0) < 8
    assert Retries(5, is_safe=False).pause_after(limited) is None
    assert Retries(60, is_safe=True).pause_after(missing) is None
    assert Retries(60, is_safe=True).pause_after(httpx.ReadError("cut")) is not None
    assert Retries(60, is_safe=False).pause_after(httpx.ReadError("cut")) is None
    assert Retries(60, is_safe=False).pause_after(httpx.ConnectError("down")) is not None


def test_a_webhook_is_known_by_its_signature_and_taken_once(settings: Settings) -> None:
    settings.SECRET_KEY_FALLBACKS = ["the former key"]
    body, verifier = b'{"type": "test"}', Verifier(public_keys()[1:])
    headers, now = signed_headers(body, clock.now()), clock.now().timestamp()
    assert not verifier.is_genuine(headers, body + b" ", now)
    assert not verifier.is_genuine(headers | {"Numgames-Signature": "a=b"}, body, now)
    assert not verifier.is_genuine(headers, body, now + 301)
    assert not verifier.is_genuine({}, body, now)
    assert verifier.is_genuine({name.upper(): value for name, value in headers.items()}, body, now)
    assert not verifier.is_genuine(headers, body, now)


@pytest.mark.slow
@pytest.mark.any_stack
def test_an_ended_token_ends_the_stream_with_a_refusal(bots: Bots) -> None:
    with Client(bots.site.url, "ng_nothing") as client, pytest.raises(Problem) as refused:
        next(iter(client.stream_events()))
    assert (refused.value.status, refused.value.code) == (401, "unauthenticated")
