"""The worked examples T1 to T14 of the rule sheet."""

from __future__ import annotations

from dataclasses import replace

from games.rules import Seat
from games.tenbyten.model.position import FinishedGame, TenByTenPosition
from games.tenbyten.rules import game
from tests.tenbyten.pictures import at, judge, play, points, selections, standing

JAN_AND_LAURA = """
    3 . 2 . .
    1 . . 2 1
    . . 3 4 .
    1 . . . .
    . . 3 . .
"""
QUIET = """
    . . . . .
    . . . . .
    . . 1 . .
"""


def jan_to_move() -> TenByTenPosition:
    """Return a position in which Jan holds 2 and 3, Laura 4 and 4; 1, 1, 2 and 4 come next from the container."""
    return standing(JAN_AND_LAURA, hand="23", other="44", container="1124")


def test_t1_no_line_of_ten_nothing_to_capture() -> None:
    assert selections(jan_to_move(), "2d4") == [""]
    after = play(jan_to_move(), "2d4")
    assert at(after, "d4") == "2"
    assert after.hands == (("3", "1"), ("4", "4"))


def test_t2_a_chip_on_blue_brings_a_bonus_chip() -> None:
    before = play(jan_to_move(), "2d4")
    assert selections(before, "4c4") == ["", "c3:c5"]
    assert str(judge(before, "4c4xc3:c5").detail) == "2 kept, 1 bonus"
    after = play(before, "4c4xc3:c5")
    assert after.scores == (0, 3)
    assert after.public.captured[1] == ("3", "3", "1")
    assert (at(after, "c3"), at(after, "c4"), at(after, "c5")) == ("", "4", "")


def test_t3_a_chip_on_red_goes_back_to_the_container() -> None:
    before = play(jan_to_move(), "2d4", "4c4xc3:c5")
    assert selections(before, "3b4") == ["", "a4:d4"]
    turn = judge(before, "3b4xa4:d4")
    assert (turn.points, str(turn.detail)) == (2, "2 kept, 1 put back")
    after = play(before, "3b4xa4:d4")
    assert after.scores == (2, 3)
    assert after.public.captured[0] == ("1", "4")
    assert sorted((*after.container, *after.hands[0])) == sorted((*before.container, "1", "2"))
    assert [at(after, name) for name in ("a4", "b4", "c4", "d4")] == ["", "3", "", ""]


def test_t4_capturing_is_optional() -> None:
    before = play(jan_to_move(), "2d4")
    after = play(before, "4c4")
    assert after.scores == (0, 0)
    assert after.public.grid.faces.count("") == before.public.grid.faces.count("") - 1
    assert after.hands[1] == ("4", "1")
    assert len(after.container) == len(before.container) - 1


def test_t5_overlapping_lines_exclude_each_other() -> None:
    board = """
        . . . . .
        . . . . .
        1 3 . 2 1
    """
    assert selections(standing(board, hand="41"), "4c3") == ["", "a3:d3", "b3:e3"]


def test_t6_lines_that_share_only_the_placed_chip_combine() -> None:
    board = """
        . . . . .
        . . . . .
        4 4 . 4 4
    """
    assert selections(standing(board, hand="21"), "2c3") == ["", "a3:c3", "b3:d3", "c3:e3", "a3:c3 c3:e3"]


def test_t7_crossing_lines_can_both_be_captured() -> None:
    board = """
        . . 1 . .
        . . 2 . .
        3 4 . . .
        . . 4 . .
    """
    before = standing(board, hand="31")
    assert selections(before, "3c3") == ["", "c1:c4", "a3:c3", "a3:c3 c1:c4"]
    assert [points(before, text) for text in ("3c3xc1:c4", "3c3xa3:c3", "3c3xa3:c3xc1:c4")] == [3, 2, 5]
    after = play(before, "3c3xa3:c3xc1:c4")
    assert [face for face in after.public.grid.faces if face] == ["3"]


