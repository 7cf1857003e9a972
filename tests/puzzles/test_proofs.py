"""What a position needs to be an ending of several moves, what confirms a puzzle, and which theme a mistake has."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from types import SimpleNamespace
from typing import Any

import pytest

from games.catalogue import display_of, games
from games.puzzles.making import lines, mistakes, verification
from games.puzzles.making.extraction import SURE
from games.puzzles.making.lines import find_line
from games.rules import Evaluation
from games.rules.reasons import Theme


def weighed(move: str, chance: float, error: float = 0.0) -> Evaluation[Any]:
    return Evaluation(move, chance, error)


class Ending:
    """A game of named moves; what begins with "?" has a warning."""

    slug = "digifeud"

    def judge(self, _position: object, move: str) -> object:
        """Return whether the move has a warning."""
        return SimpleNamespace(warning=move.startswith("?"))

    def encode(self, move: str) -> str:
        """Return the move."""
        return move


def found(monkeypatch: pytest.MonkeyPatch, evaluations: Sequence[Evaluation[Any]], gone: str = "") -> list[str] | None:
    """Return the winning moves of the line where the moves have these chances; after `gone` there is none."""
    monkeypatch.setattr(lines, "solved", lambda *_given: evaluations)
    monkeypatch.setattr(lines, "_answered", lambda _game, _position, move, *_more: None if move == gone else ["", {}])
    game: Any = Ending()
    position: Any = SimpleNamespace()
    line = find_line(game, position, 4, b"")
    return None if line is None else sorted(line)


@pytest.mark.parametrize(
    ("winning", "others", "is_line"), [(1, 9, True), (3, 9, True), (4, 9, False), (4, 28, True), (5, 28, False)]
)
def test_few_moves_win_in_an_ending(winning: int, others: int, is_line: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    wins = [weighed(f"w{number}", 1.0) for number in range(winning)]
    rest = [weighed(f"o{number}", 0.3) for number in range(others)]
    expected = [f"w{number}" for number in range(winning)] if is_line else None
    assert found(monkeypatch, [*wins, *rest]) == expected


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (weighed("a", 0.9), ["w"]),
        (weighed("a", 0.91), None),  # it may win, too
        (weighed("a", 1.0, 0.01), None),  # not proved
        (weighed("a", 1.0), []),  # every move wins
        (weighed("?", 0.2), []),  # but for one with a warning
    ],
)
def test_the_other_moves_of_an_ending_clearly_do_not_win(
    second: Evaluation[Any], expected: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found(monkeypatch, [weighed("w", 1.0), second]) == expected


def test_an_ending_goes_on_after_each_winning_move(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluations = [weighed("v", 1.0), weighed("w", 1.0), weighed("a", 0.1)]
    assert found(monkeypatch, evaluations) == ["v", "w"]
    assert found(monkeypatch, evaluations, gone="w") is None
    assert found(monkeypatch, [weighed("a", 0.99), weighed("b", 0.1)]) is None
    assert found(monkeypatch, []) is None


@pytest.mark.parametrize(
    ("own", "rival", "leads"),
    [
        (weighed("a", 0.05), weighed("b", 0.0), True),
        (weighed("a", 0.049), weighed("b", 0.0), False),
        (weighed("a", SURE / 4, 0.25), weighed("b", 0.0), True),
        (weighed("a", SURE / 4 - 0.01, 0.25), weighed("b", 0.0), False),
        (weighed("a", SURE / 4, 0.25), weighed("b", 0.0, 0.1), False),  # both errors count
    ],
)
def test_a_judge_puts_the_answer_ahead(own: Evaluation[Any], rival: Evaluation[Any], leads: bool) -> None:
    assert verification.leads([rival, own], own) is leads
    assert verification.leads([own, weighed("c", -1.0), rival], own) is leads


@pytest.mark.parametrize(
    ("judged", "answer", "agrees"),
    [
        (weighed("a", 0.1), weighed("a", 0.0), True),
        (weighed("a", 0.101), weighed("a", 0.0), False),
        (weighed("a", 0.0), weighed("a", 0.101), False),
        (weighed("a", 0.0, 0.25), weighed("a", SURE / 4), True),
        (weighed("a", 0.0, 0.25), weighed("a", SURE / 4 + 0.01), False),
    ],
)
def test_a_judge_agrees_with_the_chance(judged: Evaluation[Any], answer: Evaluation[Any], agrees: bool) -> None:
    assert verification.agrees([weighed("b", 0.9), judged], answer) is agrees


class Rollouts:
    """Rollouts in which the answer "a" wins these deals of each round, and every other move none."""

    def __init__(self, won: Sequence[float]) -> None:
        self.won, self.played = won, 0

    def play_out(self, _position: object, move: str, _name: str, _seat: int, deal: int) -> tuple[float, int]:
        """Return the result of a deal."""
        self.played += 1
        return (self.won[deal % len(self.won)] if move == "a" else 0.0), 0


@pytest.mark.parametrize(
    ("won", "is_confirmed", "deals"),
    [
        ([1.0], True, 40),  # no doubt after the fewest deals
        ([-1.0], False, 40),
        ([0.0], False, 240),
        ([0.0] * 228 + [1.0] * 12, True, 240),  # one in twenty
        ([0.0] * 229 + [1.0] * 11, False, 240),
        ([1.0, 1.0, -1.0, -1.0, 1.0, 0.0, -1.0, 0.0], False, 240),
    ],
)
def test_rollouts_confirm_an_answer(won: list[float], is_confirmed: bool, deals: int) -> None:
    rollouts: Any = Rollouts(won)
    position: Any = SimpleNamespace()
    assert verification.is_confirmed(rollouts, position, weighed("a", 0.5), weighed("b", 0.4), "x") is is_confirmed
    assert rollouts.played == 2 * deals


@pytest.mark.parametrize(("chance", "is_played_out"), [(0.5, True), (0.6, True), (0.61, False), (0.39, False)])
def test_rollouts_win_as_often_as_an_answer_says(chance: float, is_played_out: bool) -> None:
    rollouts: Any = Rollouts([0.5])
    position: Any = SimpleNamespace()
    assert verification.is_played_out(rollouts, position, weighed("a", chance), "x") is is_played_out


@pytest.mark.parametrize(
    ("points", "answers", "ends", "key"),
    [
        ((5, 6), (3, 3), False, "points"),
        ((5, 5.5), (3, 3), False, "points"),  # just enough
        ((5, 5.4), (3, 3), False, ""),
        ((5, 6), (4, 3), False, "points"),  # as much by points as by answers
        ((5, 6), (4.1, 3), False, "opens"),
        ((5, 3), (4, 3), False, "opens"),
        ((5, 9), (9, 3), True, ""),
    ],
)
def test_what_mostly_speaks_for_the_best_move(
    points: tuple[float, float],
    answers: tuple[float, float],
    ends: bool,
    key: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each pair is of the played move and of the best one."""
    told = cycle(
        SimpleNamespace(turn=SimpleNamespace(points=own), answers=[answer], ends=ends and number == 1)
        for number, (own, answer) in enumerate(zip(points, answers, strict=True))
    )
    monkeypatch.setattr(mistakes, "features_of", lambda *_given: next(told))
    monkeypatch.setattr(mistakes, "deals_of", lambda *_given: [])
    game: Any = SimpleNamespace(view=lambda *_given: None, decode=str)
    before: Any = SimpleNamespace(to_move=1)
    assert mistakes.leaning(game, before, "a", "b", 3) == key


