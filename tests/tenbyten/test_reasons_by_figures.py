"""Which sentence the figures of two moves of 10 BY 10 give, from their first chip or deal on."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from games.rules import PlayedMove, Seat, SeededRandom, say
from games.rules.reasons import Features, Why, why
from games.tenbyten.ai import reasons
from games.tenbyten.rules import game
from tests.tenbyten.pictures import standing

MANY = 64  # times 2
ONE, OTHER = game.decode("1a1"), game.decode("1b1")


@dataclass(frozen=True)
class Figures:
    """A move's chips and those of the opponent's best answer, the same in all deals, and how often the game ends.

    Of 100 deals: `threat` those in which the answer can win the game, `chance` those in which the mover's next move
    can, `enough` those that quick players end with enough chips captured, and `lost` those that they lose.
    """

    points: int = 0
    answer: int = 3
    threat: int = 0
    chance: int = 0
    enough: int = 0
    lost: int = 0
    won: bool = False
    loses: bool = False  # at once

    def features(self, number: int) -> Features:
        turn = PlayedMove(Seat.FIRST, say(""), self.points)
        return Features(turn, (self.answer,) * number, (None,) * number, self.won, self.loses, self.won or self.loses)

    def end(self, number: int) -> tuple[int, bool]:
        place = number % 100
        return (1, True) if place < self.enough else (-1 if place >= 100 - self.lost else 0, False)


def explained(
    monkeypatch: pytest.MonkeyPatch, one: Figures, other: Figures, *, number: int = MANY, container: int = 8
) -> Why | None:
    """Return the reason why the second move is better."""
    by_move = {ONE: one, OTHER: other}
    monkeypatch.setattr(reasons, "deals_of", lambda *_given: list(range(100)))
    monkeypatch.setattr(reasons, "features_of", lambda _game, _deals, move: by_move[move].features(4))
    monkeypatch.setattr(reasons, "_threat", lambda _view, _deal, move: by_move[move].threat)
    monkeypatch.setattr(reasons, "_chance", lambda _deals, move: by_move[move].chance)
    monkeypatch.setattr(reasons, "_end", lambda _deal, move, place: by_move[move].end(place))
    view = game.view(standing(hand="11", container="1" * container), Seat.FIRST)
    return reasons.explain(view, ONE, OTHER, SeededRandom(b""), number)


BASE = Figures()


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (BASE, Figures(won=True), why("wins")),
        (Figures(threat=45, loses=True), BASE, why("loses")),
        (Figures(threat=45, loses=True), Figures(loses=True), why("threat", before=45, after=0)),
        (Figures(threat=45), Figures(threat=20), why("threat", before=45, after=20)),
        (Figures(threat=45), Figures(points=2, threat=20), why("threat", before=45, after=20)),  # comes before chips
        (Figures(threat=45), Figures(points=2, threat=21), why("points", more=2)),
        (BASE, Figures(points=2), why("points", more=2)),
        (BASE, Figures(points=1, chance=25), why("chance", before=0, after=25)),
        (BASE, Figures(chance=24), None),
        (Figures(threat=20), Figures(points=2, threat=21, chance=99), None),  # it lets the opponent win more often
        (Figures(threat=20), Figures(threat=21, chance=99), None),
    ],
)
def test_what_is_said(monkeypatch: pytest.MonkeyPatch, one: Figures, other: Figures, reason: Why | None) -> None:
    assert explained(monkeypatch, one, other) == reason


def test_few_deals_do_not_tell_how_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    few = MANY - 1
    assert explained(monkeypatch, BASE, Figures(chance=99), number=few) is None
    assert explained(monkeypatch, BASE, Figures(points=2), number=few) == why("points", more=2)


def test_late_in_a_game_more_chips_are_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer than eight in the container: fewer captured chips may win."""
    assert explained(monkeypatch, BASE, Figures(points=2), container=8) == why("points", more=2)
    assert explained(monkeypatch, BASE, Figures(points=2), container=7) is None


@pytest.mark.parametrize(
    ("other", "container", "reason"),
    [
        (Figures(enough=40), 8, why("enough", before=5, after=40)),
        (Figures(enough=40), 9, None),  # it is too early to tell
        (Figures(enough=39), 8, None),
        (Figures(enough=65, lost=19), 8, why("enough", before=5, after=65)),  # losses take back up to a third of 60
        (Figures(enough=65, lost=21), 8, None),
    ],
)
def test_enough_chips_later_are_said_of_35_deals_more(
    monkeypatch: pytest.MonkeyPatch, other: Figures, container: int, reason: Why | None
) -> None:
    assert explained(monkeypatch, Figures(enough=5), other, container=container) == reason


def test_a_move_that_ends_the_game_is_followed_by_nothing() -> None:
    """After it the opponent threatens nothing, and the mover has no next move of that game."""
    going = standing("4 4 . . .", hand="33", captured=(0, 7))
    ending = standing("3 . . . . 4 . . . .", hand="32", other="32", captured=(8, 0))
    view = game.view(going, Seat.FIRST)
    assert reasons._threat(view, going, game.decode("3e5")) == 67
    move = game.decode("3a3xa1:a3")
    assert reasons._threat(game.view(ending, Seat.FIRST), ending, move) == 0
    assert reasons._chance([ending], move) == 0


@pytest.mark.parametrize("won", [(1, 0), (0, 0)])
def test_a_game_that_the_move_wins_at_once_is_won_with_enough_chips(won: tuple[int, int]) -> None:
    """Whether it ends the match or another game is dealt."""
    position = standing("3 . . . . 4 . . . .", hand="32", captured=(8, 0), won=won)
    assert reasons._end(position, game.decode("3a3xa1:a3"), 1) == (1, True)


def test_a_drawn_game_counts_as_one_and_a_lost_one_as_lost() -> None:
    drawn = standing(hand="12", container="4", captured=(4, 4))
    behind, ahead = (standing(hand="12", container="4", captured=counts) for counts in ((5, 4), (4, 5)))
    ends = [reasons._end(position, game.decode("1a1"), 1) for position in (drawn, behind, ahead)]
    assert ends == [(0, False), (-1, False), (1, False)]  # with fewer chips, so not with enough
