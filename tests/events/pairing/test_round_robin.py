"""Round robins: all meet once, with fair seats and byes."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from games.events.pairing.round_robin import missed, open_pairs, pairs, rounds
from games.events.pairing.values import Pair, Result


@pytest.mark.parametrize("count", range(2, 31))
def test_each_two_meet_once_and_no_one_plays_twice_in_a_round(count: int) -> None:
    schedule = rounds(count)
    met = Counter(frozenset(match) for matches in schedule for match in matches if None not in match)
    assert met == Counter(map(frozenset, combinations(range(count), 2)))
    for matches in schedule:
        assert sorted(player for match in matches for player in match if player is not None) == list(range(count))
    assert len(schedule) == count - 1 + count % 2


@pytest.mark.parametrize("count", range(2, 31))
def test_each_is_first_half_of_the_time(count: int) -> None:
    matches = [match for matches in rounds(count) for match in matches if match[1] is not None]
    first = Counter(one for one, _other in matches)
    assert {abs(2 * first[player] - (count - 1)) for player in range(count)} == {1 - count % 2}


def test_no_one_plays_alone() -> None:
    assert rounds(0) == rounds(1) == ()


def test_the_seed_decides_who_has_which_number() -> None:
    players = (11, 12, 13, 14, 15)
    assert pairs(players, b"seed") == pairs(reversed(players), b"seed")
    assert len({pairs(players, bytes([seed])) for seed in range(20)}) > 15


def test_a_missed_match_is_won_by_the_other_and_drawn_if_both_miss_it() -> None:
    pair = Pair(11, 12)
    assert missed(pair, [11]) == Result(11, 12, 0, 2, absent=(11,))
    assert missed(pair, [12, 13]) == Result(11, 12, 2, 0, absent=(12,))
    assert missed(pair, [12, 11]) == Result(11, 12, 1, 1, absent=(11, 12))


def test_open_pairs_are_those_without_a_result() -> None:
    assert open_pairs([13, 11, 12], [Result(12, 11, 2, 0)]) == (Pair(11, 13), Pair(12, 13))
