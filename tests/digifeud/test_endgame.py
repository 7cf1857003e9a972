"""Once the bag is empty the strongest computer plays exactly: measured against every move tried, by the real rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import count
from math import comb, prod

import pytest

from games.catalogue import bots
from games.digifeud.ai import endgame
from games.digifeud.ai.endgame import POINTS, WIN, Search, TooLong, hands, settle
from games.digifeud.ai.greedy import moves
from games.digifeud.bots import hasty
from games.digifeud.model.board import SQUARES
from games.digifeud.model.moves import Move
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.model.tiles import BLANK, Tiles, take
from games.digifeud.rules import game
from games.rules import Seat, SeededRandom
from tests.digifeud.pictures import play, sketched, standing
from tests.playing import all_options

DICE = SeededRandom(b"any")
SEEDS = range(8)  # of each of the six sets of options: 48 positions
FEW = 5  # number tiles on both racks: all that the slow way has the time for
DEAD = tuple(square for square in SQUARES if square.row % 2 == 0 and square.column % 2 == 0)

each_option = pytest.mark.parametrize(
    "options", [pytest.param(options, id=" ".join(options.data().values())) for options in all_options(game)]
)
each_late = pytest.mark.parametrize(
    ("options", "seed"),
    [
        pytest.param(options, seed, id=f"{' '.join(options.data().values())} {seed}")
        for options in all_options(game)
        for seed in SEEDS
    ],
)


def late(options: DigifeudOptions, seed: int) -> DigifeudPosition:
    """The first position of this match with few tiles left, as two hasty players come to it."""
    position, ply = game.setup(options, SeededRandom(bytes([seed]))), 0
    while sum(len(rack.numbers) for rack in position.racks) > FEW or position.bag.numbers:
        ply += 1
        move = hasty.choose(game.view(position, position.to_move), DICE)
        position = game.apply(position, move, SeededRandom(bytes([seed]), ply))
    assert position.result is None
    return position


def open_to_all(position: DigifeudPosition, *, hidden: int = 0) -> DigifeudPosition:
    """The same at equal points, with all operators but so many of the bag buried on squares that no calculation has."""
    kept, buried = position.bag.operators[:hidden], position.bag.operators[hidden:]
    grid = position.grid.adding(dict(zip(DEAD, buried, strict=False)))
    return replace(position, scores=(0, 0), grid=grid, bag=Tiles((), kept))


def margin(position: DigifeudPosition) -> int:
    """By how much the player to move wins when both play best: every legal move tried, nothing left out."""
    return max(after(position, move) for move in game.legal_moves(position))


def after(position: DigifeudPosition, move: Move) -> int:
    """By how much the player wins who makes this move."""
    seat, found = position.to_move, game.apply(position, move, DICE)
    return found.scores[seat.index] - found.scores[seat.other.index] if found.result else -margin(found)


def chosen(position: DigifeudPosition, level: int = 4) -> Move:
    """The move of the computer of this level."""
    move: Move = bots()["digifeud"][level].choose(game.view(position, position.to_move), DICE)
    return move


@each_late
def test_the_search_finds_what_trying_everything_finds(options: DigifeudOptions, seed: int) -> None:
    position = late(options, seed)
    assert Search(10_000).margin(sketched(position), -POINTS, POINTS) == margin(position)


@each_late
def test_where_all_is_known_no_move_is_better(options: DigifeudOptions, seed: int) -> None:
    position = open_to_all(late(options, seed))
    assert game.determinize(game.view(position, position.to_move), DICE).bag == Tiles()
    assert after(position, chosen(position)) == margin(position)


@each_option
@pytest.mark.slow
def test_a_blank_is_played_as_well_as_it_can_be(options: DigifeudOptions) -> None:
    position = late(options, 4)
    mine, theirs = position.rack, position.racks[position.to_move.other.index]
    blank = Tiles((BLANK, *mine.numbers[1:]), mine.operators)
    position = replace(position, racks=position.to_move.put((theirs, theirs), blank))
    assert Search(10_000).margin(sketched(position), -POINTS, POINTS) == margin(position)


@each_option
def test_where_a_hand_is_hidden_no_move_wins_more_of_what_could_be(options: DigifeudOptions) -> None:
    position = open_to_all(late(options, 2), hidden=1)
    deals = could_be(position)
    assert len(deals) > 1

    def worth(move: Move) -> tuple[int, int]:
        """The deals won less those lost, then the points."""
        margins = [(weight, after(deal, move)) for deal, weight in deals.items()]
        return sum(weight * ((one > 0) - (one < 0)) for weight, one in margins), sum(map(prod, margins))

    assert worth(chosen(position)) == max(map(worth, game.legal_moves(position)))


def could_be(position: DigifeudPosition) -> Counter[DigifeudPosition]:
    """What the mover must reckon with, each as often as it would be dealt, from an operator bag of one."""
    other = position.to_move.other
    unseen = position.racks[other.index].operators + position.bag.operators
    found: Counter[DigifeudPosition] = Counter()
    for last in unseen:
        hand = Tiles(position.racks[other.index].numbers, tuple(sorted(take(unseen, last))))
        found[replace(position, racks=other.put(position.racks, hand), bag=Tiles((), (last,)))] += 1
    return found


def test_every_hand_counts_as_often_as_it_is_dealt() -> None:
    position = late(DigifeudOptions(), 2)
    unseen = position.racks[position.to_move.other.index].operators + position.bag.operators
    found = list(hands(sketched(position) for _deal in count()))
    assert sum(weight for weight, _deal in found) == comb(len(unseen), 3)
    for _weight, deal in found:
        assert sorted(deal.operators[1 - deal.mover] + deal.operator_bag) == sorted(unseen)
    assert len({deal.operators[1 - deal.mover] for _weight, deal in found}) == len(found) == 10


WAY_OUT = standing(
    """
           e  f  g  h  i
        7  5  +  8  =  13
    """,
    rack="1378",
    signs="--",
    other="39",
)


def settled(position: DigifeudPosition) -> list[str]:
    """The moves that exact play keeps where the other rack is known, in notation."""
    sketch = sketched(position)
    return [
        game.encode(sketch.move(offer)) for offer in settle(moves(sketch), (sketched(position) for _deal in count()))
    ]


def test_the_most_points_now_lose_and_fewer_win() -> None:
    """8-5=3 brings 11 points and a 3 from which the opponent lays 3x3=9, and is out; 8-1=7 brings 7 and no such way."""
    greedy = game.decode("e5d 8-5=3")
    assert chosen(WAY_OUT, 2) == greedy
    lost = play(WAY_OUT, "e5d 8-5=3", "e9d 3x3=9").result
    assert lost
    assert lost.winner is Seat.SECOND
    assert settled(WAY_OUT) == ["g7d 8-1=7"]
    assert after(WAY_OUT, greedy) < 0 < after(WAY_OUT, game.decode("g7d 8-1=7")) == margin(WAY_OUT)


def test_a_search_that_becomes_too_long_leaves_the_choice_open(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = [game.encode(move) for move in game.legal_moves(WAY_OUT)]
    monkeypatch.setattr(endgame, "POSITIONS", 0)
    assert sorted(settled(WAY_OUT)) == sorted(everything)
    with pytest.raises(TooLong):
        Search(0).best(moves(sketched(WAY_OUT)), [(1, sketched(WAY_OUT))], WIN)
    assert game.judge(WAY_OUT, chosen(WAY_OUT))
