"""A finished match between anna and bob, and its analysis."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import count

import pytest

from accounts.models import User
from core import clock
from games import workers
from games.analysis import jobs
from games.analysis.evaluation import rollouts, turns
from games.analysis.evaluation.moments import Moment
from games.analysis.evaluation.turns import Measured
from games.analysis.models import VERSION, Analysis
from games.analysis.reading import play_again, read_report, summary_of
from games.matches.models import Match
from games.matches.play.services import resign
from games.rules.reasons import Why
from tests.jobs.running import run_due
from tests.kept import kept
from tests.matches.conftest import match, play_on

__all__ = ["match"]

TURNS = 5


@pytest.fixture(autouse=True)
def _same_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give matches the ids of a series, which seed their analyses: the same moves are measured alike in each test."""
    ids = (f"match{number:05}" for number in count(1))
    monkeypatch.setattr(Match._meta.get_field("id"), "_get_default", lambda: next(ids))


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the number of samples, which does not matter for these tests."""
    monkeypatch.setattr(turns, "DRAWS", 2)
    monkeypatch.setattr(rollouts, "ENDS", (1, 1))
    monkeypatch.setattr(jobs, "plies_for", lambda _turns: 0)
    monkeypatch.setattr(jobs, "TIME_SLICE", 60.0)
    monkeypatch.setattr(jobs, "run", measure_once)


@cache
def measure_once(measure: Callable[..., Measured], *turn: object) -> Measured:
    """Measure a turn with few samples, each only once in all tests: most of their matches begin alike.

    A test that compares two measurements, or has several threads make one, uses `workers.run` again.
    """
    return _measured(vars(turns)["DRAWS"], rollouts.ENDS, measure, *turn)


@kept
def _measured(_draws: int, _ends: tuple[int, int], measure: Callable[..., Measured], *turn: object) -> Measured:
    return workers.run(measure, *turn)


@pytest.fixture
def finished(match: Match, anna: User, few_samples: None) -> Match:
    """Return a match of five turns, which anna resigned."""
    return resign(play_on(match, TURNS).pk, anna)


def analysed(match: Match) -> Analysis:
    """Request the analysis of this match, and return it when it is complete."""
    from games.analysis.services import ask

    ask(match)
    run_due(jobs.ANALYSES)
    return Analysis.objects.get(match=match)


# Of each turn: how much winning chance it cost, and the standard error of the chances.
COSTS = ((0.0, 0.02), (0.004, 0.001), (0.19, 0.03), (0.04, 0.02), (0.08, 0.02))
LEADS = ((-90, 60), (-50, 80), (-120, 60), (-20, 90), (-60, 50), (-80, 60))  # at the ends of two rollouts of each turn


def made_up(match: Match) -> Analysis:
    """Store an analysis of this match of `TURNS` turns, the same every time: no worker measures anything."""
    game, played = match.game, play_again(match)
    rows: list[dict[str, object]] = []
    for ply, leads in enumerate(LEADS):
        endings = {"leads": leads, "openings": [20, 30], "resets": False}
        listed: dict[str, object] = {"count": 0, "most": 0, "best": [], "played": None}
        if ply:
            (cost, error), made = COSTS[ply - 1], played.moves[ply - 1]
            scored = {game.encode(move): points for move, points in game.scored_moves(played.positions[ply - 1])}
            texts = sorted((text for text in scored if text != made), key=lambda text: (-scored[text], text))[:2]
            chances = {made: 0.7 - cost, texts[0]: 0.7 - 0.01 * (not cost), texts[1]: 0.3}
            best = [
                {"text": text, "points": scored[text], "chance": chances[text], "error": error}
                for text in sorted(chances, key=lambda text: -chances[text])
            ]
            own = next(one for one in best if one["text"] == made)
            listed = {"count": len(scored), "most": max(scored.values()), "best": best, "played": own}
        draws = [{"worth": 10 + 7 * ply, "others": [12, 20, 30]}] if ply else []
        rows.append({"listed": listed, "stake": 0.25 if ply else 0.0, "draws": draws, "endings": endings})
    now = clock.now()
    analysis = Analysis(match=match, state="done", version=VERSION, asked_at=now, measured=rows, done=len(rows))
    report = read_report(analysis, played)
    reasons = (
        Moment(3, Why("points", (("more", 12),)), report.rows[2].choices[2].text),
        Moment(4, None),
        Moment(5, None),
    )
    analysis.summary = json.loads(json.dumps(summary_of(report, reasons)))
    analysis.save()
    return Analysis.objects.get(match=match)
