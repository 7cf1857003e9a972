"""Looks ahead: at every tile that the opponent may draw and the best answer to it; near the end, to the end.

Nothing but the next tile is hidden, so that this is plain expectimax over the tiles unseen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

from games.rules import Square
from games.sudoku.ai.bitboard import Outlook
from games.sudoku.model.board import DIGITS, SQUARES
from games.sudoku.model.position import SudokuView

PROMISING = 6  # squares that are tried for a tile
FEW = 6  # squares that are right for the digits unseen, together: with no more the match is played out in thought,
WAYS = 200  # if no more selections of the tiles that still fit can be drawn: some 25,000 moments at most
PASSES_ON = 0.5  # of what the next tile brings to who draws it: the rest comes back with the tiles after it
STEEPNESS = 0.85  # of the chance to win, by the lead over the square root of the tiles unseen
KNOWN = 1 << 15  # ends of matches that are remembered

Weighed = tuple[float, int, Square]


def weigh(view: SudokuView) -> list[Weighed]:
    """The turns worth a thought, each as the chance to win with it, its points and its square."""
    outlook, digit = Outlook.of(view), DIGITS.index(view.tile)
    if is_short(outlook):
        return [(1 - to_the_end(after), points, _square(bit)) for points, bit, after in _turns(outlook, digit)]
    found = outlook.promising(digit, PROMISING)
    return [(1 - _expected(outlook.laid(digit, bit, points)), points, _square(bit)) for points, bit in found]


def _square(bit: int) -> Square:
    return SQUARES[bit.bit_length() - 1]


def is_short(outlook: Outlook) -> bool:
    """Whether so little is left that the match can be played out in thought."""
    left = [(places.bit_count(), many) for places, many in zip(outlook.right, outlook.unseen, strict=True) if many]
    ways = math.prod(many + 1 for squares, many in left if squares)
    return sum(squares for squares, _many in left) <= FEW and ways <= WAYS


def estimate(outlook: Outlook) -> float:
    """How likely the player wins who draws next, 0 to 1, a draw being one half: what the next tile brings decides.

    Who draws is ahead by half of what the tile brings on average, at every stage, and what is still to come spreads by
    two points times the square root of the tiles unseen: both fitted to 100,000 matches between players who took the
    most points in three turns of four, and any of the better squares in the fourth.
    """
    many, next_tile = sum(outlook.unseen), 0
    for places, count in zip(outlook.right, outlook.unseen, strict=True):
        if count and places:
            next_tile += count * outlook.most(places)[0]
    if not next_tile:
        return settled(outlook.lead)
    lead = outlook.lead + PASSES_ON * next_tile / many
    return 1 / (1 + math.exp(-STEEPNESS * lead / math.sqrt(many)))


def settled(lead: int) -> float:
    """What a match that is over was worth."""
    return 0.5 + 0.5 * ((lead > 0) - (lead < 0))


def _expected(outlook: Outlook) -> float:
    """The chance of the player who draws now, with the promising squares for each tile, and the estimate after them."""
    return _over_draws(outlook, _best_promising)


def _best_promising(drawn: Outlook, digit: int) -> float:
    found = drawn.promising(digit, PROMISING)
    return max(1 - estimate(drawn.laid(digit, bit, points)) for points, bit in found)


@lru_cache(maxsize=KNOWN)
def to_the_end(outlook: Outlook) -> float:
    """The chance of the player who draws now, when both play perfectly until the match is over."""
    return _over_draws(outlook, _best_of_all)


def _best_of_all(drawn: Outlook, digit: int) -> float:
    return max(1 - to_the_end(after) for _points, _bit, after in _turns(drawn, digit))


def _over_draws(outlook: Outlook, best: Callable[[Outlook, int], float]) -> float:
    """The mean over the tiles unseen; one that fits nowhere ends the match, and so does it when there is none."""
    over, total = settled(outlook.lead), 0.0
    for digit, drawn in outlook.draws:
        total += outlook.unseen[digit] * (best(drawn, digit) if outlook.right[digit] else over)
    return total / many if (many := sum(outlook.unseen)) else over


def _turns(drawn: Outlook, digit: int) -> Iterator[tuple[int, int, Outlook]]:
    """Every turn that makes a difference: points, place and what comes of it; all wrong squares are one turn."""
    for points, bit in drawn.promising(digit, len(SQUARES)):
        yield points, bit, drawn.laid(digit, bit, points)
    if wrong := drawn.empty & ~drawn.right[digit]:
        yield 0, wrong & -wrong, drawn.turned
