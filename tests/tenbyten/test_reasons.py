"""Why a move of 10 BY 10 is better: each reason in a position that has it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.analysis.evaluation.moments import explain
from tests.reasons import reason
from tests.tenbyten.pictures import standing


def test_it_wins_the_game() -> None:
    position = standing("3 . . . . 4 . . . .", hand="32", captured=(7, 0))
    assert reason("tenbyten", position, "3e5", "3a3xa1:a3") == "It wins the game at once."


def test_the_last_chip_with_more_captured() -> None:
    """A captured red chip goes back into the container, so the game goes on."""
    position = standing("222.. 34... 44334 22334 4....", hand="32", captured=(4, 3), container="2")
    sentence = "The move played emptied the container, and fewer captured chips win."
    assert reason("tenbyten", position, "3e5", "3c2xa2:c2") == sentence


def test_more_chips_now() -> None:
    position = standing("3 4 . . .", hand="32", other="41")
    assert reason("tenbyten", position, "2e5", "3c1xa1:c1") == "It scores 3 more now."


def test_the_opponent_could_win() -> None:
    position = standing("4 4 . . .", hand="33", captured=(0, 7))
    sentence = "The opponent could then win the game at once in 0% of deals, not 67%."
    assert reason("tenbyten", position, "3e5", "3c1") == sentence


def test_the_player_could_win_next_turn() -> None:
    position = standing("3 4 . . .", hand="33", captured=(7, 0))
    sentence = "After a good answer, you could win the game at once next turn in about 71% of deals, not 0%."
    assert reason("tenbyten", position, "3c1", "3e1") == sentence


def test_enough_chips_later() -> None:
    """With few chips left other players, too, win 40 of 100 deals by this capture, and 1 without it."""
    position = standing("34.34 34..1 3..12 233.4 .1.4.", hand="24", other="32", captured=(3, 1), container="2224")
    assert reason("tenbyten", position, "2e5", "2a5xa2:a5") == (
        "If both play on quickly, you capture enough chips to win in about 42% of deals, not 2%."
    )


def test_what_only_quick_players_do_is_no_reason() -> None:
    """They lose 58 of 100 by more chips instead of 82; other players 81 instead of 78."""
    position = standing("..331 2...3 2...1 .1.12 .21.1", hand="31", other="22", captured=(5, 0), container="334444")
    public = replace(position.public, captured=(tuple("44432"), ()))
    assert not reason("tenbyten", replace(position, public=public), "3b1xb1:e1", "3b2")


@pytest.mark.thorough  # by default: what only quick players do is none
def test_what_holds_by_luck_is_no_reason() -> None:
    """In 128 deals, drawn by the turn's number, it was 72 of 100 instead of 34; in others 66 instead of 42."""
    position = standing(".4... ..1.3 ....2 4..2. .1.3.", hand="22", other="14", captured=(6, 5), container="43113")
    public = replace(position.public, captured=(tuple("333241"), tuple("42421")))
    assert explain("tenbyten", replace(position, public=public), "2c5", "2e1", 57) is None
