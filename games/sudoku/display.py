"""How Sudoku Duel is shown, and how a placed tile becomes a move: the `display` object that the catalogue imports."""

from __future__ import annotations

from functools import cache, lru_cache

from games.rules import (
    Board,
    Cell,
    Display,
    IllegalMove,
    Light,
    Pile,
    Placements,
    Reason,
    Seat,
    Square,
    Tile,
    marked,
    say,
    sealed_piles,
)
from games.rules.reasons import Theme
from games.sudoku.model.board import BLOCK_SIZE, PEERS, SIZE, SQUARES, Grid, SudokuOptions, index_of, on_board
from games.sudoku.model.position import SudokuPosition, SudokuView, check_square

NUMBER = "number"  # the kind of all tiles


class SudokuDisplay(Display[SudokuOptions, SudokuPosition, SudokuView, Square]):
    """The display of Sudoku Duel; `Display` documents the methods."""

    guidance = (
        say("Put your tile where its row, column and block don’t have the same digit yet."),
        say("You score a point for each tile in that row, column and block, so crowded places score most."),
        say("On a wrong square your tile scores 0 and is lost. The page asks first."),
        say("The match ends when a drawn tile fits nowhere. The player with the most points wins."),
    )
    lights_up = say("the row, column and block of a square, with equal digits and conflicts")
    reasons = {
        **Display.reasons,
        "wrong": marked("The tile played broke the sudoku rule and scored nothing; here it scores {points}."),
    }

    def compose(self, view: SudokuView, placements: Placements) -> Square:
        if view.result:
            raise IllegalMove(say("The match is over."))
        if view.viewer is None:
            raise IllegalMove(say("Only the two players can place tiles."))
        if not view.tile:
            raise IllegalMove(say("You draw a tile at the start of your turn."))
        if not placements:
            raise IllegalMove(say("Put the {tile} on an empty square.", tile=view.tile))
        if len(placements) > 1:
            raise IllegalMove(say("You place one tile per turn."))
        ((square, tile),) = placements
        if tile != view.tile:
            raise IllegalMove(say("Your tile is the {tile}.", tile=view.tile))
        check_square(view.grid, square)
        return square

    def placements_of(self, view: SudokuView, move: Square) -> Placements:
        return ((move, view.tile),) if view.tile else ()

    def themes_of(self, view: SudokuView, move: Square) -> frozenset[Theme]:
        """Return wrong tiles for a tile that is given away, else whether tiles still to come lose their last square.

        Squares are kept open if one does not that another right square would shut out.
        """
        grid, tile = view.grid, view.tile
        if not grid.is_valid(move, tile):
            return frozenset({Theme.WRONG})
        fitting = {face for face in view.unseen if grid.has_valid_square(face)}

        def blocked(square: Square) -> set[str]:
            after = grid.with_tile(square, tile)
            return {face for face in fitting if not after.has_valid_square(face)}

        others = (square for square in grid.empty_squares if square != move and grid.is_valid(square, tile))
        lost = blocked(move)
        features = {Theme.BLOCKED: bool(lost), Theme.OPEN: any(blocked(other) - lost for other in others)}
        return frozenset(theme for theme, is_there in features.items() if is_there)

    def highlights(self, view: SudokuView, placed: Placements, square: Square | None = None) -> tuple[Light, ...]:
        """Return the peers of one square, the squares with an equal digit, and those of them that conflict with it.

        The square is the selected one if it holds a digit, else that of the placed tile, else the selected one. Its
        digit is the one on it, else the tile to place. Peers with the same digit are conflicts.
        """
        if square is not None and not on_board(square):
            square = None
        focus = placed[-1][0] if placed and not (square and view.grid.at(square)) else square
        if focus is None or not on_board(focus):
            return ()
        digit = view.grid.at(focus) or (placed[-1][1] if placed else view.tile)
        peers = frozenset(SQUARES[peer] for peer in PEERS[index_of(focus)])
        equal = frozenset(other for other in SQUARES if digit and view.grid.at(other) == digit and other != focus)
        lights = (Light(Reason.LINE, peers), Light(Reason.EQUAL, equal - peers), Light(Reason.CONFLICT, equal & peers))
        return tuple(light for light in lights if light.squares)

    def board(self, view: SudokuView) -> Board:
        """Return the board; in a match with hints, valid squares show their points.

        For players, empty squares take a tile in the opponent's turn too, so that a move changes only its own cell and
        the hints.
        """
        hinted = view.tile if view.options.hints == "yes" and view.my_turn else ""
        return _board(view.grid, view.viewer is not None and view.result is None, hinted)

    def rack(self, view: SudokuView, seat: Seat) -> tuple[Tile, ...] | None:
        """Return the drawn tile of the seat to move, None if it is hidden; () for the other seat."""
        tile = view.tiles[seat.index]
        return None if tile is None else tuple(Tile(face, NUMBER) for face in tile)

    def held(self, view: SudokuView, seat: Seat) -> int:
        """Return 1 for the seat to move, 0 for the other, and 0 for both after the match."""
        return int(view.result is None and seat is view.to_move)

    def piles(self, view: SudokuView) -> tuple[Pile, ...]:
        """Return the count of tiles to draw, and the lost tiles if there are any."""
        pile = Pile(say("Tiles to draw"), view.left, deals=NUMBER)
        return (pile, Pile(say("Lost tiles"), len(view.lost), view.lost, NUMBER)) if view.lost else (pile,)

    def sealed(self, position: SudokuPosition) -> tuple[Pile, ...]:
        placed = tuple(filter(None, position.grid.faces))
        return (
            *sealed_piles(NUMBER, (say("Tiles on the board, from the top"), placed)),
            *sealed_piles(NUMBER, (say("Tiles in the order drawn"), (position.tile, *position.bag))),
        )


@lru_cache(maxsize=1_000)  # both players see the same, but for hints
def _board(grid: Grid, is_playing: bool, hinted: str) -> Board:
    cells = [_cell(grid, square, is_playing, hinted) for square in SQUARES]
    return Board(SIZE, SIZE, tuple(cells), BLOCK_SIZE)


_same_cell = cache(Cell)  # a board shares the cells that did not change with the board before


def _cell(grid: Grid, square: Square, is_playing: bool, hinted: str) -> Cell:
    """Return the cell of a square; if the `hinted` tile ("" for none) is valid there, with its points as hint."""
    if face := grid.at(square):
        return _same_cell(square, face, NUMBER)
    if not is_playing:
        return _same_cell(square)
    hint = str(grid.filled_peers(square)) if hinted and grid.is_valid(square, hinted) else ""
    return _same_cell(square, takes=NUMBER, room=1, hint=hint)


display = SudokuDisplay()
