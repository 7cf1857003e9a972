"""Offers of anna's, a lobby full of people, and several things happening at the same instant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games.catalogue import games
from games.lobby.models import Offer
from games.lobby.services import make_offer
from games.matches import positions

Links = Callable[[Offer, str], str]


@pytest.fixture(autouse=True)
def _fresh_memory() -> Iterator[None]:
    """Every test begins like a server that has just started."""
    positions.forget_all()
    yield


def offer_by(challenger: User, **terms: Any) -> Offer:
    """An offer of a match at Digifeud; open to anybody unless `terms` say otherwise."""
    terms.setdefault("options", games()["digifeud"].Options())
    return make_offer(challenger=challenger, game_slug="digifeud", **terms)


def challenge_to(opponent: User, by: User, **terms: Any) -> Offer:
    """A direct challenge."""
    return offer_by(by, kind=Offer.Kind.DIRECT, opponent=opponent, **terms)


def link_by(challenger: User, **terms: Any) -> Offer:
    """A challenge link."""
    return offer_by(challenger, kind=Offer.Kind.LINK, **terms)


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each act gave or raised, in their order, when all were begun at the same instant in threads of their own."""
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
