"""Sudoku Duel's implementation of `Game`: the `game` object that the catalogue imports."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import Board, Game, Light, Pile, Placements, PlayedMove, Seat, SeededRandom, Square, Tile, marked, say
from games.sudoku.ai import determinization
from games.sudoku.model import bounds, movegen, notation, scoring, transitions
from games.sudoku.model.options import SudokuOptions
from games.sudoku.model.position import TILES_TO_DRAW, SudokuPosition, SudokuView, initial_position, view_of
from games.sudoku.ui import compose, lights, presentation


class Sudoku(Game[SudokuOptions, SudokuPosition, SudokuView, Square]):
    """The rules of Sudoku Duel; `Game` documents the methods. A move is the square for the drawn tile."""

    slug = "sudoku"
    name = marked("Sudoku Duel")
    aim = say("Place your tile by the sudoku rule. You score a point for each tile in its row, column and block.")
    example = "d4"
    can_plan = False  # the tile is drawn when the turn begins
    guidance = (
        say("Put your tile where its row, column and block don't have the same digit yet."),
        say("You score a point for each tile in that row, column and block, so crowded places score most."),
        say("On a wrong square your tile scores 0 and is lost. The page asks first."),
        say("The match ends when a drawn tile fits nowhere. Most points win."),
    )
    lights_up = say("the row, column and block of a square, with equal digits and conflicts")
    has_point_puzzles = False
    options_type = SudokuOptions

    def setup(self, options: SudokuOptions, rng: SeededRandom) -> SudokuPosition:
        """Return the initial position: nine tiles on the board, the bag shuffled, the first tile drawn."""
        return initial_position(options, rng)

    def legal_moves(self, position: SudokuPosition) -> Iterator[Square]:
        """Generate every empty square; an invalid placement is legal, and costs the tile."""
        return movegen.legal_moves(position)

    def scored_moves(self, position: SudokuPosition) -> Iterator[tuple[Square, int]]:
        """Generate all moves with their points, in one pass over bit masks."""
        return movegen.scored_moves(position)

    def judge(self, position: SudokuPosition, move: Square) -> PlayedMove:
        """Return the effect of a move; an invalid placement scores 0 and carries a warning."""
        return scoring.judge(position, move)

    def apply(self, position: SudokuPosition, move: Square, rng: SeededRandom) -> SudokuPosition:
        """Return the position after a move; the next tile comes from the sealed bag, so `rng` is not used."""
        return transitions.apply_move(position, move, self.judge(position, move))

    def view(self, position: SudokuPosition, viewer: Seat | None) -> SudokuView:
        """Return a view without the bag, and in a running match without the opponent's drawn tile."""
        return view_of(position, viewer)

    def determinize(self, view: SudokuView, rng: SeededRandom) -> SudokuPosition:
        """Return a position consistent with the view, its hidden tile and bag sampled from the unseen tiles."""
        return determinization.determinize(view, rng)

    def encode(self, move: Square) -> str:
        """Return the notation of a move, such as `d4`."""
        return notation.encode(move)

    def decode(self, text: str) -> Square:
        """Parse a move; spaces and upper case are accepted."""
        return notation.decode(text)

    def longest(self, options: SudokuOptions) -> int:
        """Return the number of tiles that are drawn: each move uses one."""
        return len(TILES_TO_DRAW)

    def bounds(self, view: SudokuView) -> tuple[int, int]:
        """Return upper bounds on the growth of each player's lead; see `model.bounds`."""
        return bounds.bounds(view)

    def compose(self, view: SudokuView, placements: Placements) -> Square:
        """Return the square of the one placed tile."""
        return compose.compose(view, placements)

    def highlights(self, view: SudokuView, placed: Placements, square: Square | None = None) -> tuple[Light, ...]:
        """Return the row, the column and the block of the square, equal digits and conflicts."""
        return lights.highlights(view, placed, square)

    def board(self, view: SudokuView) -> Board:
        """Return the board; in a match with hints, valid squares show their points."""
        return presentation.board(view)

    def rack(self, view: SudokuView, seat: Seat) -> tuple[Tile, ...] | None:
        """Return the drawn tile of the seat to move, None if it is hidden; () for the other seat."""
        return presentation.rack_tiles(view, seat)

    def held(self, view: SudokuView, seat: Seat) -> int:
        """Return 1 for the seat to move, 0 for the other, and 0 for both after the match."""
        return int(view.result is None and seat is view.to_move)

    def piles(self, view: SudokuView) -> tuple[Pile, ...]:
        """Return the tiles to draw and the lost tiles."""
        return presentation.public_piles(view)

    def sealed(self, position: SudokuPosition) -> tuple[Pile, ...]:
        """Return the tiles of the initial board, and the bag in the order drawn."""
        return presentation.sealed_piles(position)


game = Sudoku()
