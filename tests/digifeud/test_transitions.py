"""The ends of matches, beyond the examples of the rule sheet."""

from __future__ import annotations

import pytest

from games.digifeud.rules import game
from games.rules import Forfeit, Seat
from tests.digifeud.pictures import play, standing

BOARD = """
       e  f  g  h  i
    7  5  +  8  =  13
"""


def test_passes_of_different_players_do_not_end_it() -> None:
    assert play(standing(BOARD), "pass", "pass").result is None


def test_a_calculation_resets_the_players_pass() -> None:
    begun = standing(BOARD, rack="94123", other="12345678")
    after = play(begun, "pass", "pass", "i7d 13-9=4", "g7d 8-1=7", "pass")
    assert after.result is None
    assert play(after, "pass", "pass").result is not None


def test_two_passes_of_the_second_player_end_it_too() -> None:
    after = play(standing(BOARD, rack="94", other="88", bag="11"), "i7d 13-9=4", "pass", "pass", "pass")
    assert after.result is not None
    assert after.scores == (13 + 16, 2)


def test_equal_points_are_a_draw() -> None:
    after = play(standing(BOARD, rack="7", other="7", scores=(50, 50), passed=(True, False)), "pass")
    assert after.result is not None
    assert after.result.winner is None
    assert after.scores == (57, 57)


def test_a_total_may_go_negative() -> None:
    after = play(standing(BOARD, rack="94", other="9998"), "i7d 13-9=4")
    assert after.scores == (13 + 35, -35)


def test_it_continues_while_the_bag_refills_the_rack() -> None:
    after = play(standing(BOARD, rack="94", bag="1"), "i7d 13-9=4")
    assert after.result is None
    assert after.racks[0].numbers == ("1",)


def test_most_points_win_even_against_the_one_who_ended_it() -> None:
    after = play(standing(BOARD, rack="94", other="1", scores=(0, 100)), "i7d 13-9=4")
    assert after.result is not None
    assert after.result.winner is Seat.SECOND


def test_a_calculation_without_number_tiles_does_not_end_it() -> None:
    board = """
           e  f  g  h  i
        5  3  .  7  .  10
    """
    after = play(standing(board, rack="8", signs="+"), "e5r 3+7=10")
    assert after.result is None
    assert after.racks[0].numbers == ("8",)


@pytest.mark.parametrize("how", Forfeit)
def test_a_forfeit_gives_its_reason_and_counts_for_no_score_and_no_strength(how: Forfeit) -> None:
    lost = game.forfeit(standing(BOARD, scores=(1, 5)), Seat.SECOND, how)
    assert lost.scores == (1, 1)
    assert lost.result is not None
    assert lost.result.winner is Seat.FIRST
    assert "Score and strength stay as they are" in str(lost.result.reason)
