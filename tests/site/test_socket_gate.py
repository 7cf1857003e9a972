"""The gates of sockets: handshakes and first messages take turns, and one address leaves places to others."""

from __future__ import annotations

import asyncio

import pytest

from core.clients import Application, AsgiMessage, Receive, Scope, Send
from core.live.page_socket import TRY_AGAIN
from numgames.priorities import spreads_of
from numgames.serving import gate
from numgames.serving.gate import Answered, GatedSockets

PATIENCE = 0.1  # seconds
ANNA, BOB, CARL = "192.0.2.1", "192.0.2.2", "192.0.2.3"


async def soon() -> None:
    for _turn in range(60):
        await asyncio.sleep(0)


class Socket:
    """A page that opens a socket."""

    def __init__(self, sockets: Application, name: str, address: str = ANNA) -> None:
        self.heard: list[AsgiMessage] = []
        self.to_server: asyncio.Queue[AsgiMessage] = asyncio.Queue()
        self.to_server.put_nowait({"type": "websocket.connect"})
        scope = {"type": "websocket", "path": name, "headers": [], "client": (address, 1)}
        self.task = asyncio.ensure_future(sockets(scope, self.to_server.get, self._hear))

    async def _hear(self, event: AsgiMessage) -> None:
        self.heard.append(event)

    @property
    def kinds(self) -> list[str]:
        return [event["type"].removeprefix("websocket.") for event in self.heard]

    def say(self) -> None:
        self.to_server.put_nowait({"type": "websocket.receive"})

    async def leave(self) -> None:
        self.to_server.put_nowait({"type": "websocket.disconnect"})
        await self.task


