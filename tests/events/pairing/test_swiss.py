"""Rounds of a Swiss system: never refused, fair byes, no one met twice without need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

import pytest
from rustworkx import PyGraph, max_weight_matching

from games.events.pairing.swiss import may_enter, pair, rounds_for
from games.events.pairing.values import Entrant, Pair, Result, bye
from tests.events.pairing.fields import any_end, played, rated
from tests.events.pairing.results import walkover
from tests.sizes import examples

SEED = b"published"
ANNA, BOB, CARL, DORA, EMIL = 1, 2, 3, 4, 5


def bye_counts(players: Iterable[int], past: Sequence[Result], number: int) -> dict[int, int]:
    """Return how many byes each is counted to have had; a missed round counts as one, several as one too."""
    byes = Counter(result.first for result in past if result.second is None)
    there = {(player, result.number) for result in past for player in result.players}
    return {
        player: byes[player] + any((player, earlier) not in there for earlier in range(1, number)) for player in players
    }


def least_repeats(players: Sequence[int], met: set[frozenset[int]], may_have_bye: Sequence[int]) -> int:
    """Return how many pairs must meet again: of a largest matching without repeats the rest is paired at will."""
    least = len(players)
    for alone in may_have_bye or [0]:
        rest = [player for player in players if player != alone]
        graph: PyGraph[int, int] = PyGraph()
        index = dict(zip(rest, graph.add_nodes_from(rest), strict=True))
        graph.add_edges_from([(index[a], index[b], 1) for a, b in combinations(rest, 2) if {a, b} not in met])
        least = min(least, len(rest) // 2 - len(max_weight_matching(graph, max_cardinality=True)))
        if least == 0:
            break
    return least


def checked_event(chance: Random, least: int, most: int) -> Counter[str]:
    """Play a Swiss event with late entries, withdrawals and returns, and check each round; return what happened."""
    count = chance.randrange(least, most + 1)
    rounds = chance.choice([rounds_for(count), rounds_for(count), chance.randrange(1, 12)])
    strengths = {player: chance.randrange(800, 2200) for player in range(1, count + 1)}
    late = {player for player in strengths if chance.random() < 0.1}
    present = set(strengths) - late
    away: set[int] = set()
    past: list[Result] = []
    seen: Counter[str] = Counter()
    for number in range(1, rounds + 1):
        if number > 1:
            leaving = {player for player in present if chance.random() < 0.06}
            coming = {player for player in away if chance.random() < 0.3}
            entering = {player for player in late if chance.random() < 0.4} if may_enter(number, rounds) else set()
            present, away, late = (present - leaving) | coming | entering, (away - coming) | leaving, late - entering
            seen.update(left=len(leaving), returned=len(coming), late=len(entering))
        pairs = pair(rated({player: strengths[player] for player in present}), past, SEED, number)
        seen.update(check_round(sorted(present), pairs, past, number))
        for one in pairs:
            gone = [player for player in one.players if one.second is not None and chance.random() < 0.03]
            past.append(walkover(one, gone, number) if gone else played(one, strengths, chance, number))
    return seen


def check_round(present: Sequence[int], pairs: Sequence[Pair], past: Sequence[Result], number: int) -> Counter[str]:
    """Check that all are paired once, that the bye is due, and that no pair meets again without need."""
    assert sorted(player for one in pairs for player in one.players) == list(present)
    alone = [one.first for one in pairs if one.second is None]
    assert len(alone) == len(present) % 2
    byes = bye_counts(present, past, number)
    fewest = [player for player in present if byes[player] == min(byes.values())]
    missed = {player for player in present if byes[player] > sum(r.players == {player} for r in past)}
    eligible = [player for player in fewest if player not in missed] or fewest
    assert set(alone) <= set(eligible)
    met = {result.players for result in past if result.second is not None}
    again = sum(one.players in met for one in pairs)
    if again:
        assert again == least_repeats(present, met, eligible if alone else [])
    had = Counter(result.first for result in past if result.second is None)
    return Counter(
        rounds=1,
        repeats=again,
        byes=len(alone),
        second_byes=sum(had[player] > 0 for player in alone),
        byes_for_returned=sum(player in missed for player in alone),
    )


def test_any_field_is_paired_with_fair_byes_and_no_needless_repeats() -> None:
    chance = Random(36)
    seen: Counter[str] = Counter()
    for _event in range(examples(40, 10_000)):
        seen += checked_event(chance, 3, 60)
    print(dict(seen))
    assert min(seen[what] for what in ("left", "returned", "late", "byes", "repeats")) > 0


def test_tiny_fields_are_paired_for_any_number_of_rounds() -> None:
    for count in range(1, 7):
        past: list[Result] = []
        chance = Random(count)
        for number in range(1, 20):
            pairs = pair([Entrant(player) for player in range(1, count + 1)], past, SEED, number)
            check_round(range(1, count + 1), pairs, past, number)
            past += [any_end(one, chance, number) for one in pairs]
        byes = Counter(result.first for result in past if result.second is None)
        if count % 2:
            assert max(byes.values()) - min(byes.values()) <= 1
    assert pair([], [], SEED, 1) == ()


def test_in_the_first_round_the_upper_half_meets_the_lower_half() -> None:
    pairs = pair([Entrant(player, 2000 - player) for player in range(1, 9)], [], SEED, 1)
    assert sorted(map(sorted, (one.players for one in pairs))) == [[1, 5], [2, 6], [3, 7], [4, 8]]


def test_winners_meet_winners() -> None:
    past = [Result(1, 5, 2, 0), Result(2, 6, 2, 0), Result(3, 7, 2, 0), Result(4, 8, 2, 0)]
    pairs = pair([Entrant(player, 2000 - player) for player in range(1, 9)], past, SEED, 2)
    assert sorted(map(sorted, (one.players for one in pairs))) == [[1, 3], [2, 4], [5, 7], [6, 8]]


def test_the_bye_goes_to_the_last_who_had_none() -> None:
    past = [Result(ANNA, BOB, 2, 0), Result(CARL, DORA, 2, 0), bye(EMIL, 1)]
    pairs = pair([Entrant(player, 2000 - player) for player in range(1, 6)], past, SEED, 2)
    assert pairs[-1] == Pair(DORA, None)


def test_who_left_and_came_back_gets_no_bye_for_it() -> None:
    """Emil, the last, missed the first round; anna, bob and carl were there."""
    past = [Result(ANNA, BOB, 2, 0), Result(CARL, DORA, 2, 0)]
    entrants = [Entrant(ANNA, 1500), Entrant(BOB, 1400), Entrant(CARL, 1300), Entrant(DORA, 1200), Entrant(EMIL, 900)]
    assert pair(entrants, past, SEED, 2)[-1] == Pair(DORA, None)


def test_late_entry_ends_when_half_of_the_rounds_are_over() -> None:
    assert [max(number for number in range(1, 12) if may_enter(number, rounds)) for rounds in range(1, 8)] == [
        1, 2, 2, 3, 3, 4, 4,
    ]  # fmt: skip


@pytest.mark.parametrize(("count", "rounds"), [(0, 0), (1, 0), (2, 1), (3, 3), (4, 3), (8, 4), (9, 5), (60, 7)])
def test_the_number_of_rounds_suits_the_field(count: int, rounds: int) -> None:
    assert rounds_for(count) == rounds


def test_seats_are_balanced() -> None:
    chance = Random(2)
    past: list[Result] = []
    for number in range(1, 8):
        pairs = pair([Entrant(player, 1000 + player) for player in range(1, 41)], past, SEED, number)
        past += [any_end(one, chance, number) for one in pairs]
    balances = [sum((r.first == player) - (r.second == player) for r in past) for player in range(1, 41)]
    assert max(map(abs, balances)) <= 3
    assert sum(abs(balance) > 1 for balance in balances) <= 8


def test_only_the_field_and_the_seed_decide() -> None:
    entrants = [Entrant(player, 1500) for player in range(1, 12)]
    assert pair(entrants, [], SEED, 1) == pair(entrants[::-1], [], SEED, 1)
    assert len({pair(entrants, [], bytes([seed]), 1) for seed in range(20)}) == 20


@pytest.mark.parametrize("number", range(examples(12, 200)))
def test_a_match_that_was_missed_says_nothing_of_seats(number: int) -> None:
    """Where both had sat is the same for all later rounds; seats count where both came."""
    chance = Random(number)
    entrants = rated({player: chance.randrange(800, 2200) for player in range(1, chance.randrange(4, 9))})
    past: list[Result] = []
    for round_number in range(1, 5):
        for one in pair(entrants, past, SEED, round_number):
            missing = [player for player in one.players if one.second is not None and chance.random() < 0.4]
            past.append(walkover(one, missing, round_number) if missing else any_end(one, chance, round_number))
        exchanged = [
            Result(one.second, one.first, one.second_points, one.first_points, one.number, one.absent)
            if one.absent and one.second is not None
            else one
            for one in past
        ]
        assert pair(entrants, past, SEED, round_number + 1) == pair(entrants, exchanged, SEED, round_number + 1)
