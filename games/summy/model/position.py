"""A match of Summy at one moment, and what one viewer knows of it."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Position, Seat, SeededRandom, View
from games.summy.model.board import START, Grid
from games.summy.model.geometry import CENTRE
from games.summy.model.options import SummyOptions
from games.summy.model.pieces import ALL, HAND, Pieces, take

Pair = tuple[Pieces | None, Pieces | None]


@dataclass(frozen=True, kw_only=True)
class SummyPosition(Position):
    """Everything: both hands, the stock in its sealed order, what each seat exchanged, who has made the last move."""

    options: SummyOptions
    grid: Grid = START
    hands: tuple[Pieces, Pieces]
    stock: Pieces
    gone: tuple[Pieces, Pieces] = ((), ())
    done: Seat | None = None

    @property
    def hand(self) -> Pieces:
        """The hand of the player to move."""
        return self.hands[self.to_move.index]


@dataclass(frozen=True, kw_only=True)
class SummyView(View):
    """What one viewer knows: a hand, or exchanged pieces, that are hidden are None; their number is not."""

    options: SummyOptions
    grid: Grid
    hands: Pair
    counts: tuple[int, int]
    stock: int
    gone: Pair
    gone_counts: tuple[int, int]
    done: Seat | None

    @property
    def hand(self) -> Pieces | None:
        """The viewer's own hand; None for somebody who watches."""
        return self.hands[self.viewer.index] if self.viewer else None


def set_up(options: SummyOptions, rng: SeededRandom) -> SummyPosition:
    """An = on the centre, the rest shuffled, both hands dealt from the front, the first player's first."""
    stock = rng.shuffled(take(ALL, START.at(CENTRE)))
    return SummyPosition(
        options=options,
        hands=(stock[:HAND], stock[HAND : 2 * HAND]),
        stock=stock[2 * HAND :],
        face_down=(Seat.SECOND,),
    )


def see(position: SummyPosition, viewer: Seat | None) -> SummyView:
    """The position as this viewer sees it; when the match is over everybody sees both hands and what was exchanged."""

    def shown(pair: tuple[Pieces, Pieces]) -> Pair:
        first, second = (pair[seat.index] if position.shows(seat, viewer) else None for seat in Seat)
        return first, second

    def counted(pair: tuple[Pieces, Pieces]) -> tuple[int, int]:
        return len(pair[0]), len(pair[1])

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
        counts=counted(position.hands),
        stock=len(position.stock),
        gone=shown(position.gone),
        gone_counts=counted(position.gone),
        done=position.done,
    )
