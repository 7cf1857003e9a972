"""How the computer players of Digifeud think: the sketch that they play on is the game, and they end matches well."""

from __future__ import annotations

import pytest

from games.catalogue import bots
from games.digifeud.ai.fast_state import Sketch
from games.digifeud.ai.greedy import best, moves, possible
from games.digifeud.ai.rollouts import DEALS, candidates, look
from games.digifeud.bots import hasty
from games.digifeud.model.moves import Move
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import Seat, SeededRandom
from tests.digifeud.pictures import sketched, standing
from tests.playing import all_options

BOARD = """
       e  f  g  h  i
    7  5  +  8  =  13
"""
DICE = SeededRandom(b"computers")

each_option = pytest.mark.parametrize(
    "options", [pytest.param(options, id=" ".join(options.data().values())) for options in all_options(game)]
)


def told(sketch: Sketch) -> tuple[object, ...]:
    """What the sketch and the game must agree on."""
    tiles = [sorted(text) for text in (*sketch.numbers, *sketch.operators, sketch.bag, sketch.operator_bag)]
    return tiles, sketch.scores, sketch.passed, sketch.mover, sketch.faces


def chosen(position: DigifeudPosition, level: int) -> str:
    """The move of the computer of this level, in notation."""
    view = game.view(position, position.to_move)
    return game.encode(bots()["digifeud"][level].choose(view, DICE))


def plain(scored: tuple[Move, int]) -> tuple[str, int]:
    """The move without a word on which digits come from blanks, and its points."""
    return game.encode(scored[0]).replace("?", ""), scored[1]


@each_option
def test_a_sketch_is_played_as_the_game_is(options: DigifeudOptions) -> None:
    for number in range(3):
        seed = bytes([number])
        position = game.setup(options, SeededRandom(seed))
        sketch, ply = sketched(position), 0
        while not sketch.ended:
            ply += 1
            offer = None if ply % 7 == 0 else best(sketch)
            position = game.apply(position, sketch.move(offer), SeededRandom(seed, ply))
            if offer:
                sketch.lay(offer)
            else:
                sketch.skip()
            if position.result is None:
                assert told(sketch) == told(sketched(position))
        assert position.result
        assert sketch.scores == list(position.scores)


@each_option
def test_what_is_offered_is_what_may_be_played(options: DigifeudOptions) -> None:
    position = game.setup(options, SeededRandom(b"offers"))
    for ply in range(1, 12):
        sketch = sketched(position)
        offered = [(sketch.move(offer), offer.points) for offer in possible(sketch)]
        legal = game.scored_moves(position)
        assert sorted(map(plain, offered)) == sorted(set(map(plain, legal)) - {("pass", 0)})
        move = hasty.choose(game.view(position, position.to_move), DICE)
        position = game.apply(position, move, SeededRandom(b"offers", ply))


def test_good_tiles_are_kept_where_points_are_equal() -> None:
    board = """
           g
        7  3
    """
    assert chosen(standing(board, rack="3?0", signs="+", bag="1"), 3).endswith("3+0=3")


def test_only_a_pass_is_left() -> None:
    for level in (3, 4):
        assert chosen(standing(BOARD, signs=""), level) == "pass"


def test_who_leads_by_far_passes_and_passes_again() -> None:
    leading = standing(BOARD, rack="0001", other="6789", scores=(900, 0), bag="1" * 20)
    assert chosen(leading, 4) == "pass"
    passed = standing(BOARD, rack="94", other="1", scores=(30, 0), passed=(True, False), bag="1" * 20)
    assert chosen(passed, 4) == "pass"


def test_who_is_behind_plays_on() -> None:
    behind = standing(BOARD, rack="94", other="9", scores=(0, 90), passed=(True, False), bag="1" * 20)
    assert chosen(behind, 4) != "pass"


def test_the_last_tile_is_laid_where_that_wins() -> None:
    position = standing(BOARD, rack="94", signs="-", other="98", scores=(0, 25), bag="")
    after = game.apply(position, game.decode(chosen(position, 4)), SeededRandom(b"any"))
    assert after.result
    assert after.result.winner is Seat.FIRST


def test_one_deal_after_the_other_is_asked_for_and_no_more() -> None:
    position = standing(BOARD)
    sketch = sketched(position)
    deals, found = iter([sketch] * DEALS), candidates(moves(sketch))
    assert look(found, deals) in found
    assert next(deals, None) is None
