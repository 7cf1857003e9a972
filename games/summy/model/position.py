"""The state of a match, and one viewer's view of it."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Position, Seat, SeededRandom, View, subtract
from games.summy.model.board import CENTRE, START, Grid
from games.summy.model.options import SummyOptions
from games.summy.model.pieces import FULL_SET, HAND_SIZE, Pieces

PiecesBySeat = tuple[Pieces | None, Pieces | None]  # None if hidden


@dataclass(frozen=True, kw_only=True)
class SummyPosition(Position):
    """The full state: both hands, the stock in drawing order, the pieces that each seat exchanged."""

    options: SummyOptions
    grid: Grid = START
    hands: tuple[Pieces, Pieces]
    stock: Pieces
    exchanged: tuple[Pieces, Pieces] = ((), ())
    finished: Seat | None = None  # the seat that has made its last move

    @property
    def hand(self) -> Pieces:
        """The hand of the player to move."""
        return self.hands[self.to_move.index]


@dataclass(frozen=True, kw_only=True)
class SummyView(View):
    """The state as one viewer knows it: hidden hands and exchanged pieces are None, their counts are public."""

    options: SummyOptions
    grid: Grid
    hands: PiecesBySeat
    hand_counts: tuple[int, int]
    stock_count: int
    exchanged: PiecesBySeat
    exchanged_counts: tuple[int, int]
    finished: Seat | None

    @property
    def hand(self) -> Pieces | None:
        """The viewer's own hand; None for a spectator."""
        return self.hands[self.viewer.index] if self.viewer else None


def initial_position(options: SummyOptions, rng: SeededRandom) -> SummyPosition:
    """Return the start: an = on the centre, the other pieces shuffled, both hands dealt, the first player's first."""
    stock = rng.shuffled(subtract(FULL_SET, START.at(CENTRE)))
    return SummyPosition(
        options=options,
        hands=(stock[:HAND_SIZE], stock[HAND_SIZE : 2 * HAND_SIZE]),
        stock=stock[2 * HAND_SIZE :],
        face_down=(Seat.SECOND,),
    )


def view_of(position: SummyPosition, viewer: Seat | None) -> SummyView:
    """Return the position as this viewer may see it; after the match hands and exchanged pieces are public."""

    def shown(pieces: tuple[Pieces, Pieces]) -> PiecesBySeat:
        first, second = (pieces[seat.index] if position.shows(seat, viewer) else None for seat in Seat)
        return first, second

    def counted(pieces: tuple[Pieces, Pieces]) -> tuple[int, int]:
        return len(pieces[0]), len(pieces[1])

    return SummyView(
        viewer=viewer,
        options=position.options,
        to_move=position.to_move,
        scores=position.scores,
        last=position.last,
        result=position.result,
        face_down=position.face_down,
        grid=position.grid,
        hands=shown(position.hands),
        hand_counts=counted(position.hands),
        stock_count=len(position.stock),
        exchanged=shown(position.exchanged),
        exchanged_counts=counted(position.exchanged),
        finished=position.finished,
    )
