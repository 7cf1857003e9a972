"""Divisions, and who moves up and down, over one season and over many."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.events.pairing.bounds import Bounds, bounds
from games.events.pairing.divisions import LEAST, MOST, Division, Former, Movement, divide, movements, moving
from games.events.pairing.round_robin import missed, pairs
from games.events.pairing.standings import order, strike_out, table
from games.events.pairing.values import Entrant, Pair, Result
from tests.events.pairing.fields import played
from tests.sizes import examples

SEED = b"published"


def entrants(count: int) -> list[Entrant]:
    """Return players 1 (the best) to `count`."""
    return [Entrant(player, 2000 - player) for player in range(1, count + 1)]


def sizes(divisions: Sequence[Division]) -> list[int]:
    return [len(division.players) for division in divisions]


def test_the_first_season_is_divided_by_rating_into_equal_divisions() -> None:
    divisions = divide([], entrants(31), SEED)
    assert sizes(divisions) == [10, 10, 11]
    assert [player for division in divisions for player in division.players] == list(range(1, 32))
    assert not any(division.computers for division in divisions)


def test_any_number_makes_divisions_of_six_to_twelve() -> None:
    for count in range(LEAST, 300):
        made = sizes(divide([], entrants(count), SEED))
        assert (sum(made), min(made) >= LEAST, max(made) <= MOST) == (count, True, True)


def test_too_few_are_one_division_filled_by_computers() -> None:
    assert divide([], [], SEED) == ()
    for count in range(1, LEAST):
        (division,) = divide([], entrants(count), SEED)
        assert (len(division.players), division.computers) == (count, LEAST - count)


def test_a_sixth_goes_up_and_a_sixth_goes_down() -> None:
    assert [moving(count) for count in range(LEAST, MOST + 1)] == [1, 2, 2, 2, 2, 2, 2]
    moved = movements(range(1, 9), number=2, last=3)
    assert [former.movement.name for former in moved] == ["UP", "UP", *["STAY"] * 4, "DOWN", "DOWN"]
    assert [former.movement for former in movements(range(1, 9), 1, 3)].count(Movement.UP) == 0
    assert [former.movement for former in movements(range(1, 9), 3, 3)].count(Movement.DOWN) == 0


def test_who_is_struck_out_goes_down_before_all_others() -> None:
    moved = movements([1, 2, 3, 4, 5, 6, 7], number=1, last=2, struck={8})
    assert [former.player for former in moved if former.movement is Movement.DOWN] == [7, 8]
    moved = movements([1, 2, 3], number=1, last=2, struck={4, 5, 6})
    assert [former.player for former in moved if former.movement is Movement.DOWN] == [4, 5, 6]


def test_who_went_up_and_who_went_down_change_places() -> None:
    formers = [*movements(range(1, 11), 1, 2), *movements(range(11, 21), 2, 2)]
    first, second = divide(formers, [], SEED)
    assert set(first.players) == {*range(1, 9), 11, 12}
    assert set(second.players) == {9, 10, *range(13, 21)}


def test_new_players_begin_in_the_last_division() -> None:
    formers = [*movements(range(1, 11), 1, 2), *movements(range(11, 21), 2, 2)]
    divisions = divide(formers, [Entrant(21, 2900)], SEED)
    assert 21 in divisions[-1].players


def test_who_missed_a_season_comes_one_division_lower_after_those_who_played() -> None:
    formers = [
        *movements(range(1, 11), 1, 3),
        *movements(range(11, 21), 2, 3),
        *movements(range(21, 31), 3, 3),
        Former(31, 1, 1, Movement.STAY, missed=1),
        Former(32, 1, 1, Movement.STAY, missed=2),
    ]
    divisions = divide(formers, [], SEED)
    assert [division.number for player in (31, 32) for division in divisions if player in division.players] == [2, 3]


def test_a_division_that_lacks_players_takes_the_best_from_below() -> None:
    """Six of the first division do not come back."""
    formers = [*movements(range(1, 13), 1, 2)[6:], *movements(range(13, 25), 2, 2)]
    first, second = divide(formers, [], SEED)
    assert first.players[:6] == (7, 8, 9, 10, 13, 14)
    assert first.players[6:] == (15, 16, 17)
    assert {11, 12} <= set(second.players)


@st.composite
def former_seasons(draw: st.DrawFn) -> tuple[list[Former], list[Entrant]]:
    """Draw the players of a season of some divisions who come back, others who missed some, and new ones."""
    last = draw(st.integers(1, 5))
    formers: list[Former] = []
    for number in range(1, last + 1):
        players = [100 * number + place for place in range(draw(st.integers(LEAST, MOST)))]
        struck = draw(st.sets(st.sampled_from(players), max_size=3))
        moved = movements(players, number, last, struck)
        formers += [former for former in moved if draw(st.integers(0, 9))]
    for player in range(draw(st.integers(0, 15))):
        formers.append(
            Former(1000 + player, draw(st.integers(1, 6)), player + 1, draw(st.sampled_from(Movement)), 1 + player % 3)
        )
    return formers, [Entrant(2000 + player, 1500) for player in range(draw(st.integers(0, 30)))]


@given(former_seasons())
@settings(max_examples=examples(60, 1000), deadline=None)
def test_no_one_falls_by_rebalancing_or_by_two(season: tuple[list[Former], list[Entrant]]) -> None:
    formers, newcomers = season
    divisions = divide(formers, newcomers, SEED)
    check_divisions(divisions, formers, [entrant.player for entrant in newcomers])


def check_divisions(divisions: Sequence[Division], formers: Sequence[Former], newcomers: Sequence[int]) -> None:
    """Check sizes, that all are in one division, and that no one falls without or beyond the rule."""
    new = {player: division.number for division in divisions for player in division.players}
    assert sorted(player for division in divisions for player in division.players) == sorted(
        [*(former.player for former in formers), *newcomers]
    )
    assert [division.number for division in divisions] == list(range(1, len(divisions) + 1))
    for division in divisions:
        assert LEAST <= len(division.players) + division.computers <= MOST
        assert not division.computers or division is divisions[-1]
    for former in formers:
        if not former.missed:
            assert new[former.player] - former.division <= (former.movement is Movement.DOWN)


def season_of(division: Division, strengths: dict[int, int], chance: Random, number: int, last: int) -> list[Former]:
    """Play the season of one division, with absences; check its bounds on the way and at its end."""
    computers = frozenset(range(10_000, 10_000 + division.computers))
    players = (*division.players, *computers)
    strengths = {**strengths, **dict.fromkeys(computers, 1500)}
    matches = [pair for one in pairs(players, SEED + bytes([number])) for pair in one if pair.second is not None]
    absent = {player for player in division.players if chance.random() < 0.1}
    results: list[Result] = []
    former = bounds(players, [], computers)
    seen = []
    for index, pair in enumerate(chance.sample(matches, len(matches)), 1):
        gone = [player for player in pair.players & absent if chance.random() < 0.7]
        results.append(missed(pair, gone) if gone else ended(pair, strengths, chance))
        if index % 5 == 0 or index == len(matches):
            bound = bounds(players, results, computers)
            for player, one in bound.items():
                assert former[player].best <= one.best <= one.worst <= former[player].worst
            former = bound
            seen.append(bound)
    kept = strike_out(players, results)
    final = order(table(players, results, kept.struck, computers), SEED)
    moved = movements(final, division.number, last, kept.struck)
    check_moves(moved, seen)
    return list(moved)


def ended(pair: Pair, strengths: dict[int, int], chance: Random) -> Result:
    return played(pair, strengths, chance)


def check_moves(moved: Sequence[Former], seen: Sequence[dict[int, Bounds]]) -> None:
    """Check that what the bounds promised of going up and staying came true."""
    share = moving(len(moved))
    for bound in seen:
        for former in moved:
            one = bound.get(former.player)
            if one and one.is_within(share):
                assert former.rank <= share
            if one and one.is_beyond(share):
                assert former.movement is not Movement.UP
            if one and one.is_within(len(moved) - share):
                assert former.movement is not Movement.DOWN


def test_many_seasons_in_which_players_come_stay_away_and_go() -> None:
    chance = Random(36)
    strengths: dict[int, int] = {}
    formers: dict[int, Former] = {}
    active: set[int] = set()
    most = 0
    for number in range(examples(12, 1000)):
        wave = 60 if number // 25 % 2 == 0 else 8
        newcomers = [
            len(strengths) + 1 + index for index in range(chance.randrange(0, 1 + max(2, wave - len(active)) // 3))
        ]
        strengths.update({player: chance.randrange(1000, 2000) for player in newcomers})
        returning = {player for player in formers if player not in active and chance.random() < 0.2}
        active = {player for player in active if chance.random() > 0.08} | returning
        coming = [formers[player] for player in sorted(active)]
        divisions = divide(coming, [Entrant(player, strengths[player]) for player in newcomers], SEED)
        check_divisions(divisions, coming, newcomers)
        most = max(most, len(divisions))
        active |= set(newcomers)
        formers = {
            player: Former(former.player, former.division, former.rank, former.movement, former.missed + 1)
            for player, former in formers.items()
            if player not in active and former.missed < 5
        }
        for division in divisions:
            moved = season_of(division, strengths, chance, number % 256, len(divisions))
            assert [former.rank for former in moved] == list(range(1, len(division.players) + 1))
            formers.update({former.player: former for former in moved})
    assert most > 2
