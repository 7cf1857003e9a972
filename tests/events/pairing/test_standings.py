"""Tables: each step that decides places, by hand."""

from __future__ import annotations

from random import Random

from games.events.pairing.round_robin import missed, pairs
from games.events.pairing.standings import may_be_struck, order, strike_out, table
from games.events.pairing.values import Pair, Result, bye
from tests.events.pairing.fields import any_end

ANNA, BOB, CARL, DORA, EMIL = 1, 2, 3, 4, 5


def test_points_come_first_and_then_the_match_of_the_two() -> None:
    """Anna and bob have four points; bob has won their match, anna has the stronger opponents."""
    results = [Result(BOB, ANNA, 2, 0), Result(ANNA, CARL, 2, 0), Result(ANNA, DORA, 2, 0), Result(BOB, DORA, 2, 0)]
    rows = table((ANNA, BOB, CARL, DORA), results)
    assert [(row.player, row.place, row.points, row.direct) for row in rows[:2]] == [(BOB, 1, 4, 2), (ANNA, 2, 4, 0)]


def test_results_among_the_tied_count_only_if_all_of_them_have_met() -> None:
    """Anna has beaten bob, and carl has as many points, but met neither."""
    results = [Result(ANNA, BOB, 2, 0), Result(BOB, DORA, 2, 0), Result(CARL, EMIL, 2, 0)]
    rows = table((ANNA, BOB, CARL, DORA, EMIL), results)
    assert [row.direct for row in rows if row.points == 2] == [None, None, None]


def test_wins_go_before_the_opponents() -> None:
    """Anna has won one match and lost one, bob has drawn two."""
    results = [Result(ANNA, CARL, 2, 0), Result(ANNA, DORA, 0, 2), Result(BOB, CARL, 1, 1), Result(BOB, DORA, 1, 1)]
    rows = table((ANNA, BOB, CARL, DORA), results)
    assert [(row.player, row.points, row.wins) for row in rows[:3]] == [(DORA, 3, 1), (ANNA, 2, 1), (BOB, 2, 0)]


def test_buchholz_leaves_out_the_weakest_opponent_and_sonneborn_berger_counts_what_was_won() -> None:
    results = [Result(ANNA, BOB, 2, 0), Result(ANNA, CARL, 1, 1), Result(ANNA, DORA, 0, 2), Result(BOB, CARL, 2, 0)]
    row = next(row for row in table((ANNA, BOB, CARL, DORA), results) if row.player == ANNA)
    # Bob and dora have two points, carl one.
    assert (row.points, row.buchholz, row.sonneborn_berger, row.played) == (3, 4, 2 * 2 + 1 * 1, 3)


def test_a_bye_counts_as_an_opponent_with_as_many_points_and_as_no_win() -> None:
    row = table((ANNA, BOB), [bye(ANNA, 1), Result(ANNA, BOB, 2, 0, 2)])[0]
    assert (row.points, row.wins, row.buchholz, row.sonneborn_berger, row.played) == (4, 1, 4, 8, 1)


def test_equals_share_a_place_and_the_next_one_is_free() -> None:
    rows = table((ANNA, BOB, CARL), [Result(ANNA, CARL, 2, 0), Result(BOB, CARL, 2, 0)])
    assert [(row.player, row.place, row.shared) for row in rows] == [(ANNA, 1, True), (BOB, 1, True), (CARL, 3, False)]


def test_equals_are_ordered_by_lot_where_one_place_goes_up() -> None:
    rows = table((ANNA, BOB, CARL), [])
    assert {order(rows, bytes([seed]))[0] for seed in range(20)} == {ANNA, BOB, CARL}
    assert order(rows, b"seed") == order(rows, b"seed")


def test_computers_count_as_opponents_and_take_no_place() -> None:
    results = [Result(CARL, ANNA, 2, 0), Result(ANNA, BOB, 2, 0), Result(CARL, BOB, 2, 0)]
    rows = table((ANNA, BOB, CARL), results, placeless={CARL})
    assert [(row.player, row.place) for row in rows] == [(CARL, None), (ANNA, 1), (BOB, 2)]
    assert order(rows, b"seed") == (ANNA, BOB)


def test_who_misses_more_than_half_is_struck_out_with_all_results() -> None:
    """Five players, four matches each; emil has won the first one and missed the other three."""
    results = [Result(EMIL, ANNA, 2, 0), *(missed(Pair(EMIL, other), [EMIL]) for other in (BOB, CARL, DORA))]
    results.append(Result(ANNA, BOB, 2, 0))
    kept = strike_out(range(1, 6), results)
    assert kept.struck == {EMIL}
    assert kept.results == (Result(ANNA, BOB, 2, 0),)
    last = table(range(1, 6), results, struck=kept.struck)[-1]
    assert (last.player, last.place, last.points) == (EMIL, None, 0)


def test_who_misses_half_stays_and_has_lost_the_matches_missed() -> None:
    results = [Result(EMIL, ANNA, 2, 0), Result(EMIL, BOB, 2, 0)]
    results += [missed(Pair(EMIL, other), [EMIL]) for other in (CARL, DORA)]
    assert strike_out(range(1, 6), results).struck == frozenset()
    assert [(row.player, row.points) for row in table(range(1, 6), results)] == [
        (EMIL, 4),
        (CARL, 2),
        (DORA, 2),
        (ANNA, 0),
        (BOB, 0),
    ]


def test_one_who_is_struck_out_strikes_out_no_other() -> None:
    """The half is counted of all matches dealt: dora missed two of four, emil three."""
    results = [missed(Pair(EMIL, other), [EMIL]) for other in (ANNA, BOB, CARL)]
    results += [missed(Pair(DORA, other), [DORA]) for other in (ANNA, BOB)]
    assert strike_out(range(1, 6), results).struck == {EMIL}


def test_who_may_still_be_struck_out_is_so_until_half_is_played() -> None:
    chance = Random(1)
    results: list[Result] = []
    for number, round_pairs in enumerate(pairs(range(1, 8), b"seed"), 1):
        results += [any_end(pair, chance, number) for pair in round_pairs if pair.second is not None]
        done = {player: sum(player in result.players for result in results) for player in range(1, 8)}
        assert may_be_struck(range(1, 8), results) == {player for player in done if done[player] < 3}
