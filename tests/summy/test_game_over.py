"""The end of a match, and the notice before the last turn."""

from __future__ import annotations

import pytest

from games.rules import Forfeit, Seat
from games.summy.display import display
from games.summy.model.position import SummyPosition
from games.summy.rules import game
from tests.summy.pictures import play, standing


def notices(position: SummyPosition) -> list[str]:
    """Return the notices for the first player, the second player and a spectator."""
    return [str(display.notice(game.view(position, viewer)) or "") for viewer in (Seat.FIRST, Seat.SECOND, None)]


def test_the_last_turn_is_announced() -> None:
    before = standing(hand="2x361111", other="00000000")
    assert notices(before) == ["", "", ""]
    after = play(before, "j13r 2x3=6")
    assert notices(after) == [
        "That was your last move. Your opponent has one more turn.",
        "This is your last turn.",
        "This is the last turn of the match.",
    ]
    assert notices(play(after, "swap 0")) == ["", "", ""]


def test_the_second_player_may_make_the_last_move_first() -> None:
    after = play(standing(hand="11111111", other="2x361111", stock="1"), "swap 1", "j13r 2x3=6")
    assert after.finished is Seat.SECOND
    over = play(after, "swap 1")
    assert over.result is not None
    assert over.result.winner is Seat.SECOND


def test_the_match_ends_after_one_more_turn_whatever_is_left() -> None:
    over = play(standing(hand="2x361111", other=":3=29"), "j13r 2x3=6", "n13d 6:3=2")
    assert over.scores == (11, 11)
    assert over.result is not None
    assert over.result.winner is None
    assert str(over.result.reason) == "Player 1 had 4 pieces or fewer left, and Player 2 had one more turn."


def test_pieces_left_in_the_hand_count_nothing() -> None:
    over = play(standing(hand="2x369999", other="99999999"), "j13r 2x3=6", "swap 9")
    assert over.scores == (11, 0)


@pytest.mark.parametrize("how", Forfeit)
def test_a_forfeit_loses_and_keeps_the_scores(how: Forfeit) -> None:
    lost = game.forfeit(standing(scores=(50, 20)), Seat.FIRST, how)
    assert lost.scores == (50, 20)
    assert lost.result is not None
    assert lost.result.winner is Seat.SECOND
    assert lost.result.counts
    assert notices(lost) == ["", "", ""]
