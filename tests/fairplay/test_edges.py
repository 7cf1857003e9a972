"""Which matches are compared, and until when their analysis is waited for."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from games.analysis.models import Analysis
from games.analysis.services import FEWEST_MOVES
from games.fairplay import services
from games.jobs.hooks import Postponed
from games.matches.models import Match
from tests.alike import one
from tests.events.cups import NOW

SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def _noon(db: None) -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


def played(**facts: object) -> Match:
    usual = {"game_slug": "digifeud", "rated": True, "ply": FEWEST_MOVES, "finished_at": NOW}
    return one(Match, **usual | facts)


@pytest.mark.parametrize(
    ("facts", "is_compared"),
    [
        ({}, True),
        ({"ply": FEWEST_MOVES - 1}, False),
        ({"rated": False}, False),
        ({"voided_at": NOW}, False),
        ({"finished_at": None}, False),
        ({"game_slug": "chess"}, False),
    ],
)
def test_rated_matches_of_some_moves_are_compared(facts: dict[str, object], is_compared: bool) -> None:
    match = played(**facts)
    if is_compared:
        with pytest.raises(Postponed):  # until it is analysed
            services.compare(match)
    else:
        services.compare(match)


def test_a_board_of_a_mirror_match_is_not_compared() -> None:
    services.compare(played(twin=one(Match)))


@pytest.mark.parametrize(("late", "waits"), [(timedelta(), True), (SECOND, False)])
def test_an_analysis_is_waited_for_two_days(late: timedelta, waits: bool) -> None:
    match = played(finished_at=NOW - services.GIVEN_UP - late)
    if waits:
        with pytest.raises(Postponed):
            services.compare(match)
    else:
        services.compare(match)


def test_a_failed_analysis_is_not_waited_for() -> None:
    match = played()
    assert services._is_given_up(match, Analysis(match=match, state=Analysis.State.FAILED))
    assert not services._is_given_up(match, Analysis(match=match, state=Analysis.State.ASKED))
    assert not services._is_given_up(match, None)
