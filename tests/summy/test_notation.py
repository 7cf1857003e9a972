"""The notation of moves: its canonical form, accepted variations, and its public part."""

from __future__ import annotations

import pytest

from games.summy.rules import game
from tests.summy.pictures import not_read


@pytest.mark.parametrize("text", ["j13r 2x3=6", "n13d 6:3=2", "a1r 12-3=9", "y25d 65+2x0=65", "swap 11+=", "swap 0"])
def test_the_canonical_form_round_trips(text: str) -> None:
    assert game.encode(game.decode(text)) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
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
def test_unambiguous_variations_are_accepted(text: str, canonical: str) -> None:
    assert game.encode(game.decode(text)) == canonical


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
def test_anything_else_is_refused(text: str) -> None:
    assert not_read(text) == (
        "Write the first piece’s square, the direction (r or d) and the whole sum, such as j13r 2x3=6. "
        "Or write swap and the pieces to exchange."
    )


def test_an_exchange_is_published_without_its_pieces() -> None:
    assert game.published(game.decode("swap 11+=")) == "swap 4"
    assert game.published(game.decode("j13r 2x3=6")) == "j13r 2x3=6"
