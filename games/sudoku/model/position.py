"""A Sudoku duel at one moment, and what one viewer knows of it."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Position, Seat, View
from games.sudoku.model.grid import Grid
from games.sudoku.model.options import SudokuOptions


@dataclass(frozen=True, kw_only=True)
class SudokuPosition(Position):
    """Everything: the tile that the player to move has drawn, and the bag in its sealed order.

    `tiles` has "" for the player who waits, and for both when no tile is left. `lost` are the tiles that
    were tried on a wrong square, in the order played.
    """

    options: SudokuOptions
    grid: Grid
    tiles: tuple[str, str]
    bag: tuple[str, ...]
    lost: tuple[str, ...] = ()

    @property
    def tile(self) -> str:
        """What the player to move has drawn."""
        return self.tiles[self.to_move.index]


@dataclass(frozen=True, kw_only=True)
class SudokuView(View):
    """What one viewer knows: a tile that is hidden is None."""

    options: SudokuOptions
    grid: Grid
    tiles: tuple[str | None, str | None]
    left: int
    lost: tuple[str, ...]

    @property
    def tile(self) -> str:
        """What the viewer has drawn; "" while they wait, and for somebody who watches."""
        return (self.viewer and self.tiles[self.viewer.index]) or ""


def see(position: SudokuPosition, viewer: Seat | None) -> SudokuView:
    """The position as this viewer sees it; when the match is over everybody sees the tile drawn last."""

    def shown(seat: Seat) -> str | None:
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
        tiles=(shown(Seat.FIRST), shown(Seat.SECOND)),
        left=len(position.bag),
        lost=position.lost,
    )
