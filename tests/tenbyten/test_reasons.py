"""Why a move of 10 BY 10 is better: each reason in a position that has it."""

from __future__ import annotations

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


def test_fewer_chips_when_the_container_is_empty() -> None:
    """With few chips left a capture may lose: who has fewer wins."""
    position = standing("14... 21.33 2.... 44342 32344", hand="23", other="23", captured=(0, 4), container="421")
    played, better = "2d3xd3:d5xe2:b5", "2c1"
    sentence = "If both play on quickly, you win with fewer captured chips in about 59% of deals, not 0%."
    assert reason("tenbyten", position, played, better) == sentence


def test_the_opponent_ends_with_fewer_chips() -> None:
    position = standing("...13 122.3 43432 ..433 2214.", hand="34", other="44", captured=(0, 4), container="22")
    played, better = "3d2xb2:e2xd1:d4xe1:c3", "3d2"
    assert reason("tenbyten", position, played, better) == (
        "If both play on quickly, the opponent wins with fewer captured chips in about 0% of deals, not 100%."
    )


def test_enough_chips_later() -> None:
    position = standing("34.34 34..1 3..12 233.4 .1.4.", hand="24", other="32", captured=(3, 1), container="2224")
    assert reason("tenbyten", position, "2e5", "2a5xa2:a5") == (
        "If both play on quickly, you capture enough chips to win in about 40% of deals, not 1%."
    )


def test_enough_chips_for_the_opponent_later() -> None:
    position = standing("2..3. 3314. .4.3. 44334 432..", hand="12", other="24", captured=(0, 4), container="2221")
    assert reason("tenbyten", position, "2e3", "1a3xa1:a4") == (
        "If both play on quickly, the opponent captures enough chips to win in about 1% of deals, not 59%."
    )
