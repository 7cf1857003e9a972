"""Positions of a Sudoku duel, and views of them with the hidden information removed."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Position, Seat, View
from games.sudoku.model.board import Grid
from games.sudoku.model.options import SudokuOptions


@dataclass(frozen=True, kw_only=True)
class SudokuPosition(Position):
    """The full state, hidden information included.

    `tiles` holds the drawn tile of the player to move and "" for the other; "" for both once no tile is left.
    `bag` holds the tiles to draw in their sealed order. `lost` holds the tiles of invalid placements in the order
    played.
    """

    options: SudokuOptions
    grid: Grid
    tiles: tuple[str, str]
    bag: tuple[str, ...]
    lost: tuple[str, ...] = ()

    @property
    def tile(self) -> str:
        """Return the drawn tile of the player to move."""
        return self.tiles[self.to_move.index]


@dataclass(frozen=True, kw_only=True)
class SudokuView(View):
    """The state as one viewer knows it: a hidden tile is None, `left` counts the tiles in the bag."""

    options: SudokuOptions
    grid: Grid
    tiles: tuple[str | None, str | None]
    left: int
    lost: tuple[str, ...]

    @property
    def tile(self) -> str:
        """Return the viewer's drawn tile; "" while the opponent moves, and for a spectator."""
        return (self.viewer and self.tiles[self.viewer.index]) or ""


def view_for(position: SudokuPosition, viewer: Seat | None) -> SudokuView:
    """Return the view of a seat or a spectator (None); a finished match hides no drawn tile."""

    def visible_tile(seat: Seat) -> str | None:
        return position.tiles[seat.index] if position.shows(seat, viewer) else None

    return SudokuView(
        viewer=viewer,
        options=position.options,
        to_move=position.to_move,
        scores=position.scores,
        last=position.last,
        result=position.result,
        face_down=position.face_down,
        grid=position.grid,
        tiles=(visible_tile(Seat.FIRST), visible_tile(Seat.SECOND)),
        left=len(position.bag),
        lost=position.lost,
    )
