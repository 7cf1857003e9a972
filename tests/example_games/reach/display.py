"""How Reach is shown, and how a laid tile becomes a move."""

from __future__ import annotations

from games.rules import Board, Cell, Display, IllegalMove, Pile, Placements, Seat, Tile, say
from tests.example_games.reach.rules import SIZE, SQUARES, TILES, Move, ReachOptions, ReachPosition, ReachView


class ReachDisplay(Display[ReachOptions, ReachPosition, ReachView, Move]):
    """The display of Reach."""

    def compose(self, view: ReachView, placements: Placements) -> Move:
        if len(placements) != 1:
            raise IllegalMove(say("Lay one tile."))
        ((square, tile),) = placements
        if tile not in TILES:
            raise IllegalMove(say("That is no tile of this game."))
        return Move(tile, square)

    def board(self, view: ReachView) -> Board:
        takes = "number" if view.viewer and not view.result else ""
        cells = (
            Cell(square, face, "number") if face else Cell(square, takes=takes, room=len(takes[:1]))
            for square, face in zip(SQUARES, view.squares, strict=True)
        )
        return Board(SIZE, SIZE, tuple(cells))

    def rack(self, view: ReachView, seat: Seat) -> tuple[Tile, ...] | None:
        hand = view.hands[seat.index]
        return None if hand is None else tuple(Tile(face, "number") for face in hand)

    def held(self, view: ReachView, seat: Seat) -> int:
        return view.sizes[seat.index]

    def piles(self, view: ReachView) -> tuple[Pile, ...]:
        return (Pile(say("Tiles in the bag"), view.bag),)

    def sealed(self, position: ReachPosition) -> tuple[Pile, ...]:
        order = (*position.hands[0], *position.hands[1], *position.bag)
        return (Pile(say("All tiles"), len(order), order),)


display = ReachDisplay()
