"""Determinization: a full position sampled uniformly from those consistent with what a viewer knows."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import SeededRandom, subtract
from games.summy.model.pieces import FULL_SET, Pieces
from games.summy.model.position import PiecesBySeat, SummyPosition, SummyView


def determinize(view: SummyView, rng: SeededRandom) -> SummyPosition:
    """Return a position with the same view for this viewer; all such positions are equally likely."""
    unseen = iter(rng.shuffled(_unseen(view)))
    hands = _dealt(view.hands, view.hand_counts, unseen)
    exchanged = _dealt(view.exchanged, view.exchanged_counts, unseen)
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
        exchanged=exchanged,
        finished=view.finished,
    )


def _unseen(view: SummyView) -> Pieces:
    visible = view.grid.pieces
    for pieces in (*view.hands, *view.exchanged):
        visible += pieces or ()
    return subtract(FULL_SET, visible)


def _dealt(by_seat: PiecesBySeat, counts: tuple[int, int], unseen: Iterator[str]) -> tuple[Pieces, Pieces]:
    """Return the pieces of both seats, dealing those that are hidden (None) from `unseen`."""
    first, second = (
        tuple(next(unseen) for _ in range(count)) if pieces is None else pieces
        for pieces, count in zip(by_seat, counts, strict=True)
    )
    return first, second
