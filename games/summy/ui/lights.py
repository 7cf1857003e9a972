"""Highlighted squares: where a piece can be used, and completed sums; and the places of a typed sum."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import takewhile

from games.rules import IllegalMove, Light, Placements, Reason, Square, squares_for
from games.summy.model import movegen
from games.summy.model.board import EMPTY, SIZE, Direction, Grid
from games.summy.model.equations import MIN_LENGTH, is_sum
from games.summy.model.moves import Sum, placed_by, run_through
from games.summy.model.notation import normalized
from games.summy.model.pieces import ORDER, Pieces
from games.summy.model.position import SummyView
from games.summy.model.scoring import sums_made

_SUM = re.compile(r"[-0-9+x:]+=[0-9]+")


def legal_squares(view: SummyView, piece: str, placed: Placements) -> frozenset[Square]:
    """Return the squares on which a legal sum places the piece, given the pieces already placed."""
    if view.hand is None or view.result:
        return frozenset()
    if not placed:
        return _squares_by_piece(view.grid, view.hand).get(piece, frozenset())
    squares = {square for square, _piece in placed}
    moves = (move for move in _sums(view.grid, view.hand) if squares.issubset(move.squares))
    return squares_for(piece, placed, (placed_by(view.grid, move) for move in moves))


@lru_cache(maxsize=1 << 8)
def _squares_by_piece(grid: Grid, hand: Pieces) -> Mapping[str, frozenset[Square]]:
    """Return by piece the squares on which a legal sum places it."""
    by_piece: dict[str, set[Square]] = defaultdict(set)
    for move in _sums(grid, hand):
        for square, piece in placed_by(grid, move).items():
            by_piece[piece].add(square)
    return {piece: frozenset(squares) for piece, squares in by_piece.items()}


@lru_cache(maxsize=1 << 5)  # small, because an entry is large: a page asks several times in a row about one position
def _sums(grid: Grid, hand: Pieces) -> tuple[Sum, ...]:
    """Return every legal sum, without the exchanges."""
    moves = (move for move, _points in movegen.scored_moves(grid, hand))
    return tuple(move for move in takewhile(lambda move: isinstance(move, Sum), moves) if isinstance(move, Sum))


def highlights(view: SummyView, placed: Placements) -> tuple[Light, ...]:
    """Return the squares of every run through a placed piece that is a complete sum."""
    pieces = {square: piece for square, piece in placed if view.grid.at(square) == EMPTY and piece in ORDER}
    grid = view.grid.with_pieces(pieces)
    runs = {run_through(grid, square, direction) for square in pieces for direction in Direction}
    whole = {square for run in runs if is_sum(run.text) for square in run.squares}
    return (Light(Reason.WHOLE, frozenset(whole)),) if whole else ()


def moves_making(view: SummyView, text: str) -> tuple[Sum, ...] | None:
    """Return the legal moves that make this sum, in canonical form; None if the text is not a sum without a place.

    A single piece may complete a sum to the right too: then the move is named by that one.
    """
    formula = normalized(text)
    if not _SUM.fullmatch(formula) or not MIN_LENGTH <= len(formula) <= SIZE:
        return None
    if view.hand is None or view.result:
        return ()
    moves: dict[Sum, None] = {}
    for direction, lines in ((Direction.RIGHT, view.grid.rows), (Direction.DOWN, view.grid.columns)):
        for number, line in enumerate(lines, 1):
            for place in _places_on(line, formula):
                start = Square(number, place) if direction is Direction.RIGHT else Square(place, number)
                with suppress(IllegalMove):
                    moves.setdefault(_named(view.grid, view.hand, Sum(start, direction, formula)))
    return tuple(sorted(moves, key=lambda move: move.start))


def _places_on(line: str, text: str) -> Iterator[int]:
    """Yield the cells, counted from 1, on which this sum may begin: it agrees with the old pieces, at least one."""
    for begin in range(len(line) - len(text) + 1):
        cells = line[begin : begin + len(text)]
        if cells.strip(EMPTY) and all(cell in (piece, EMPTY) for cell, piece in zip(cells, text, strict=True)):
            yield begin + 1


def _named(grid: Grid, hand: Pieces, move: Sum) -> Sum:
    """Return the move in canonical form; raises IllegalMove."""
    placed = placed_by(grid, move)
    if move.direction is Direction.DOWN and len(placed) == 1:
        crossing = run_through(grid.with_pieces(placed), next(iter(placed)), Direction.RIGHT)
        move = crossing if is_sum(crossing.text) else move
    return sums_made(grid, hand, move)[0]
