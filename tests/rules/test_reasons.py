"""Which reason points and the opponent's answers give, and from where on a difference is sure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules import PlayedMove, Result, Seat, say
from games.rules.reasons import Features, Why, by_points, differs, features_of, next_points, outcome, sure_gain, why
from games.summy.rules import game as summy
from tests.summy.pictures import standing as summy_standing
from tests.tenbyten.pictures import play
from tests.tenbyten.pictures import standing as tenbyten_standing

LEAST = 3


def features(points: int, answer: int, *, won: bool = False, lost: bool = False, ends: bool | None = None) -> Features:
    """Return a move with these points, after which the best answer is worth the same in four deals."""
    is_end = won or lost if ends is None else ends
    return Features(PlayedMove(Seat.FIRST, say(""), points), (answer,) * 4, (None,) * 4, won, lost, is_end)


@pytest.mark.parametrize(
    ("more", "answers", "reason"),
    [
        (2, (10, 10), None),
        (3, (10, 10), why("points", more=3)),  # the least
        (4, (10, 11), why("points", more=4)),  # of which an answer may take all but the least
        (3, (10, 11), None),
        (12, (13, 10), why("points", more=12)),  # less than a third of them is not said
        (12, (14, 10), why("points_opens", more=12, before=14, after=10)),
        (9, (12, 10), why("points", more=9)),  # and less than the least is not, either
        (9, (13, 10), why("points_opens", more=9, before=13, after=10)),
        (6, (10, 13), why("points_rises", more=6, before=10, after=13)),
        (5, (15, 10), why("points_opens", more=5, before=15, after=10)),  # what weighs more comes first
        (5, (16, 10), why("opens_points", more=5, before=16, after=10)),
        (0, (12, 10), None),
        (0, (13, 10), why("opens", before=13, after=10)),
        (2, (13, 10), why("opens", before=13, after=10)),
        (-3, (15, 10), None),
        (-3, (16, 10), why("trade", fewer=3, before=16, after=10)),
    ],
)
def test_what_is_said_of_points_and_answers(more: int, answers: tuple[int, int], reason: Why | None) -> None:
    played, best = features(20, answers[0]), features(20 + more, answers[1])
    assert by_points(played, best, LEAST) == reason


@pytest.mark.parametrize(
    ("played", "best", "reason"),
    [
        ({}, {"won": True}, why("wins")),
        ({"lost": True}, {}, why("loses")),
        ({"lost": True}, {"won": True}, why("wins")),
        ({"won": True}, {"won": True}, None),  # both win: points do not matter any more
        ({"lost": True}, {"lost": True}, None),
        ({"ends": True}, {}, None),
        ({}, {"ends": True}, None),
    ],
)
def test_the_end_of_the_match_is_said_before_points(
    played: dict[str, bool], best: dict[str, bool], reason: Why | None
) -> None:
    assert by_points(features(10, 10, **played), features(20, 10, **best), LEAST) == reason


WIDE, NARROW = (
    [8, 8, 8, 8, 4, 0, 0, 0, 0],
    [8, 8, 8, 8, 4, 4, 0, 0, 0],
)  # the first has a mean of 4 and a deviation of 4


def test_three_standard_errors_are_not_yet_sure() -> None:
    even, best = [0] * 9, replace(features(0, 0), answers=(0,) * 9)
    assert differs(replace(best, answers=tuple(WIDE)), best, LEAST) is None
    assert differs(replace(best, answers=tuple(NARROW)), best, LEAST) == pytest.approx(40 / 9)
    assert differs(best, replace(best, answers=tuple(NARROW)), LEAST) == pytest.approx(-40 / 9)
    assert [sure_gain(even, WIDE, 4), sure_gain(even, WIDE, 4, 2.9), sure_gain(even, NARROW, 4)] == [False, True, True]


def test_the_least_gain_counts() -> None:
    assert sure_gain([1, 2, 3], [4, 5, 6], 3)
    assert not sure_gain([1, 2, 3], [4, 5, 6], 3.1)
    assert not sure_gain([4, 5, 6], [1, 2, 3], 3)


@pytest.mark.parametrize(("winner", "expected"), [(None, 0), (Seat.FIRST, 1), (Seat.SECOND, -1)])
@pytest.mark.parametrize("mover", Seat)
def test_an_end_counts_for_the_mover(winner: Seat | None, expected: int, mover: Seat) -> None:
    before = replace(summy_standing(), to_move=mover)
    assert outcome(before, before) is None
    over = replace(before, result=Result(winner, say("")))
    assert outcome(before, over) == (expected if mover is Seat.FIRST else -expected)


def test_a_match_of_games_that_is_drawn_by_a_drawn_game_is_a_draw() -> None:
    before = tenbyten_standing(hand="12", container="4", captured=(4, 4), won=(1, 0), drawn_in_a_row=2)
    over = play(before, "1a1")
    assert over.result == Result(None, over.result.reason if over.result else say(""))
    assert outcome(before, over) == 0


@pytest.mark.parametrize("mover", Seat)
def test_a_game_won_counts_for_the_mover_before_the_match_is_over(mover: Seat) -> None:
    before, after = tenbyten_standing(won=(1, 0), to_move=mover), tenbyten_standing(won=(2, 0))
    assert outcome(before, after) == (1 if mover is Seat.FIRST else -1)


def test_after_an_end_no_next_move_is_worth_anything() -> None:
    """Neither after the mover's own last turn, nor after the opponent's, though the hand still has sums."""
    going = summy_standing(hand="2x361+12", other="00000000", stock="0123456789")
    ending = summy_standing(hand="2x361+12", other="1:11111=")
    ended = summy_standing(hand="2x361+12", other="00000000", finished=Seat.SECOND)
    move = summy.decode("j13r 2x3=6")
    found = [features_of(summy, [position], move) for position in (going, ending, ended)]
    assert [one.answers for one in found] == [(0,), (8,), (0,)]
    assert [next_points(summy, one) for one in found] == [[10], [0], [0]]
