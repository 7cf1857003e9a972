"""When Digifeud is decided by a second pass, and what the search makes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.digifeud.ai.evaluation import points_per_turn, win_probability
from games.digifeud.model.board import Tiles
from games.digifeud.model.position import DigifeudPosition, wins_by_passing
from games.digifeud.rules import game
from games.rules import Result, Seat, say
from tests.digifeud.pictures import fast_state, points, standing

BOARD = """
       e  f  g  h  i
    7  5  +  8  =  13
"""


def passed(lead: int, **changes: object) -> DigifeudPosition:
    """Return a position in which the second player has passed and leads by so much, with a rack of 36 points."""
    given: dict[str, object] = {"rack": "01234567", "other": "12345678", "bag": "0123", "operators": "+-"}
    return standing(BOARD, **given | {"scores": (0, lead), "passed": (False, True)} | changes)  # type: ignore[arg-type]


def wins(position: DigifeudPosition, viewer: Seat | None = Seat.SECOND) -> bool:
    return wins_by_passing(game.view(position, viewer), Seat.SECOND)


def least(position: DigifeudPosition) -> int:
    """Return the smallest lead with which the second pass is sure to win."""
    return next(lead for lead in range(400) if wins(replace(position, scores=(0, lead))))


def test_a_second_pass_wins_by_more_than_the_opponents_best_turn_and_the_own_tiles() -> None:
    """Once the number bag is empty a turn may empty the opponent's rack too, and then the own tiles count twice."""
    usual = least(passed(0))
    any_tiles = passed(0, rack="????????", signs="++")
    assert usual == max(points(any_tiles, game.encode(move)) for move in game.legal_moves(any_tiles)) + 36 + 1
    lighter = passed(0, other="00000000")
    assert usual - least(lighter) == 36
    few = replace(passed(0), bag=Tiles((), ()))
    three, four = (replace(few, racks=(Tiles(tuple("0" * number), ("+",)), few.racks[1])) for number in (3, 4))
    assert [least(three) - usual, least(four) - usual] == [36, 0]


def test_nothing_is_claimed_without_a_pass_a_rack_or_a_board() -> None:
    sure = passed(300)
    assert wins(sure)
    assert game.is_decided(game.view(sure, Seat.SECOND), Seat.SECOND)
    assert not wins(sure, None)  # who watches does not see the rack
    assert not wins(replace(sure, passed=(False, False)))
    assert not wins(replace(sure, to_move=Seat.SECOND))
    assert not wins(replace(sure, grid=standing().grid))
    assert not wins(replace(sure, result=Result(Seat.SECOND, say(""))))


@pytest.mark.parametrize(("bag", "most"), [((), 72), (("0",), 144)], ids=["known tiles", "any tiles"])
def test_a_lead_that_no_line_can_bring_back_decides_without_a_pass(bag: tuple[str, ...], most: int) -> None:
    """Without an operator the opponent gets twice the tiles on the leader's rack at most; that much is not enough."""
    tiles = Tiles(tuple("01234567"), ()), Tiles(tuple("12345678"), ())
    position = replace(passed(0, passed=(False, False)), racks=tiles, bag=Tiles(bag, ()))
    views = [game.view(replace(position, scores=(0, lead)), Seat.SECOND) for lead in (most, most + 1)]
    assert [game.is_decided(view, Seat.SECOND) for view in views] == [False, True]
    with_one = replace(position, racks=(Tiles(tiles[0].numbers, ("+",)), tiles[1]), scores=(0, most + 1))
    assert not game.is_decided(game.view(with_one, Seat.SECOND), Seat.SECOND)


def test_the_search_knows_that_a_second_pass_wins() -> None:
    """The leader to move who has passed wins, if the tiles that are left do not turn the match."""
    ahead = standing(BOARD, rack="01234567", other="12345678", bag="0123", scores=(9, 0), passed=(True, False))
    state = fast_state(ahead)
    margin = state.lead_after_passing(0)
    assert win_probability(state, 0) == 1.0
    tied = fast_state(replace(ahead, scores=(9 - margin, 0)))
    assert tied.lead_after_passing(0) == 0
    assert 0 < win_probability(tied, 0) < 1
    assert 0 < win_probability(fast_state(replace(ahead, passed=(False, False))), 0) < 1


def test_four_directions_bring_more_points_a_turn() -> None:
    assert points_per_turn(2, "+-") == (27, 15.5)
    assert points_per_turn(4, "+-") == pytest.approx((27 * 1.3, 15.5 * 1.15))
