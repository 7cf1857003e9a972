"""How Fifteen is shown, and how laid numbers become a move."""

from __future__ import annotations

from games.rules import Board, Cell, Display, IllegalMove, Options, Pile, Placements, Seat, Tile, say
from tests.example_games.fifteen.rules import SIZE, SQUARES, FifteenPosition, FifteenView, Move, left


class FifteenDisplay(Display[Options, FifteenPosition, FifteenView, Move]):
    """The display of Fifteen."""

    def compose(self, view: FifteenView, placements: Placements) -> Move:
        """Return the move that one number on the board stands for."""
        if len(placements) != 1:
            raise IllegalMove(say("Lay one number."))
        ((square, face),) = placements
        return Move(face, square)

    def placements_of(self, view: FifteenView, move: Move) -> Placements:
        """Return the one number of the move on its square."""
        return ((move.square, move.number),)

    def board(self, view: FifteenView) -> Board:
        """Return the nine squares; players may lay a number on a free one."""
        takes = "number" if view.viewer and not view.result else ""
        cells = (
            Cell(square, face, "number") if face else Cell(square, takes=takes, room=len(takes[:1]))
            for square, face in zip(SQUARES, view.squares, strict=True)
        )
        return Board(SIZE, SIZE, tuple(cells))

    def rack(self, view: FifteenView, seat: Seat) -> tuple[Tile, ...]:
        """Return the numbers that the seat has left: visible to every viewer."""
        return tuple(Tile(number, "number") for number in left(view.squares, seat))

    def held(self, view: FifteenView, seat: Seat) -> int:
        """Return how many numbers the seat has left."""
        return len(left(view.squares, seat))

    def piles(self, view: FifteenView) -> tuple[Pile, ...]:
        """Return none: there is nothing besides the board and the numbers."""
        return ()

    def sealed(self, position: FifteenPosition) -> tuple[Pile, ...]:
        """Return none: nothing was drawn."""
        return ()


display = FifteenDisplay()
