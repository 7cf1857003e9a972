"""Which sentence the figures of two moves of Digifeud give, from their first point on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import pytest

from games.digifeud.ai import reasons
from games.digifeud.model.moves import Move, Pass
from games.digifeud.rules import game
from games.rules import Part, PlayedMove, Seat, SeededRandom, say
from games.rules.reasons import Features, Why, why
from tests.digifeud.pictures import standing

BOARD = """
       e  f  g  h  i
    7  5  +  8  =  13
"""
DEALS = 64  # times 4
SUM, OTHER_SUM = game.decode("g7d 8-7=1"), game.decode("g7d 8+9=17")
BLANK = game.decode("g7d 8-?7=1")


@dataclass(frozen=True)
class Figures:
    """A move's points, those of the opponent's best answer, and those of the mover's next move; the same in all deals.

    `plain` are the points that it would have without coloured squares.
    """

    points: int = 10
    answer: int = 40
    next: int = 60
    plain: int = 0
    ends: bool = False
    won: bool = False
    lost: bool = False

    def features(self, number: int) -> Features:
        parts = (Part(say(""), self.points),) if self.plain else ()
        turn = PlayedMove(Seat.FIRST, say(f"1+1={self.plain}"), self.points, parts=parts)
        ends = self.ends or self.won or self.lost
        return Features(turn, (self.answer,) * number, ((None, self.next),) * number, self.won, self.lost, ends)


def explained(
    monkeypatch: pytest.MonkeyPatch,
    one: Figures,
    other: Figures,
    *,
    played: Move = SUM,
    best: Move = OTHER_SUM,
    number: int = DEALS,
    scores: tuple[int, int] = (0, 0),
    passed: tuple[bool, bool] = (False, False),
    two_passes_win: int = 0,
    board: str = BOARD,
) -> Why | None:
    """Return the reason why the second move is better."""
    by_move = {played: one, best: other}
    deals = number * reasons.TIMES
    monkeypatch.setattr(reasons, "deals_of", lambda *_given: [])
    monkeypatch.setattr(reasons, "features_of", lambda _game, _deals, move: by_move[move].features(deals))
    monkeypatch.setattr(reasons, "next_points", lambda _game, features: [worth for _none, worth in features.replies])
    monkeypatch.setattr(reasons, "_wins_by_two_passes", lambda _passed: two_passes_win)
    position = standing(board, rack="?1234579", bag="0123", scores=scores, passed=passed)
    return reasons.explain(game.view(position, Seat.FIRST), played, best, SeededRandom(b""), number)


BASE = Figures()


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (Figures(next=63), None),
        (Figures(next=64), why("only_next", before=60, after=64)),  # the least
        (Figures(13, 40, 64), why("only_next", before=60, after=64)),  # 3 points more are not said
        (Figures(7, 40, 67), why("only_next", before=60, after=67)),  # nor are 3 less, which are made up for
        (Figures(7, 40, 66), None),
        (Figures(6, 40, 68), why("next", fewer=4, before=60, after=68)),
        (Figures(6, 40, 67), None),
        (Figures(14, 41, 64), why("more_next", more=4, before=60, after=64)),  # where the answer takes back the points
        (Figures(10, 41, 64), None),  # what is left of it is less than the least
        (Figures(10, 41, 65), why("only_next", before=60, after=65)),
        (Figures(10, 36, 64), why("opens", before=40, after=36)),
        (Figures(6, 30, 60), why("trade", fewer=4, before=40, after=30)),
        (Figures(6, 30, 69), why("trade", fewer=4, before=40, after=30)),
        (Figures(6, 30, 70), why("next", fewer=4, before=60, after=70)),  # as much as the answers fall
        (Figures(next=99, ends=True), None),
        (Figures(won=True), why("wins")),
    ],
)
def test_what_is_said_of_the_next_move(monkeypatch: pytest.MonkeyPatch, other: Figures, reason: Why | None) -> None:
    assert explained(monkeypatch, BASE, other) == reason


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (Figures(20, 40, 69, plain=20), why("points", more=10)),
        (Figures(20, 40, 70, plain=20), why("more_next", more=10, before=60, after=70)),  # worth still more
        (Figures(20, 40, 70, plain=10), why("colours_next", more=10, before=60, after=70)),
        (Figures(20, 42, 71, plain=20), why("points", more=10)),  # the answer gains as well
        (Figures(20, 42, 72, plain=20), why("more_next", more=10, before=60, after=72)),
        (Figures(70, 40, 190, plain=70), why("points", more=60)),  # so many points are said alone
        (Figures(69, 40, 190, plain=69), why("more_next", more=59, before=60, after=190)),
        (Figures(20, 40, 99, plain=20, ends=True), None),
        (Figures(19, 40, 60, plain=14), why("points", more=9)),
        (Figures(19, 40, 60, plain=13), why("coloured", more=9, colours=6)),  # two thirds of them
        (Figures(19, 40, 60, plain=10), why("colours", more=9)),
        (Figures(19, 44, 60, plain=10), why("points_rises", more=9, before=40, after=44)),
        (Figures(19, 22, 60, plain=10), why("colours", more=9)),  # the answers fall by twice the points
        (Figures(19, 21, 60, plain=10), why("opens_points", more=9, before=40, after=21)),
        (Figures(19, 22, 60, plain=14), why("opens_points", more=9, before=40, after=22)),
    ],
)
def test_what_is_said_of_more_points(monkeypatch: pytest.MonkeyPatch, other: Figures, reason: Why | None) -> None:
    assert explained(monkeypatch, Figures(10, 40, 60, plain=10), other) == reason


def test_few_deals_do_not_tell_what_the_next_move_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    few = DEALS // 4
    assert explained(monkeypatch, BASE, Figures(20, 40, 70), number=few) is None
    assert explained(monkeypatch, BASE, Figures(20, 40, 69), number=few) == why("points", more=10)
    assert explained(monkeypatch, BASE, Figures(10, 40, 64), number=few) is None
    assert explained(monkeypatch, BASE, Figures(6, 30, 70), number=few) is None
    assert explained(monkeypatch, BASE, Figures(6, 30, 69), number=few) == why("trade", fewer=4, before=40, after=30)


@pytest.mark.parametrize(
    ("points", "answer", "reason"),
    [
        (30, 40, None),  # 20 points fewer are what a blank is worth
        (29, 40, why("blank_fewer", fewer=19)),
        (14, 40, why("blank_fewer", fewer=4)),
        (13, 40, why("blank")),
        (10, 37, why("blank")),
        (10, 36, None),  # the opponent's answer gains by it
    ],
)
def test_what_is_said_of_a_blank_that_is_kept(
    monkeypatch: pytest.MonkeyPatch, points: int, answer: int, reason: Why | None
) -> None:
    played = Figures(points, answer)
    assert explained(monkeypatch, played, BASE, played=BLANK) == reason


def test_a_blank_that_is_kept_is_said_beside_the_next_move(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = why("blank_next", fewer=24, before=60, after=88)
    assert explained(monkeypatch, Figures(34), Figures(10, 40, 88), played=BLANK) == kept
    assert explained(monkeypatch, Figures(34), Figures(10, 40, 87), played=BLANK) is None


@pytest.mark.parametrize(
    ("wins", "number", "reason"),
    [
        (240, DEALS, why("pass_leads", lead=5)),  # 15 of 16 deals
        (239, DEALS, why("pass_often", lead=5, share=93)),
        (192, DEALS, why("pass_often", lead=5, share=75)),
        (191, DEALS, None),
        (60, DEALS // 4, why("pass_leads", lead=5)),
        (59, DEALS // 4, None),  # so few deals give no share
    ],
)
def test_a_leader_who_passes_wins_in_nearly_all_deals_or_in_a_share_of_them(
    monkeypatch: pytest.MonkeyPatch, wins: int, number: int, reason: Why | None
) -> None:
    leads = explained(monkeypatch, BASE, BASE, best=Pass(), scores=(15, 10), number=number, two_passes_win=wins)
    assert leads == reason


def test_a_pass_is_explained_only_to_who_leads_and_has_not_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    sure = partial(explained, monkeypatch, BASE, best=Pass(), two_passes_win=256)
    assert sure(BASE, scores=(11, 10)) == why("pass_leads", lead=1)
    assert sure(BASE, scores=(10, 10)) is None
    assert sure(BASE, scores=(11, 10), board="") is None
    assert sure(BASE, scores=(11, 10), passed=(True, False)) is None
    assert sure(Figures(won=True), scores=(11, 10), passed=(True, False)) == why("pass_ends", lead=1)


def test_a_pass_that_lost_is_explained_to_who_was_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who loses it by the tiles left, with as many points, reads of the end only."""
    lost = Figures(lost=True)
    behind = explained(monkeypatch, lost, BASE, played=Pass(), scores=(9, 10))
    assert behind == why("pass_played_ends", behind=1)
    assert explained(monkeypatch, lost, BASE, played=Pass(), scores=(10, 10)) == why("loses")
    assert explained(monkeypatch, lost, BASE, scores=(9, 10)) == why("loses")
