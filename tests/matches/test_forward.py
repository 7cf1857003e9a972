"""Caches of a match only go forward: what comes late, from a slower thread or process, replaces nothing newer."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from itertools import permutations

import pytest

from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.services import find_match
from tests.matches.conftest import play_on


@dataclass(frozen=True)
class Cache:
    """A cache of matches: how a state is put into it, what it holds, and how it is emptied."""

    put: Callable[[Match], object]
    held: Callable[[Match], int]
    clear: Callable[[], object]


def _version(match: Match) -> int:
    found = positions.cached_match(match.pk)
    assert found
    return found.version


CACHES = {
    "rooms": Cache(positions.cache_match, _version, positions.clear_matches),
    "positions": Cache(
        lambda match: positions.cache(match.pk, positions.replay_uncached(match, match.ply)),
        lambda match: positions._replays[match.pk].ply + match.version - match.ply,
        positions.clear,
    ),
}


@pytest.mark.parametrize("name", CACHES)
def test_it_holds_the_latest_state_in_whatever_order_they_come(match: Match, name: str) -> None:
    cache, states = CACHES[name], [copy(match)]
    for _move in range(2):
        states.append(copy(find_match(play_on(states[-1], 1).pk)))
    for order in permutations(states):
        cache.clear()
        newest = order[0].version
        for state in order:
            cache.put(state)
            newest = max(newest, state.version)
            assert cache.held(state) == newest + (state.version - state.ply) - (match.version - match.ply)


@pytest.mark.parametrize("name", CACHES)
def test_what_is_held_is_no_callers_to_change(match: Match, name: str) -> None:
    cache, version = CACHES[name], match.version
    cache.clear()
    cache.put(match)
    match.version, match.ply = version + 7, match.ply + 7
    assert cache.held(find_match(match.pk)) == version


def test_positions_are_bounded_by_their_turns(match: Match) -> None:
    latest = positions.replay(play_on(match, 2))
    for number in range(positions.CACHED):
        positions.cache(str(number), latest)
    held = len(positions._replays)
    positions.clear()
    assert held == positions.CACHED // (positions.START + 2)
