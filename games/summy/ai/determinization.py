"""Deals the pieces that a viewer does not see."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import SeededRandom
from games.summy.model.board import NOT_PIECES, Grid
from games.summy.model.pieces import ALL, Pieces, take
from games.summy.model.position import Pair, SummyPosition, SummyView


def determinize(view: SummyView, rng: SeededRandom) -> SummyPosition:
    """A position that looks to the viewer as this one does, each such position equally likely."""
    unseen = iter(rng.shuffled(_unseen(view)))
    hands = _dealt(view.hands, view.counts, unseen)
    gone = _dealt(view.gone, view.gone_counts, unseen)
    return SummyPosition(
        options=view.options,
        to_move=view.to_move,
        scores=view.scores,
        last=view.last,
        result=view.result,
        face_down=view.face_down,
        grid=view.grid,
        hands=hands,
        stock=tuple(unseen),
        gone=gone,
        done=view.done,
    )


def on_grid(grid: Grid) -> Pieces:
    """The pieces that lie on the board."""
    return tuple(piece for row in grid.rows for piece in row if piece not in NOT_PIECES)


def _unseen(view: SummyView) -> Pieces:
    seen = on_grid(view.grid)
    for known in (*view.hands, *view.gone):
        seen += known or ()
    return take(ALL, seen)


def _dealt(known: Pair, counts: tuple[int, int], unseen: Iterator[str]) -> tuple[Pieces, Pieces]:
    first, second = (
        tuple(next(unseen) for _ in range(count)) if pieces is None else pieces
        for pieces, count in zip(known, counts, strict=True)
    )
    return first, second
