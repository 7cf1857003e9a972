"""Notation of moves: round trips, accepted variants and refusals."""

from __future__ import annotations

import pytest

from games.tenbyten.rules import game
from tests.tenbyten.pictures import not_read

EXPLAINED = "Write the chip and its square, then for each captured group an x and its two ends, such as 4c4xc3:c5."


@pytest.mark.parametrize(
    "text", ["2d4", "4c4xc3:c5", "3c3xa3:c3xc1:c4", "2c3xa1:e5xe1:a5", "2c3xa3:c3xc3:e3xc1:c3xc3:c5"]
)
def test_encoding_and_decoding_round_trip(text: str) -> None:
    assert game.encode(game.decode(text)) == text


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (" 4 C4 x c3 : c5 ", "4c4xc3:c5"),
        ("4c4xc5:c3", "4c4xc3:c5"),
        ("3c3xc1:c4xc3:a3", "3c3xa3:c3xc1:c4"),
        ("2c3xa5:e1xe5:a1", "2c3xa1:e5xe1:a5"),
    ],
)
def test_unambiguous_variants_are_accepted(written: str, read: str) -> None:
    assert game.encode(game.decode(written)) == read


@pytest.mark.parametrize("text", ["", "5c3", "0c3", "2f1", "2a6", "2", "c3", "2c3x", "2c3xa1", "2c3xa1:f6", "pass"])
def test_other_text_gets_an_explanation(text: str) -> None:
    assert not_read(text) == EXPLAINED


@pytest.mark.parametrize("ends", ["a1:b3", "c3:c3", "a1:e4"])
def test_the_ends_of_a_line_must_lie_in_one_line(ends: str) -> None:
    one, other = ends.split(":")
    assert not_read(f"2c3x{ends}") == f"{one} and {other} are not in one line."


def test_more_lines_than_a_square_can_have_are_refused() -> None:
    assert not_read("2c3" + "xa3:c3" * 9) == EXPLAINED
