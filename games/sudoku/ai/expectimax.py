"""Expectimax over the draws of unseen tiles: two plies with a static evaluation in mid-match, exact near the end.

The order of the bag is the only hidden information, and all orders are equally likely. So the next draw is a chance
node, and no determinization is needed.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from math import sqrt

from games.rules import Evaluation, SearchLimitReached, Square, by_chance
from games.sudoku.ai.bitboard import Bitboard
from games.sudoku.ai.endgame import NODES, EndgameSearch
from games.sudoku.model.board import DIGITS, SQUARES
from games.sudoku.model.position import SudokuView

BEAM_WIDTH = 6  # placements that are searched for a tile, those with the most points
EXACT_SQUARES = 6  # in play, search exactly with at most this many pairs of an unseen digit and a valid square for it,
EXACT_DRAWS = 200  # and at most this many multisets of the tiles that are still placeable
PUZZLE_SQUARES, PUZZLE_DRAWS, PUZZLE_NODES = 14, 1_000, 30_000  # the limits for puzzles: about a second
NEXT_TILE_SHARE = 0.5  # of the points of the next tile that remain an advantage: later tiles give the rest back
STEEPNESS = 0.85  # of the logistic win probability, per lead over the square root of the number of unseen tiles
ERROR = 0.02  # standard error of a difference between the estimates of two moves with a chance of one half

ScoredMove = tuple[float, int, Square]  # win probability, points, square


def search(view: SudokuView) -> list[ScoredMove]:
    """Return the moves of the search, each with the mover's win probability.

    They are the beam or, in an exact search, all valid moves and one that stands for all that lose the tile.
    """
    board, digit = Bitboard.from_view(view), DIGITS.index(view.tile)
    if is_solvable(board):
        points = dict(_points_by_square(board, digit))
        return [(chance, points.get(square, 0), square) for square, chance in _solved(board, digit).items()]
    placements = board.best_placements(digit, BEAM_WIDTH)
    return [
        (1 - _look_ahead(board.after_placement(digit, bit, points)), points, _square(bit)) for points, bit in placements
    ]


def evaluate(view: SudokuView, moves: Sequence[Square]) -> list[Evaluation[Square]]:
    """Return evaluations of the moves of the search and of the given ones, the highest win probability first.

    Those of an exact search have no error; they hold under perfect play.
    """
    board, digit = Bitboard.from_view(view), DIGITS.index(view.tile)
    if is_solvable(board):
        valid = [square for square, _points in _points_by_square(board, digit)]
        return _exact(_solved(board, digit), valid, [*valid, *moves])
    points = dict(_points_by_square(board, digit))
    evaluations = []
    for square in dict.fromkeys([*list(points)[:BEAM_WIDTH], *moves]):
        bit = 1 << SQUARES.index(square)
        after = board.after_placement(digit, bit, points[square]) if square in points else board.after_loss
        chance = 1 - _look_ahead(after)
        evaluations.append(Evaluation(square, chance, 2 * ERROR * sqrt(chance * (1 - chance))))
    return by_chance(evaluations)


def solve_ending(view: SudokuView, moves: Sequence[Square]) -> list[Evaluation[Square]] | None:
    """Return these moves with exact win probabilities, the highest first; None beyond the limits for puzzles."""
    board, digit = Bitboard.from_view(view), DIGITS.index(view.tile)
    squares, multisets = _size(board)
    if squares > PUZZLE_SQUARES or multisets > PUZZLE_DRAWS:
        return None
    valid = [square for square, _points in _points_by_square(board, digit)]
    try:
        return _exact(_solved(board, digit, PUZZLE_NODES), valid, moves)
    except SearchLimitReached:
        return None


def _points_by_square(board: Bitboard, digit: int) -> Iterator[tuple[Square, int]]:
    """Yield each valid square of the digit with its points, most points first."""
    return ((_square(bit), points) for points, bit in board.best_placements(digit, len(SQUARES)))


def _solved(board: Bitboard, digit: int, nodes: int = NODES) -> dict[Square, float]:
    """Return the exact win probability of each valid square and of one invalid square; raises SearchLimitReached."""
    invalid = board.empty & ~board.valid[digit]
    return {
        _square(bit or invalid & -invalid): chance for bit, chance in EndgameSearch(board, nodes).chances(digit).items()
    }


def _exact(solved: dict[Square, float], valid: Container[Square], moves: Sequence[Square]) -> list[Evaluation[Square]]:
    """Return these moves with their exact win probabilities, highest first; all that lose the tile have the same."""
    lost = next((chance for square, chance in solved.items() if square not in valid), 0.0)
    return by_chance([Evaluation(move, solved.get(move, lost), 0.0) for move in dict.fromkeys(moves)])


def _square(bit: int) -> Square:
    return SQUARES[bit.bit_length() - 1]


def is_solvable(board: Bitboard) -> bool:
    """Return whether the match is close enough to its end for an exact search in play."""
    squares, multisets = _size(board)
    return squares <= EXACT_SQUARES and multisets <= EXACT_DRAWS


def _size(board: Bitboard) -> tuple[int, int]:
    """Return the size of the search: the pairs of digit and valid square, and the multisets of placeable tiles."""
    sizes = [(mask.bit_count(), count) for mask, count in zip(board.valid, board.unseen, strict=True) if count]
    return sum(squares for squares, _count in sizes), math.prod(count + 1 for squares, count in sizes if squares)


def win_probability(board: Bitboard) -> float:
    """Estimate the win probability of the player who draws next, 0 to 1; a draw counts one half.

    A logistic function of the lead, to which half of the mean points of the next tile is added, over the square root of
    the number n of unseen tiles; it amounts to a standard deviation of the points to come of 2 sqrt(n). Both
    coefficients were fitted to 100,000 matches between players who took the most points in three turns of four, and a
    random one of the better squares in the fourth.
    """
    total, next_points = sum(board.unseen), 0
    for mask, count in zip(board.valid, board.unseen, strict=True):
        if count and mask:
            next_points += count * board.most_points(mask)[0]
    if not next_points:
        return result_value(board.lead)
    lead = board.lead + NEXT_TILE_SHARE * next_points / total
    return 1 / (1 + math.exp(-STEEPNESS * lead / sqrt(total)))


def result_value(lead: int) -> float:
    """Return the value of a finished match by the final lead: 1 for a win, 0.5 for a draw, 0 for a loss."""
    return 0.5 + 0.5 * ((lead > 0) - (lead < 0))


def _look_ahead(board: Bitboard) -> float:
    """Return the value for the player who draws: the mean over all draws of the best reply in the beam.

    A drawn tile without a valid square ends the match, and so does an empty bag.
    """
    over, total = result_value(board.lead), 0.0
    for digit, after in board.draws:
        placements = after.best_placements(digit, BEAM_WIDTH)
        estimates = [1 - win_probability(after.after_placement(digit, bit, points)) for points, bit in placements]
        total += board.unseen[digit] * max(estimates, default=over)
    return total / tiles if (tiles := sum(board.unseen)) else over
