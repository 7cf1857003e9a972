"""Which sentence the figures of two moves of a Sudoku Duel give."""

from __future__ import annotations

import pytest

from games.rules import PlayedMove, Seat, SeededRandom, Square, say
from games.rules.reasons import Features, Why, why
from games.sudoku.ai import reasons
from games.sudoku.rules import game

ONE, OTHER = Square.parse("a1"), Square.parse("b1")


def features(points: int, answers: tuple[int, ...] = (9, 9), *, lost: bool = False, ends: bool = False) -> Features:
    turn = PlayedMove(Seat.FIRST, say(""), points, warning=say("?") if lost else None)
    return Features(turn, answers, (None,) * len(answers), False, False, ends)


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (features(0, lost=True), features(5), why("wrong", points=5)),
        (features(4, lost=True), features(9), why("points", more=5)),  # it is no lost tile that scores
        (features(0, (9, 9), lost=True), features(0, (4, 4)), why("opens", before=9, after=4)),  # both lose the tile
        (features(3, (0, 0), ends=True), features(9), None),  # where it ends in any case no answer is compared
        (features(3, (0, 9), ends=True), features(9, (0, 9)), why("points", more=6)),
        (features(3), features(9, (9, 0), ends=True), why("points", more=6)),
        (features(3), features(9, (0, 0), ends=True), None),
    ],
)
def test_what_is_said(monkeypatch: pytest.MonkeyPatch, one: Features, other: Features, reason: Why | None) -> None:
    monkeypatch.setattr(reasons, "features_of", lambda _game, _deals, move: one if move == ONE else other)
    view = game.view(game.setup(game.options_type(), SeededRandom(bytes(32))), Seat.FIRST)
    assert reasons.explain(view, ONE, OTHER, SeededRandom(b""), 2) == reason
