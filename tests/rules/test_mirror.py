"""The deal of mirror matches: two boards draw alike, and neither says what the other is still to draw."""

import hashlib
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from games.catalogue import games
from games.rules import AnyGame, Options, Position, Seat, SeededRandom
from tests.rules.peeker import bag_of, in_step, interval, one_after_the_other
from tests.sizes import cases, examples

GAMES = sorted(slug for slug, game in games().items() if game.has_mirrors)
SEED = bytes(range(32))
WIDE = 3.29  # standard errors: an interval of 99.9 %, as few pairs are played


def mirror_options(game: AnyGame) -> Options:
    options: Options = replace(game.options_type().renewed(), mirror="yes")
    return options


def some_move(game: AnyGame, position: Position, number: int) -> object:
    return SeededRandom(b"move %d" % number).shuffled(list(islice(game.legal_moves(position), 30)))[0]


def begun(game: AnyGame) -> Position:
    start: Position = game.setup(mirror_options(game), SeededRandom(SEED, 0))
    return start


@pytest.mark.parametrize("slug", GAMES)
def test_one_player_gets_on_one_board_what_the_other_gets_on_the_other(slug: str) -> None:
    """As long as both boards are played alike, seat by seat."""
    game, one, other = games()[slug], begun(games()[slug]), begun(games()[slug])
    for ply in range(1, 12):
        move = some_move(game, one, ply)
        one = game.apply(one, move, SeededRandom(SEED, ply))
        other = game.apply(other, move, SeededRandom(SEED, ply))
        assert game.view(one, None) == game.view(other, None)


@pytest.mark.parametrize("slug", GAMES)
def test_boards_that_are_played_differently_still_draw_mostly_alike(slug: str) -> None:
    """Two bags that hold the same tiles give the same; else as much of it as both hold."""
    full = [tile for kind in bag_of(begun(games()[slug])) for tile in kind]
    for number in range(examples(20, 200)):
        chance = SeededRandom(b"bags", number)
        bag = chance.shuffled(full)
        one, other = bag[4:], bag[8:]
        drawn = [SeededRandom(SEED, number).redrawn(rest, full) for rest in (one, other)]
        assert [Counter(rest) for rest in drawn] == [Counter(one), Counter(other)]
        common = Counter(drawn[0][:4]) & Counter(drawn[1][:4])
        assert common.total() >= 1
    assert SeededRandom(SEED, 1).redrawn(full[4:], full) == SeededRandom(SEED, 1).redrawn(sorted(full[4:]), full)


def test_every_order_of_a_bag_is_equally_likely() -> None:
    """A chi-squared test over the three tiles that remain of six, two of them equal."""
    counts = Counter(SeededRandom(b"order", number).redrawn("aab", "aaabbc") for number in range(6000))
    assert set(counts) == {("a", "a", "b"), ("a", "b", "a"), ("b", "a", "a")}
    assert sum((count - 2000) ** 2 / 2000 for count in counts.values()) < 13.8  # 0.1 %, 2 degrees of freedom


@pytest.mark.parametrize("slug", GAMES)
def test_draws_of_later_plies_say_nothing_about_earlier_ones(slug: str) -> None:
    """Each ply draws by a stream of its own: all before it is the same, however the rest of the seed may be."""
    game = games()[slug]
    views = []
    for seed_of_the_rest in (SEED, hashlib.sha256(SEED).digest()):
        position, seen = begun(game), []
        for ply in range(1, 9):
            move = some_move(game, position, ply)
            position = game.apply(position, move, SeededRandom(SEED if ply < 8 else seed_of_the_rest, ply))
            seen.append(game.view(position, None))
        views.append(seen)
    assert views[0][:7] == views[1][:7]
    assert views[0][7].scores == views[1][7].scores


@pytest.mark.parametrize("slug", GAMES)
def test_hands_lie_open_to_both_and_to_spectators(slug: str) -> None:
    """What each has on one board, the other has on the other: so neither player knows more."""
    game, position = games()[slug], begun(games()[slug])
    for ply in range(1, 7):
        views = [replace(game.view(position, viewer), viewer=None) for viewer in (None, Seat.FIRST, Seat.SECOND)]
        assert views[0] == views[1] == views[2]
        assert game.view(game.determinize(views[0], SeededRandom(SEED, ply)), None) == views[0]
        position = game.apply(position, some_move(game, position, ply), SeededRandom(SEED, ply))


@pytest.mark.parametrize("slug", GAMES)
def test_options_of_other_matches_do_not_name_the_deal(slug: str) -> None:
    """So match files and stored matches stay as they were."""
    kind = games()[slug].options_type
    assert "mirror" not in kind().data()
    assert kind.read(mirror_options(games()[slug]).data()) == mirror_options(games()[slug])
    with pytest.raises(ValueError, match="mirror"):
        kind.read({"mirror": "maybe"})


@cases("slug", ["digifeud", "sudoku", "tenbyten"], default=["tenbyten"])
def test_a_program_that_sees_the_other_board_gains_nothing(slug: str) -> None:
    """The large figure, 2,000 matches of each game, is that of `python -m tests.rules.peeker`."""
    _rate, low, high = interval([in_step(games()[slug], number) for number in range(examples(10, 500))], WIDE)
    assert low < 0.5 < high


@pytest.mark.thorough
def test_the_same_program_gains_where_the_other_board_tells_the_bag() -> None:
    """It could gain: where the bag is shuffled once, and the other board was played before."""
    _rate, low, _high = interval([one_after_the_other(games()["sudoku"], number) for number in range(25)])
    assert low > 0.5
