"""The notation of moves: one proper spelling, a forgiving reader, and what others may read of it."""

from __future__ import annotations

import pytest

from games.summy.rules import game
from tests.summy.pictures import not_read


@pytest.mark.parametrize("text", ["j13r 2x3=6", "n13d 6:3=2", "a1r 12-3=9", "y25d 65+2x0=65", "swap 11+=", "swap 0"])
def test_the_proper_spelling_survives(text: str) -> None:
    assert game.encode(game.decode(text)) == text


@pytest.mark.parametrize(
    ("text", "proper"),
    [
        (" J13R  2 X 3 = 6 ", "j13r 2x3=6"),
        ("j13r2x3=6", "j13r 2x3=6"),
        ("j13 r 2×3=6", "j13r 2x3=6"),
        ("j13r 2*3=6", "j13r 2x3=6"),
        ("n13d 6÷3=2", "n13d 6:3=2"),
        ("n13d 6/3=2", "n13d 6:3=2"),
        ("n13d 6−3=3", "n13d 6-3=3"),
        ("swap=+11", "swap 11+="),
        ("SWAP = + 1 1", "swap 11+="),
        ("swap ÷×", "swap x:"),
    ],
)
def test_harmless_variations_are_forgiven(text: str, proper: str) -> None:
    assert game.encode(game.decode(text)) == proper


@pytest.mark.parametrize(
    "text",
    [
        "2x3=6",
        "j13 2x3=6",
        "j13l 2x3=6",
        "j13r",
        "j13r 2",
        "z1r 2x3=6",
        "j26r 2x3=6",
        "j0r 2x3=6",
        "j13r 2^3=8",
        "j13r ٢x3=6",
        "j13r 1+1+1+1+1+1+1+1+1+1+1+1=12",
        "pass",
        "swap",
        "swap 123456789",
        "swap 1a",
    ],
)
def test_anything_else_is_no_move(text: str) -> None:
    assert not_read(text) == (
        "Write the square of the first piece, the direction (r or d) and the whole sum, such as j13r 2x3=6, "
        "or swap and the pieces to exchange."
    )


def test_of_an_exchange_others_read_only_the_number_of_pieces() -> None:
    assert game.published(game.decode("swap 11+=")) == "swap 4"
    assert game.published(game.decode("j13r 2x3=6")) == "j13r 2x3=6"