class Chat:
    """An application that accepts sockets, and answers each message once it may."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.asked: list[str] = []
        self.may_accept, self.may_answer = asyncio.Event(), asyncio.Event()
        self.may_accept.set()
        self.may_answer.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "websocket.connect"
        self.opened.append(scope["path"])
        await self.may_accept.wait()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            self.asked.append(scope["path"])
            await self.may_answer.wait()
            await send({"type": "websocket.send", "text": "hello"})


@pytest.fixture
def chat() -> Chat:
    return Chat()


def sockets_of(chat: Application, *, at_once: int = 1, patience: float = 10.0, each: int = 1_000) -> Application:
    return Answered(GatedSockets(chat, at_once=at_once, patience=patience, each=each))


REFUSED = [{"type": "websocket.accept"}, {"type": "websocket.close", "code": TRY_AGAIN}]


async def test_handshakes_are_made_one_after_the_other(chat: Chat) -> None:
    chat.may_accept.clear()
    sockets = sockets_of(chat)
    anna, bob = Socket(sockets, "anna"), Socket(sockets, "bob", BOB)
    await soon()
    assert chat.opened == ["anna"]
    chat.may_accept.set()
    await soon()
    assert anna.kinds == bob.kinds == ["accept"]
    await asyncio.gather(anna.leave(), bob.leave())


async def test_first_messages_are_answered_one_after_the_other_and_later_ones_at_once(chat: Chat) -> None:
    sockets = sockets_of(chat)
    anna, bob = Socket(sockets, "anna"), Socket(sockets, "bob", BOB)
    await soon()
    chat.may_answer.clear()
    anna.say()
    bob.say()
    await soon()
    assert chat.asked == ["anna"]
    chat.may_answer.set()
    await soon()
    assert chat.asked == ["anna", "bob"]
    assert anna.kinds == bob.kinds == ["accept", "send"]
    chat.may_answer.clear()
    anna.say()
    bob.say()
    await soon()
    assert chat.asked == ["anna", "bob", "anna", "bob"]
    chat.may_answer.set()
    await asyncio.gather(anna.leave(), bob.leave())


async def test_sockets_that_say_nothing_hold_no_place(chat: Chat) -> None:
    sockets = sockets_of(chat)
    silent = [Socket(sockets, str(number)) for number in range(100)]
    bob = Socket(sockets, "bob", BOB)
    bob.say()
    while bob.kinds != ["accept", "send"]:
        await soon()
    await asyncio.gather(bob.leave(), *(page.leave() for page in silent))


async def test_a_flood_of_one_address_leaves_half_of_the_places_to_others(chat: Chat) -> None:
    sockets = sockets_of(chat, at_once=8)
    chat.may_accept.clear()
    flood = [Socket(sockets, "flood") for _socket in range(50)]
    bob = Socket(sockets, "bob", BOB)
    await soon()
    assert chat.opened == ["flood", "bob"]
    chat.may_accept.set()
    await asyncio.gather(bob.leave(), *(page.leave() for page in flood))


async def test_a_message_that_is_never_answered_gives_its_place_back(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "OPENING", 0.05)
    chat.may_answer.clear()
    sockets = sockets_of(chat)
    anna, bob = Socket(sockets, "anna"), Socket(sockets, "bob", BOB)
    anna.say()
    bob.say()
    async with asyncio.timeout(5):
        while chat.asked != ["anna", "bob"]:
            await asyncio.sleep(0.01)
    for page in (anna, bob):
        page.task.cancel()
    await asyncio.gather(anna.task, bob.task, return_exceptions=True)


async def test_a_handshake_or_message_that_waits_too_long_is_told_to_try_again(chat: Chat) -> None:
    sockets = sockets_of(chat, patience=PATIENCE)
    anna, bob = Socket(sockets, "anna"), Socket(sockets, "bob", BOB)
    await soon()
    chat.may_answer.clear()
    anna.say()
    bob.say()
    await bob.task
    chat.may_accept.clear()
    carl, late = Socket(sockets, "carl", CARL), Socket(sockets, "late", BOB)
    await late.task
    assert bob.heard == late.heard == REFUSED
    chat.may_answer.set()
    chat.may_accept.set()
    await asyncio.gather(anna.leave(), carl.leave())


async def test_a_page_that_leaves_while_its_socket_waits_costs_no_work(chat: Chat) -> None:
    chat.may_accept.clear()
    sockets = sockets_of(chat)
    anna, bob, carl = (Socket(sockets, name) for name in ("anna", "bob", "carl"))
    await soon()
    bob.to_server.put_nowait({"type": "websocket.disconnect"})
    carl.say()
    chat.may_accept.set()
    await bob.task
    while carl.kinds != ["accept", "send"]:
        await soon()
    assert chat.opened == ["anna", "carl"]
    await asyncio.gather(anna.leave(), carl.leave())


async def test_a_network_has_so_many_sockets_and_gets_one_when_another_closes(chat: Chat) -> None:
    sockets = sockets_of(chat, each=2)
    annas = [Socket(sockets, "anna", f"2001:db8:1:2::{number}") for number in range(2)]
    one_more = Socket(sockets, "anna", "2001:db8:1:2:aaaa::")
    bob = Socket(sockets, "bob", "2001:db8:1:3::1")
    await one_more.task
    assert one_more.heard == REFUSED
    await asyncio.gather(bob.leave(), annas[0].leave())
    again = Socket(sockets, "anna", "2001:db8:1:2::1")
    await soon()
    await again.leave()
    assert again.kinds == ["accept"]
    await annas[1].leave()


async def test_a_socket_whose_application_fails_is_left_to_the_server(chat: Chat) -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        raise RuntimeError("this socket fails")

    with pytest.raises(RuntimeError):
        await Socket(sockets_of(broken), "anna").task


def test_a_crowd_comes_back_within_twenty_seconds_and_a_few_at_once() -> None:
    assert [spreads_of([b"/ws/lobby/"] * pages)[0] for pages in (0, 50, 1_000, 100_000)] == [0, 1, 20, 20]


def test_pages_of_matches_come_back_first_unless_nearly_all_are() -> None:
    for matches, share in ((10, 0.5), (500, 0.5), (900, 0.9), (1_000, 1.0)):
        paths = [b"/ws/matches/0123456789/"] * matches + [b"/ws/lobby/"] * (1_000 - matches)
        assert spreads_of(paths) == (20, 20 * share)
