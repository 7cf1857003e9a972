"""Deals a game: both hands, the chip on the centre, and the container."""

from __future__ import annotations

from dataclasses import replace

from games.rules import Seat, SeededRandom
from games.tenbyten.model.board import CENTRE
from games.tenbyten.model.chips import ALL_CHIPS, HAND, draw
from games.tenbyten.model.grid import EMPTY
from games.tenbyten.model.options import TenByTenOptions
from games.tenbyten.model.position import Ended, Public, TenByTenPosition


def set_up(options: TenByTenOptions, rng: SeededRandom) -> TenByTenPosition:
    """The first game of a match: the chips shuffled, two for each hand, one for the centre, the rest in a container."""
    first, chips = draw(rng.shuffled(ALL_CHIPS), HAND)
    second, chips = draw(chips, HAND)
    (centre,), container = draw(chips, 1)
    public = Public(EMPTY.adding(CENTRE, centre))
    return TenByTenPosition(
        options=options, public=public, hands=(first, second), container=container, face_down=(Seat.SECOND,)
    )


def deal_next(over: TenByTenPosition, ended: Ended, rng: SeededRandom) -> TenByTenPosition:
    """The next game of the match, begun by who won the one that ended, or else by who did not begin that."""
    new = set_up(over.options, rng)
    starter = ended.winner or over.public.starter.other
    public = replace(
        new.public,
        number=over.public.number + 1,
        starter=starter,
        won=over.public.won,
        drawn=over.public.drawn,
        in_a_row=over.public.in_a_row,
        ended=ended,
    )
    return replace(new, public=public, to_move=starter, last=over.last, face_down=())