def test_t8_two_blue_corners_and_two_red_squares() -> None:
    board = """
        3 . . . .
        . 1 . . .
        . . . . .
        . . . 3 .
        . . . . 1
    """
    before = standing(board, hand="22", container="4444")
    turn = judge(before, "2c3xa1:e5")
    assert (turn.points, str(turn.detail)) == (4, "2 kept, 2 put back, 2 bonus")
    after = play(before, "2c3xa1:e5")
    assert after.scores == (4, 0)
    assert after.public.captured[0][:2] == ("3", "1")
    assert len(after.container) == 4 + 2 - 2 - 1


def test_t9_a_gap_breaks_a_line() -> None:
    board = """
        . . . . .
        . . . . .
        4 . 2 . .
    """
    assert selections(standing(board, hand="41"), "4d3") == [""]


def test_t10_with_an_empty_container_fewer_chips_win() -> None:
    last_game = _last_game(play(standing(QUIET, hand="12", container="4", captured=(5, 3)), "1a1"))
    assert last_game.winner is Seat.SECOND
    assert str(last_game.reason) == "The container is empty, and the player with fewer captured chips wins: 3 to 5."


PLAIN_AND_BLUE = """
    . . . . .
    . . 4 . .
    . . 4 . .
"""


def test_t11_ten_captured_chips_take_precedence() -> None:
    before = standing(PLAIN_AND_BLUE, hand="22", container="1", captured=(8, 6))
    assert points(before, "2c4xc2:c4") == 3
    last_game = _last_game(play(before, "2c4xc2:c4"))
    assert [len(pile) for pile in last_game.captured] == [11, 6]
    assert last_game.winner is Seat.FIRST
    assert str(last_game.reason) == "The winner captured 11 chips."


def test_t12_a_bonus_chip_may_empty_the_container() -> None:
    before = standing(PLAIN_AND_BLUE, hand="23", container="1", captured=(4, 5), won=(1, 1))
    after = play(before, "2c4xc2:c4")
    last_game = _last_game(after)
    assert [len(pile) for pile in last_game.captured] == [7, 5]
    assert last_game.winner is Seat.SECOND
    assert after.hands[0] == ("3",)  # not refilled


def test_t13_equal_counts_are_a_drawn_game() -> None:
    after = play(standing(QUIET, hand="12", container="4", captured=(4, 4)), "1a1")
    assert _last_game(after).winner is None
    assert after.result is None
    assert after.public.won == (0, 0)
    assert after.public.drawn == 1
    assert after.public.starter is after.to_move is Seat.SECOND


def test_t14_the_winner_of_a_game_starts_the_next_until_one_has_won_two() -> None:
    second = play(_about_to_win(standing(QUIET), Seat.FIRST), "2c4xc2:c4")
    assert (second.to_move, second.public.won, second.public.number) == (Seat.FIRST, (1, 0), 2)
    third = play(_about_to_win(second, Seat.SECOND), "2c4xc2:c4")
    assert (third.to_move, third.public.won, third.public.number) == (Seat.SECOND, (1, 1), 3)
    over = play(_about_to_win(third, Seat.FIRST), "2c4xc2:c4")
    assert over.result is not None
    assert over.result.winner is Seat.FIRST
    assert over.scores == (2, 1)
    assert str(over.result.reason) == "The winner captured 11 chips. The match is won by 2 games to 1."


def _last_game(position: TenByTenPosition) -> FinishedGame:
    assert position.public.last_game is not None
    return position.public.last_game


def _about_to_win(position: TenByTenPosition, seat: Seat) -> TenByTenPosition:
    """Return the same match a few turns later: the player has captured eight chips and can capture three more."""
    later = standing(PLAIN_AND_BLUE, hand="22", to_move=seat)
    captured = seat.put(((), ()), ("1",) * 8)
    public = replace(position.public, grid=later.public.grid, captured=captured, turns=9)
    assert game.view(later, None).result is None
    return replace(later, public=public, scores=public.capture_counts)
