"""Highlighted squares: where a tile or a number of the board can be used; and the places of a typed calculation."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache

from games.digifeud.model import movegen
from games.digifeud.model.board import Grid, is_number_square, is_on_board, squares_from
from games.digifeud.model.equations import FixedNumbers, equations, plain_digits, tile_mask
from games.digifeud.model.moves import Calculation
from games.digifeud.model.notation import normalized
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.position import DigifeudView
from games.digifeud.model.tiles import BLANK, Tiles, tiles_of
from games.rules import Light, Placements, Reason, Square, TilesBySquare, squares_for

_TILES = re.compile(r"\??.")
_CALCULATION = re.compile(r"[0-9]{1,2}[-+x/][0-9]{1,2}=[0-9]{1,2}")


def legal_squares(view: DigifeudView, tile: str, placed: Placements) -> frozenset[Square]:
    """Return the squares on which a legal calculation places the tile, given the tiles already placed."""
    if view.rack is None or view.result:
        return frozenset()
    if not placed:
        return _squares_by_tile(view.options, view.grid, view.rack).get(tile, frozenset())
    squares = {square for square, _face in placed}
    moves = (move for move in _calculations(view.options, view.grid, view.rack) if squares.issubset(move.squares))
    return squares_for(tile, placed, (_laid(view.grid, move) for move in moves))


@lru_cache(maxsize=1 << 8)
def _squares_by_tile(options: DigifeudOptions, grid: Grid, rack: Tiles) -> Mapping[str, frozenset[Square]]:
    """Return by tile the squares on which it can be used.

    It works on the move generator's slots, because slots with equal fixed numbers have the same equations.
    """
    by_tile: dict[str, set[Square]] = defaultdict(set)
    operators, numbers = movegen.canonical(rack)
    for slot in movegen.open_slots(grid.faces, len(options.reading_directions)):
        for square, tiles in zip(squares_from(*slot.origin), _tiles(slot.fixed, operators, numbers), strict=True):
            for tile in tiles:
                by_tile[tile].add(square)
    return {tile: frozenset(squares) for tile, squares in by_tile.items()}


@lru_cache(maxsize=1 << 12)
def _tiles(fixed: FixedNumbers, operators: str, numbers: str) -> tuple[frozenset[str], ...]:
    """Return the tiles that the calculations of a slot place on each of its five squares."""
    mask = tile_mask(numbers)
    spellings = [one.texts for one in equations(fixed, operators, numbers.count(BLANK)) if not one.mask & ~mask]
    signs = frozenset(texts[1] for texts in spellings)
    first, second, outcome = (
        frozenset() if fixed_number else frozenset(tile for texts in spellings for tile in tiles_of(texts[place]))
        for fixed_number, place in zip(fixed, (0, 2, 3), strict=True)
    )
    return first, signs, second, frozenset("=") if signs else signs, outcome


def highlights(view: DigifeudView, square: Square | None) -> tuple[Light, ...]:
    """Return the empty squares that legal calculations fill together with the number on this square."""
    if view.rack is None or view.result or square is None or not is_on_board(square):
        return ()
    if not is_number_square(square) or not view.grid.at(square):
        return ()
    moves = _calculations(view.options, view.grid, view.rack)
    used = {other for move in moves if square in move.squares for other in _laid(view.grid, move)}
    return (Light(Reason.FITS, frozenset(used)),) if used else ()


def moves_making(view: DigifeudView, text: str) -> tuple[Calculation, ...] | None:
    """Return the legal calculations that read as this text, one for each place, with as few blanks as possible.

    None if the text is not a calculation without a place.
    """
    calculation = normalized(text)
    if not _CALCULATION.fullmatch(calculation):
        return None
    if view.rack is None or view.result:
        return ()
    moves: dict[tuple[object, ...], Calculation] = {}
    for move in _calculations(view.options, view.grid, view.rack):
        if plain_digits("".join(move.texts)) == calculation:
            place = move.start, move.direction
            moves[place] = min(moves.get(place, move), move, key=_blanks)
    return tuple(sorted(moves.values(), key=lambda move: (min(move.squares), move.direction.value)))


def _blanks(move: Calculation) -> int:
    return "".join(move.texts).count(BLANK)


def _calculations(options: DigifeudOptions, grid: Grid, rack: Tiles) -> Iterator[Calculation]:
    return (move for move in movegen.legal_moves(options, grid, rack) if isinstance(move, Calculation))


def _laid(grid: Grid, move: Calculation) -> TilesBySquare:
    """Return the tiles that the calculation places on each square; a blank has its digit, such as `?6`."""
    return {square: _TILES.findall(text) for square, text in move.placed_on(grid).items()}
