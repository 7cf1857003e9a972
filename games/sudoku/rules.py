"""Sudoku duel: one drawn tile a turn, laid by the sudoku rule. The game as the site finds it."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import Board, Game, Laid, Pile, PlayedMove, Seat, SeededRandom, Square, Tile, marked, say
from games.sudoku.ai import determinization
from games.sudoku.model import dealing, movegen, notation, scoring, transitions
from games.sudoku.model.options import SudokuOptions
from games.sudoku.model.position import SudokuPosition, SudokuView, see
from games.sudoku.ui import compose, presentation


class Sudoku(Game[SudokuOptions, SudokuPosition, SudokuView, Square]):
    """Sudoku duel; a move is the square for the drawn tile. `Game` says what every method gives."""

    slug = "sudoku"
    name = marked("Sudoku duel")
    aim = say("Lay the tile you draw by the sudoku rule. Each tile in its row, column and block brings a point.")
    example = "d4"
    guidance = (
        say("Lay the tile you drew where no equal digit stands in the same row, column or block."),
        say("Each tile that lies in that row, column and block brings a point: crowded places bring most."),
        say("A wrong square scores nothing and the tile is lost. The page asks before that happens."),
        say("It ends when a drawn tile fits nowhere any more, and most points win."),
    )
    options_type = SudokuOptions

    def setup(self, options: SudokuOptions, rng: SeededRandom) -> SudokuPosition:
        """Nine tiles laid, the others shuffled for good, the first one drawn."""
        return dealing.set_up(options, rng)

    def legal_moves(self, position: SudokuPosition) -> Iterator[Square]:
        """Every empty square, the wrong ones too: those cost the tile."""
        if position.result is None:
            yield from position.grid.empty_squares

    def scored_moves(self, position: SudokuPosition) -> Iterator[tuple[Square, int]]:
        """All squares are counted at once."""
        if position.result is None:
            yield from movegen.points(position.grid, position.tile)

    def judge(self, position: SudokuPosition, move: Square) -> PlayedMove:
        """A wrong square scores 0 and carries a warning."""
        return scoring.judge(position, move)

    def apply(self, position: SudokuPosition, move: Square, rng: SeededRandom) -> SudokuPosition:
        """The next tile comes from the sealed bag; no further chance is needed."""
        return transitions.lay(position, move, self.judge(position, move))

    def view(self, position: SudokuPosition, viewer: Seat | None) -> SudokuView:
        """Hides the drawn tile from everybody else while the match runs, and the bag for good."""
        return see(position, viewer)

    def determinize(self, view: SudokuView, rng: SeededRandom) -> SudokuPosition:
        """The hidden tile and the bag, dealt anew from the tiles that are out of sight."""
        return determinization.determinize(view, rng)

    def encode(self, move: Square) -> str:
        """Such as `d4`."""
        return notation.encode(move)

    def decode(self, text: str) -> Square:
        """Forgives spaces and capitals."""
        return notation.decode(text)

    def longest(self, options: SudokuOptions) -> int:
        """Each move takes one of the tiles that are drawn."""
        return len(dealing.REST)

    def compose(self, view: SudokuView, laid: Laid) -> Square:
        """The square where the one tile was laid."""
        return compose.compose(view, laid)

    def board(self, view: SudokuView) -> Board:
        """Right squares carry their points as a hint, where the match has hints."""
        return presentation.draw(view)

    def rack(self, view: SudokuView, seat: Seat) -> tuple[Tile, ...] | None:
        """The drawn tile on one's own turn; nothing while one waits."""
        return presentation.rack_tiles(view, seat)

    def held(self, view: SudokuView, seat: Seat) -> int:
        """One drawn tile on one's own turn; nothing while one waits."""
        return int(view.result is None and seat is view.to_move)

    def piles(self, view: SudokuView) -> tuple[Pile, ...]:
        """The tiles to draw, and those lost."""
        return presentation.count_piles(view)

    def sealed(self, position: SudokuPosition) -> tuple[Pile, ...]:
        """The tiles of the start, and the others in the order drawn."""
        return presentation.open_piles(position)


game = Sudoku()
