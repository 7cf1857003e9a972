"""Offers, simultaneous requests, and sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from channels.db import database_sync_to_async
from django.db import connection
from django.db.models import F
from django.test import Client

from accounts.models import User
from games.catalogue import games
from games.lobby.lists import Lobby, compose, shared_lists
from games.lobby.models import Offer
from games.lobby.own import NOTHING, own_of
from games.lobby.services import make_offer
from games.matches.models import Match
from games.matches.time.control import USUAL_CORRESPONDENCE, USUAL_LIVE, TimeControl
from numgames.asgi import application
from tests.lobby.sockets import BACKEND, Connect, Socket, cookie_of


def offer_by(
    challenger: User,
    *,
    time_control: TimeControl = USUAL_CORRESPONDENCE,
    starts: str = Offer.Starts.RANDOM,
    kind: str = Offer.Kind.OPEN,
    opponent: User | None = None,
) -> Offer:
    """Make an offer of a match of Digifeud with the usual options, by default an open one."""
    return make_offer(
        challenger=challenger,
        game_slug="digifeud",
        options=games()["digifeud"].options_type(),
        time_control=time_control,
        starts=starts,
        kind=kind,
        opponent=opponent,
    )


def live_by(challenger: User, *, game_slug: str = "digifeud", rated: bool = False) -> Offer:
    """Make an open offer of a live match with the usual options."""
    options = games()[game_slug].options_type()
    return make_offer(challenger=challenger, game_slug=game_slug, options=options, time_control=USUAL_LIVE, rated=rated)


def move_in_all() -> None:
    """Have a move, just made, in every match."""
    Match.objects.update(ply=1, moved_at=F("moved_at") + timedelta(seconds=1))


def challenge_to(opponent: User, by: User, time_control: TimeControl = USUAL_CORRESPONDENCE) -> Offer:
    """Make a direct challenge."""
    return offer_by(by, kind=Offer.Kind.DIRECT, opponent=opponent, time_control=time_control)


def link_by(challenger: User) -> Offer:
    """Make a challenge link."""
    return offer_by(challenger, kind=Offer.Kind.LINK)


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Run all actions at the same time in threads; return the result or exception of each."""
    ready = Barrier(len(acts))
    outcomes: list[object] = [None] * len(acts)

    def run(number: int) -> None:
        ready.wait()
        try:
            outcomes[number] = acts[number]()
        except Exception as error:
            outcomes[number] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=[number]) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def lobby_of(viewer: User | None, only: str = "") -> Lobby:
    """Return the lobby as this viewer sees it, filtered to a game if it is known."""
    own = own_of([viewer])[viewer.pk] if viewer else NOTHING
    return compose(shared_lists(only), own, viewer)


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Return a function that opens sockets to the lobby, each for a player or a visitor."""
    open_sockets: list[Socket] = []

    async def open_socket(
        user: User | None = None, query: str = "", origin: bytes = b"http://localhost", language: bytes = b"en"
    ) -> Socket:
        headers = [(b"origin", origin), (b"accept-language", language)]
        if user:
            browser = Client()
            await database_sync_to_async(browser.force_login)(user, BACKEND)
            headers.append(cookie_of(browser))
        socket = Socket(application, f"/ws/lobby/{query}", headers)
        socket.accepted, _protocol = await socket.connect()
        open_sockets.append(socket)
        return socket

    yield open_socket
    for socket in open_sockets:
        await socket.disconnect()
