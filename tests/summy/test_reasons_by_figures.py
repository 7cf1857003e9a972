"""Which sentence the figures of two moves of Summy give, from their first point on."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from games.rules import PlayedMove, Seat, SeededRandom, say
from games.rules.reasons import Features, Why, why
from games.summy.ai import reasons
from games.summy.model.moves import Move, Swap
from games.summy.rules import game
from tests.summy.pictures import standing

MANY = 64
SUM, OTHER_SUM = game.decode("j13r 2+1=3"), game.decode("j13r 2x3=6")
SWAP = Swap(("0",))


@dataclass(frozen=True)
class Figures:
    """A move's points, those of the opponent's best answer, and those of the mover's next sum, in all deals."""

    points: int = 10
    answer: int = 20
    next: int = 30
    ends: bool = False
    won: bool = False

    def features(self, number: int) -> Features:
        turn = PlayedMove(Seat.FIRST, say(""), self.points)
        return Features(
            turn, (self.answer,) * number, ((None, self.next),) * number, self.won, False, self.ends or self.won
        )


def explained(
    monkeypatch: pytest.MonkeyPatch, one: Figures, other: Figures, *, best: Move = OTHER_SUM, number: int = MANY
) -> Why | None:
    """Return the reason why the second move is better."""
    by_move = {SUM: one, best: other}
    monkeypatch.setattr(reasons, "deals_of", lambda *_given: [])
    monkeypatch.setattr(reasons, "features_of", lambda _game, _deals, move: by_move[move].features(number))
    monkeypatch.setattr(reasons, "next_points", lambda _game, features: [worth for _none, worth in features.replies])
    return reasons.explain(game.view(standing(), Seat.FIRST), SUM, best, SeededRandom(b""), number)


BASE = Figures()


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (Figures(next=32), None),
        (Figures(next=33), why("next", before=30, after=33)),  # the least
        (Figures(12, 20, 33), why("next", before=30, after=33)),  # 2 points more are not said
        (Figures(13, 20, 32), why("points", more=3)),
        (Figures(13, 20, 33), why("more_next", more=3, before=30, after=33)),
        (Figures(8, 20, 35), why("next", before=30, after=35)),  # 2 less are not said
        (Figures(7, 20, 35), None),  # 3 less have to be made up for
        (Figures(7, 20, 36), why("less_next", fewer=3, before=30, after=36)),
        (Figures(10, 21, 33), None),  # and so does what the answer gains
        (Figures(10, 21, 34), why("next", before=30, after=34)),
        (Figures(10, 17, 33), why("opens", before=20, after=17)),  # the answer comes first
        (Figures(20, 20, 50, ends=True), None),
        (Figures(20, 20, 50, won=True), why("wins")),
    ],
)
def test_what_is_said_of_a_sum(monkeypatch: pytest.MonkeyPatch, other: Figures, reason: Why | None) -> None:
    assert explained(monkeypatch, BASE, other) == reason


def test_few_deals_do_not_tell_what_the_next_sum_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    assert explained(monkeypatch, BASE, Figures(13, 20, 33), number=MANY - 1) is None
    assert explained(monkeypatch, BASE, Figures(13, 20, 32), number=MANY - 1) == why("points", more=3)


def test_a_move_that_ends_the_match_has_no_next_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    assert explained(monkeypatch, Figures(ends=True), Figures(next=60)) is None
    assert explained(monkeypatch, Figures(ends=True), Figures(0, 20, 60), best=SWAP) is None
    assert explained(monkeypatch, Figures(ends=True), Figures(0, 20, 60, won=True), best=SWAP) == why("wins")


def test_an_exchange_makes_up_for_the_points_of_the_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    """By 3 at least; if not, what the next sum is worth is not said at all."""
    assert explained(monkeypatch, BASE, Figures(0, 20, 43), best=SWAP) == why("swap", before=30, after=43)
    assert explained(monkeypatch, BASE, Figures(0, 20, 42), best=SWAP) is None
    assert explained(monkeypatch, BASE, Figures(0, 7, 42), best=SWAP) == why("trade", fewer=10, before=20, after=7)
