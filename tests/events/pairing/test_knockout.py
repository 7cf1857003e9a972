"""Knock-outs: seeds, byes, replays and absences."""

from __future__ import annotations

from random import Random

import pytest

from games.events.pairing.knockout import Bracket, Slot, bracket, seeding
from games.events.pairing.values import Entrant, Pair, Result
from tests.events.pairing.results import walkover

ANNA, BOB, CARL, DORA = 1, 2, 3, 4
SEEDS = (ANNA, BOB, CARL, DORA)


def finished(count: int, chance: Random, third_place: bool = False) -> tuple[Bracket, int]:
    """Play a bracket of players 1 (the best) to `count` to its end; return it and how often matches were played."""
    results: list[Result] = []
    for turn in range(200):
        made = bracket(range(1, count + 1), results, third_place)
        if not made.matches:
            return made, turn
        for tie, pair in made.matches:
            if chance.random() < 0.1:
                gone = [player for player in pair.players if chance.random() < 0.6]
                results.append(walkover(pair, gone, tie.number) if gone else Result(*pair_of(pair), 1, 1, tie.number))
            else:
                results.append(Result(*pair_of(pair), *chance.choice(((2, 0), (1, 1), (0, 2))), number=tie.number))
    raise AssertionError("the bracket does not end")


def pair_of(pair: Pair) -> tuple[int, int]:
    assert pair.second is not None
    return pair.first, pair.second


def test_the_best_meet_the_last_and_each_other_in_the_final_only() -> None:
    (first, second), final = bracket(SEEDS, []).rounds
    assert (first.first, first.second) == (ANNA, DORA)
    assert (second.first, second.second) == (BOB, CARL)
    assert (final[0].first, final[0].second) == (Slot.OPEN, Slot.OPEN)


@pytest.mark.parametrize("count", range(2, 40))
def test_byes_go_to_the_best(count: int) -> None:
    first = bracket(range(1, count + 1), []).rounds[0]
    byes = sorted(int(tie.winner) for tie in first if isinstance(tie.winner, int))
    assert byes == list(range(1, 2 * len(first) - count + 1))


def test_a_drawn_match_is_played_again_and_then_the_better_seed_goes_on() -> None:
    once = [Result(DORA, ANNA, 1, 1)]
    assert bracket(SEEDS, once).rounds[0][0].next_match == Pair(ANNA, DORA)
    tie = bracket(SEEDS, [*once, Result(ANNA, DORA, 1, 1)]).rounds[0][0]
    assert (tie.winner, tie.loser, tie.next_match) == (ANNA, DORA, None)


def test_who_is_absent_has_lost_and_if_both_are_the_next_opponent_has_a_bye() -> None:
    gone = [walkover(Pair(DORA, ANNA), [ANNA], 1), walkover(Pair(CARL, BOB), [BOB, CARL], 1)]
    made = bracket(SEEDS, gone, third_place=True)
    assert made.winner == DORA
    assert made.third is not None
    assert made.third.winner == ANNA


def test_the_losers_before_the_final_play_for_the_third_place() -> None:
    semifinals = [Result(DORA, ANNA, 0, 2, 1), Result(CARL, BOB, 2, 0, 1)]
    made = bracket(SEEDS, semifinals, third_place=True)
    assert {pair.players for _tie, pair in made.matches} == {frozenset({ANNA, CARL}), frozenset({BOB, DORA})}
    ended = bracket(SEEDS, [*semifinals, Result(CARL, ANNA, 0, 2, 2), Result(DORA, BOB, 0, 2, 2)], third_place=True)
    assert (ended.winner, ended.third and ended.third.winner) == (ANNA, BOB)


def test_any_bracket_ends_with_one_winner_or_with_none_if_all_are_absent() -> None:
    chance = Random(1)
    for count in range(1, 70):
        made, turns = finished(count, chance, third_place=count % 2 == 0)
        assert made.winner is not Slot.OPEN
        assert turns <= 2 * (count - 1).bit_length()
        losers = [tie.loser for ties in made.rounds for tie in ties if isinstance(tie.loser, int)]
        assert len(losers) == len(set(losers))
    assert bracket([], []).winner is Slot.EMPTY
    assert bracket([ANNA], []).winner == ANNA


def test_equal_ratings_are_seeded_by_lot() -> None:
    entrants = [Entrant(player, 1500) for player in range(1, 9)]
    assert len({seeding(entrants, bytes([seed])) for seed in range(20)}) == 20
    assert seeding([*entrants, Entrant(9, 1600)], b"seed")[0] == 9
    assert seeding(entrants, b"seed") == seeding(entrants[::-1], b"seed")
