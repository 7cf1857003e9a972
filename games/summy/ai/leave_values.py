"""What pieces kept on the hand are worth: the points they add to one's next turn.

Measured on 100,000 hands of which a random part was kept, at 1,000 moments of 60 matches: what the best sum at
a glance brings with them, by least squares, beside what other hands bring at the same moment.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from games.summy.model.pieces import DIGITS, EQUALS, OPERATORS, Pieces

_EACH = dict(
    zip("0123456789+-x:", (-2.1, -1.1, -0.9, -0.2, 0.4, 0.7, 1.7, 2.3, 3.2, 3.7, 0.9, 0.9, -0.6, -0.7), strict=True)
)
_AGAIN = -1.2  # for each digit that is there already
_EQUALS = (0.0, 0.4, -4.2, -10.1)  # for so many =, or more
_OPERATORS = (0.0, 0.0, -3.1, -7.1, -12.3)  # for so many operators, or more, on top of each one's own


@lru_cache(maxsize=1 << 14)
def worth(kept: Pieces) -> float:
    """In points, against a part of a hand as it comes."""
    counts = Counter(kept)
    again = sum(counts[digit] - 1 for digit in DIGITS if counts[digit])
    signs = sum(counts[sign] for sign in OPERATORS)
    return (
        sum(_EACH[piece] * count for piece, count in counts.items() if piece != EQUALS)
        + again * _AGAIN
        + _EQUALS[min(counts[EQUALS], len(_EQUALS) - 1)]
        + _OPERATORS[min(signs, len(_OPERATORS) - 1)]
    )
