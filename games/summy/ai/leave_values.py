"""Leave values: what the pieces kept after a turn add to the expected points of the player's next turn.

The weights were fitted by least squares to 100,000 hands of which a random part was kept, at 1,000 positions of 60
matches. The dependent variable is the points of the best short sum with the kept pieces, relative to other hands at the
same position.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from games.summy.model.pieces import DIGITS, EQUALS, OPERATORS, Pieces

_EACH = dict(
    zip("0123456789+-x:", (-2.1, -1.1, -0.9, -0.2, 0.4, 0.7, 1.7, 2.3, 3.2, 3.7, 0.9, 0.9, -0.6, -0.7), strict=True)
)
_DUPLICATE = -1.2  # for each further copy of a digit
_EQUALS = (0.0, 0.4, -4.2, -10.1)  # by the number of = kept; the last entry is for more, too
_OPERATORS = (0.0, 0.0, -3.1, -7.1, -12.3)  # by the number of operators kept, added to `_EACH`; last entry as above


@lru_cache(maxsize=1 << 14)
def leave_value(kept: Pieces) -> float:
    """Return the value of the kept pieces in points, relative to drawing all of them at random."""
    counts = Counter(kept)
    duplicates = sum(counts[digit] - 1 for digit in DIGITS if counts[digit])
    operators = sum(counts[operator] for operator in OPERATORS)
    return (
        sum(_EACH[piece] * count for piece, count in counts.items() if piece != EQUALS)
        + duplicates * _DUPLICATE
        + _EQUALS[min(counts[EQUALS], len(_EQUALS) - 1)]
        + _OPERATORS[min(operators, len(_OPERATORS) - 1)]
    )