@pytest.mark.parametrize(
    ("theme", "facts", "points", "expected"),
    [
        (Theme.OTHER, {"gains": True}, Theme.CAPTURES, Theme.CAPTURES),
        (Theme.ENDINGS, {"gains": True}, Theme.CAPTURES, Theme.ENDINGS),
        (Theme.REPLIES, {"gains": True}, Theme.POINTS, Theme.REPLIES),
        (Theme.OTHER, {"gains": True, "passes": True}, Theme.CAPTURES, Theme.PASSING),
        (Theme.REPLIES, {"spends": True}, Theme.POINTS, Theme.BLANKS),
        (Theme.POINTS, {"spends": True}, Theme.POINTS, Theme.POINTS),
        (Theme.POINTS, {"exact": True}, Theme.POINTS, Theme.ENDINGS),
    ],
)
def test_the_theme_of_a_mistake(
    theme: Theme, facts: dict[str, bool], points: Theme, expected: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mistakes, "display_of", lambda _game: SimpleNamespace(themes={"points": points}))
    usual = {"passes": False, "exact": False, "gains": False, "spends": False}
    assert mistakes.theme_of(games()["digifeud"], theme, **usual | facts) is expected
    assert display_of(games()["digifeud"]).themes["points"] is not Theme.CAPTURES
