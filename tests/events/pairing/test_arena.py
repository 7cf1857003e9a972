"""Waves of an arena, and points with streaks."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from random import Random

from games.events.pairing.arena import GROUP, PATIENCE, Score, Waiting, score, table, wave
from games.events.pairing.values import Pair
from tests.sizes import examples

ANNA, BOB, CARL, DORA = 1, 2, 3, 4


def players_of(pairs: Iterable[Pair]) -> list[frozenset[int]]:
    return [pair.players for pair in pairs]


def test_neighbours_in_the_table_meet() -> None:
    field = [Waiting(player, 1500, rank) for rank, player in enumerate((ANNA, BOB, CARL, DORA), 1)]
    assert sorted(map(sorted, players_of(wave(field, 0, b"seed", 1)))) == [[ANNA, BOB], [CARL, DORA]]


def test_others_are_met_before_the_same_ones_again() -> None:
    met = {ANNA: BOB, BOB: ANNA, CARL: DORA, DORA: CARL}
    field = [Waiting(player, 1500, rank, (met[player],)) for rank, player in enumerate(met, 1)]
    assert frozenset({ANNA, BOB}) not in players_of(wave(field, 0, b"seed", 2))


def test_two_players_alone_meet_again_at_once() -> None:
    field = [Waiting(ANNA, 1500, 1, (BOB,)), Waiting(BOB, 1500, 2, (ANNA,))]
    assert players_of(wave(field, 0, b"seed", 2)) == [{ANNA, BOB}]


def test_who_may_get_another_opponent_waits_for_some_waves_and_not_for_ever() -> None:
    """Anna and bob have just met; carl and dora still play."""
    for waited in range(PATIENCE + 1):
        field = [Waiting(ANNA, 1500, 1, (BOB,), waited), Waiting(BOB, 1500, 2, (ANNA,), waited)]
        assert len(wave(field, 2, b"seed", 3)) == (waited == PATIENCE)


def test_of_three_the_one_who_has_waited_plays() -> None:
    field = [Waiting(ANNA, 1900, 1, (BOB,)), Waiting(BOB, 1850, 2, (ANNA,)), Waiting(CARL, 1000, 3, (), 1)]
    for number in range(20):
        (pair,) = wave(field, 0, b"seed", number)
        assert CARL in pair.players


def test_who_was_first_more_often_is_second() -> None:
    field = [Waiting(ANNA, 1500, 1, balance=1), Waiting(BOB, 1500, 2, balance=-1)]
    assert {wave(field, 0, b"seed", number)[0].first for number in range(20)} == {BOB}


def test_of_two_who_were_first_as_often_the_lot_decides() -> None:
    field = [Waiting(ANNA, 1500, 1), Waiting(BOB, 1500, 2)]
    assert {wave(field, 0, b"seed", number)[0].first for number in range(20)} == {ANNA, BOB}


def test_the_order_in_which_players_came_does_not_decide() -> None:
    for count in (5, GROUP + 4):
        field = [Waiting(player, 1500, 1 + player // 2) for player in range(1, count + 1)]
        pairs = wave(field, 0, b"seed", 1)
        assert wave(field[::-1], 0, b"seed", 1) == pairs
        assert wave([*field[1::2], *field[::2]], 0, b"seed", 1) == pairs


def test_of_any_number_at_most_one_waits_when_all_are_there() -> None:
    chance = Random(1)
    for count in (*range(examples(20, 200)), 121, 500):
        field = [Waiting(player, chance.randrange(800, 2200), player) for player in range(1, count + 1)]
        pairs = wave(field, 0, b"seed", 1)
        assert len(pairs) == count // 2
        assert len({player for pair in pairs for player in pair.players}) == 2 * (count // 2)


def test_after_two_wins_points_count_twice_until_a_match_is_not_won() -> None:
    assert score([2, 2, 2, 1, 2]) == Score((2, 2, 4, 2, 2), 12, 4, False)
    assert score([2, 2]) == Score((2, 2), 4, 2, True)
    assert score([2, 2, 0, 2]).counted == (2, 2, 0, 2)
    assert score([]) == Score()


def test_the_table_counts_points_then_wins_and_equals_share_a_place() -> None:
    rows = table({ANNA: [1, 1, 1, 1], BOB: [2, 0, 2], CARL: [2, 2, 0], DORA: [0]})
    assert [(row.player, row.place) for row in rows] == [(BOB, 1), (CARL, 1), (ANNA, 3), (DORA, 4)]


def test_it_is_enough_that_one_of_two_has_waited() -> None:
    """Anna and bob have just met, as one of them remembers or both do; others still play, or none does."""
    for one, other in product(range(PATIENCE + 2), repeat=2):
        for hers, his in (((BOB,), (ANNA,)), ((BOB,), (CARL, ANNA)), ((CARL, BOB), (ANNA,))):
            field = [Waiting(ANNA, 1500, 1, hers, one), Waiting(BOB, 1500, 2, his, other)]
            assert len(wave(field, 2, b"seed", 3)) == (max(one, other) >= PATIENCE)
            assert len(wave(field, 0, b"seed", 3)) == 1
