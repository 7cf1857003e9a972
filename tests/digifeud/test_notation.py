"""The notation of moves: one canonical form, a lenient parser."""

from __future__ import annotations

import pytest

from games.digifeud.rules import game
from tests.digifeud.pictures import not_read


@pytest.mark.parametrize("text", ["e7r 5+8=13", "i3d ?6+7=13", "i9l 7-3=4", "m13u ?9x?9=?8?1", "a1r 8/2=4", "pass"])
def test_the_canonical_form_round_trips(text: str) -> None:
    assert game.encode(game.decode(text)) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (" E7R  5 + 8 = 13 ", "e7r 5+8=13"),
        ("e7r5+8=13", "e7r 5+8=13"),
        ("e7 r 5+8=13", "e7r 5+8=13"),
        ("a3d 8×5=40", "a3d 8x5=40"),
        ("a3d 8*5=40", "a3d 8x5=40"),
        ("a3d 8X5=40", "a3d 8x5=40"),
        ("a3d 8÷2=4", "a3d 8/2=4"),
        ("a3d 8:2=4", "a3d 8/2=4"),
        ("a3d 8−2=6", "a3d 8-2=6"),
        ("a3d 8–2=6", "a3d 8-2=6"),
        ("PASS", "pass"),
    ],
)
def test_harmless_variations_are_accepted(text: str, canonical: str) -> None:
    assert game.encode(game.decode(text)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "5+8=13",
        "e7 5+8=13",
        "e7r 5+8",
        "e7r 13=5+8",
        "e7r 5+8+1=14",
        "e7r 5+8==13",
        "e7r 5?+8=13",
        "e7r ??5+8=13",
        "e7r -5+8=3",
        "e7r 5-8=-3",
        "n7r 5+8=13",
        "e14r 5+8=13",
        "e0r 5+8=13",
        "e07r 5+8=13",
        "e7x 5+8=13",
        "e7r 5+8=1234",
        "e7r ٥+8=13",
        "e7r 5^8=13",
        "pass!",
        "swap 123",
    ],
)
def test_anything_else_is_bad_notation(text: str) -> None:
    assert not_read(text) == (
        "Write the first number’s square, the direction (r, d, l or u) and the whole calculation, "
        "such as e7r 5+8=13. Or write pass."
    )
