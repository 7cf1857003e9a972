"""Sudoku Duel's implementation of `Game`: the `game` object that the catalogue imports."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import Game, PlayedMove, Seat, SeededRandom, Square, marked, say
from games.sudoku.ai import determinization
from games.sudoku.model import bounds, movegen, notation, scoring, transitions
from games.sudoku.model.options import SudokuOptions
from games.sudoku.model.position import TILES_TO_DRAW, SudokuPosition, SudokuView, initial_position, view_of


class Sudoku(Game[SudokuOptions, SudokuPosition, SudokuView, Square]):
    """The rules of Sudoku Duel; `Game` documents the methods. A move is the square for the drawn tile."""

    slug = "sudoku"
    name = marked("Sudoku Duel")
    aim = say("Place your tile by the sudoku rule. You score a point for each tile in its row, column and block.")
    example = "d4"
    can_plan = False  # the tile is drawn when the turn begins
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


game = Sudoku()
