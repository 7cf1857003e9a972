"""The chips: conservation, deal, random returns, bonus chips and hidden information."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules import Forfeit, Seat, SeededRandom
from games.tenbyten.display import display
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import game
from tests.playing import play as play_match
from tests.tenbyten.pictures import play, standing

TWENTY_EIGHT = sorted("1234" * 7)
VIEWERS = (Seat.FIRST, Seat.SECOND, None)
FALLING = """
    3 . . . .
    . 1 . . .
    . . . . .
    . . . 3 .
    . . . . 1
"""


@pytest.mark.parametrize("number", range(8))
def test_chips_are_conserved(number: int) -> None:
    for position in play_match(game, game.options_type(), number).positions:
        assert _all_chips(position) == TWENTY_EIGHT


def test_a_game_starts_with_two_chips_each_and_one_on_the_centre() -> None:
    start = game.setup(game.options_type(), SeededRandom(b"seed"))
    assert [len(hand) for hand in start.hands] == [2, 2]
    assert [square for square, face in enumerate(start.public.grid.faces) if face] == [12]
    assert len(start.container) == 23


def test_the_sealed_piles_hold_all_chips_in_order() -> None:
    start = game.setup(game.options_type(), SeededRandom(b"seed"))
    piles = display.sealed(start)
    assert [pile.count for pile in piles] == [2, 2, 1, 23]
    assert tuple(face for pile in piles for face in pile.faces) == SeededRandom(b"seed").shuffled(tuple("1234") * 7)


def test_a_chip_is_drawn_in_the_order_of_the_container() -> None:
    after = play(standing(hand="12", other="34", container="4321"), "1a1", "3b1")
    assert after.hands == (("2", "4"), ("4", "3"))
    assert after.container == ("2", "1")


def test_returned_chips_are_placed_at_random_and_reproducibly() -> None:
    before = standing(FALLING, hand="22", container="4" * 8)
    move = game.decode("2c3xa1:e5")
    orders = [game.apply(before, move, SeededRandom(bytes([number]), 1)).container for number in range(20)]
    assert orders == [game.apply(before, move, SeededRandom(bytes([number]), 1)).container for number in range(20)]
    assert len(set(orders)) > 10


def test_a_returned_chip_may_come_back_as_a_bonus_chip() -> None:
    before = standing(FALLING, hand="22", container="4", captured=(0, 1))
    assert game.judge(before, game.decode("2c3xa1:e5")).points == 4
    after = game.apply(before, game.decode("2c3xa1:e5"), SeededRandom(b"seed", 1))
    assert after.public.last_game is not None
    assert len(after.public.last_game.captured[0]) == 4


def test_there_are_fewer_bonus_chips_when_the_container_runs_empty() -> None:
    board = """
        3 . . . .
        1 . . . .
        . . . . .
        1 . . . .
        3 . . . .
    """
    with_two, with_one = (standing(board, hand="22", container=left) for left in ("44", "4"))
    assert str(game.judge(with_two, game.decode("2a3xa1:a5")).detail) == "4 kept, 2 bonus"
    assert str(game.judge(with_one, game.decode("2a3xa1:a5")).detail) == "4 kept, 1 bonus"
    last_game = play(with_one, "2a3xa1:a5").public.last_game
    assert last_game is not None
    assert last_game.captured[0] == ("3", "1", "1", "3", "4")


def test_no_view_shows_the_other_hand_or_the_container() -> None:
    position = standing(hand="11", other="33", container="4444")
    first, second, spectator = (game.view(position, viewer) for viewer in VIEWERS)
    assert first.hands == (("1", "1"), None)
    assert second.hands == (None, ("3", "3"))
    assert spectator.hands == (None, None)
    assert all("4" not in repr(view.hands) and view.container == 4 for view in (first, second, spectator))


def test_hidden_chips_change_neither_view_nor_moves() -> None:
    one = standing(FALLING, hand="22", other="34", container="1234")
    two = standing(FALLING, hand="22", other="11", container="4321")
    assert game.view(one, Seat.FIRST) == game.view(two, Seat.FIRST)
    moves = [(move, game.judge(one, move)) for move in game.legal_moves(one)]
    assert moves == [(move, game.judge(two, move)) for move in game.legal_moves(two)]
    assert game.view(one, None) == game.view(replace(one, hands=(("4", "4"), ("1", "2"))), None)


def test_all_viewers_see_the_captured_chips() -> None:
    after = play(standing(FALLING, hand="22", container="444444"), "2c3xa1:e5")
    for viewer in VIEWERS:
        assert after.public.captured[0] in [pile.faces for pile in display.piles(game.view(after, viewer))]


def test_all_viewers_see_both_hands_after_the_match() -> None:
    over = game.forfeit(standing(hand="12", other="34"), Seat.FIRST, Forfeit.TIME)
    assert game.view(over, None).hands == (("1", "2"), ("3", "4"))


def _all_chips(position: TenByTenPosition) -> list[str]:
    public = position.public
    placed = filter(None, public.grid.faces)
    return sorted([*placed, *position.hands[0], *position.hands[1], *position.container, *_flat(public.captured)])


def _flat(piles: tuple[tuple[str, ...], ...]) -> list[str]:
    return [chip for pile in piles for chip in pile]
