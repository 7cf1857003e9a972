"""A match between anna and bob, watched by carl, and helpers for its chat."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import Client

from accounts.hooks import JsonObject
from accounts.models import User
from accounts.services import make_guest
from games.catalogue import games
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.time.control import TimeControl
from games.social.chat import chat_of
from numgames.asgi import application
from tests.sockets import PatientSocket

Connect = Callable[[str, User | None], Awaitable[PatientSocket]]
SECRET = "meet me at the mill"


@pytest.fixture
def match(anna: User, bob: User) -> Match:
    """Return a match that anna begins against bob."""
    options = games()["digifeud"].options_type()
    return start_match(
        game_slug="digifeud", options=options, first=anna, second=bob, time_control=TimeControl.correspondence(days=3)
    )


@pytest.fixture
def guest(db: None) -> User:
    """Return a guest."""
    return make_guest()


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Return a function that opens a socket to a match for a user or a visitor."""
    open_sockets: list[PatientSocket] = []

    async def open_socket(match_id: str, user: User | None) -> PatientSocket:
        headers = [(b"origin", b"http://localhost")]
        if user:
            browser = Client()
            await sync_to_async(browser.force_login)(user, settings.AUTHENTICATION_BACKENDS[0])
            cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
            headers.append((b"cookie", cookie.encode()))
        socket = PatientSocket(application, f"/ws/matches/{match_id}/", headers)
        await socket.connect()
        open_sockets.append(socket)
        return socket

    yield open_socket
    for socket in open_sockets:
        await socket.disconnect()


async def hello(socket: PatientSocket, **shown: str) -> None:
    """Send the first message of a page that shows these live partials, and receive the answer about the match."""
    await socket.send_to(json.dumps({"version": 0, "ply": 0, "shown": shown}))
    assert json.loads(await socket.receive_from()) == {"version": 0}


async def beside(socket: PatientSocket) -> str:
    """Return the partials beside the match in the next message."""
    message: JsonObject = json.loads(await socket.receive_from())
    return str(message["partials"])


def heard(match: Match, viewer: User) -> list[str]:
    """Return the messages that this viewer can read in the match, oldest first."""
    chat = chat_of(match, viewer)
    return [one.text for one in chat.messages] if chat else []
