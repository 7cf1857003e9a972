"""The analysis of finished matches for programs."""

from __future__ import annotations

from typing import Literal, cast

from django.http import HttpRequest
from ninja import Router
from typing_extensions import TypedDict

from accounts.api import AccessTokens
from accounts.security import BOT, PLAY, PROFILE
from core.api import limit
from games.analysis import services
from games.analysis.evaluation.moments import Moment
from games.analysis.models import Analysis
from games.analysis.reading import analysis_of, moments_of, play_again, read_report
from games.matches.api import COSTLY, match_at, refusals
from games.matches.models import Match
from games.matches.pages.data import Side, side_of

router = Router(tags=["analysis"])
State = Literal["none", "asked", "working", "done", "failed"]


class BestMove(TypedDict):
    """A move, its points, and the mover's chance to win after it, from 0 to 1."""

    move: str
    points: int
    chance: float


class TurnAnalysis(TypedDict):
    """A turn: the first player's chance to win after it, what the move gave away, and the best moves."""

    ply: int
    player: Side
    points: int
    chance: float
    cost: float
    best: list[BestMove]


class SideAnalysis(TypedDict):
    """A player: the accuracy from 0 to 100, and in how many of 100 matches the draws are worse."""

    player: Side
    accuracy: int
    luck: int


class MomentData(TypedDict):
    """A turn that decided the match, and why a move is better, if sure, as a key and in English.

    `better` is that move if it is another one than the best, about as good.
    """

    ply: int
    better: str | None
    key: str | None
    reason: str | None


class AnalysisData(TypedDict):
    """An analysis; its lists are empty until its `state` is `done`. `none`: it was not asked for."""

    match: str
    state: State
    turns_done: int
    start: float | None
    players: list[SideAnalysis]
    turns: list[TurnAnalysis]
    moments: list[MomentData]


@router.get(
    "/matches/{match_id}/analysis",
    response=AnalysisData,
    auth=AccessTokens(limits=COSTLY),
    summary="The analysis of a match",
)
def analysis(request: HttpRequest, match_id: str) -> AnalysisData:
    """Return the analysis of a finished match, or how far it is."""
    match = match_at(request, match_id)
    with refusals(request):
        services.check_analysable(match)
        return _data(match, analysis_of(match))


@router.post(
    "/matches/{match_id}/analysis",
    response=AnalysisData,
    auth=AccessTokens(PROFILE, PLAY, BOT),
    summary="Ask for an analysis",
)
def ask_analysis(request: HttpRequest, match_id: str) -> AnalysisData:
    """Ask for the analysis of a finished match. It takes a while: look again every few seconds."""
    match = match_at(request, match_id)
    with refusals(request):
        services.check_analysable(match)
        if analysis_of(match) is None:
            limit(request, "analysis")
        return _data(match, services.ask(match))


def _data(match: Match, analysis: Analysis | None) -> AnalysisData:
    if analysis is None or not analysis.is_done:
        state = cast(State, analysis.state) if analysis else "none"
        done = analysis.turns_done if analysis else 0
        return {
            "match": match.pk,
            "state": state,
            "turns_done": done,
            "start": None,
            "players": [],
            "turns": [],
            "moments": [],
        }
    report = read_report(analysis, play_again(match))
    return {
        "match": match.pk,
        "state": "done",
        "turns_done": analysis.turns_done,
        "start": round(report.start, 4),
        "players": [
            {"player": side_of(side.seat) or "first", "accuracy": side.accuracy, "luck": side.luck.beaten}
            for side in report.sides
        ],
        "turns": [
            {
                "ply": row.ply,
                "player": side_of(row.turn.seat) or "first",
                "points": row.turn.points,
                "chance": round(row.chance, 4),
                "cost": round(row.cost, 4),
                "best": [
                    {"move": one.text, "points": one.points, "chance": round(one.chance, 4)} for one in row.choices
                ],
            }
            for row in report.rows
        ],
        "moments": [_moment(match, moment) for moment in moments_of(analysis, report)],
    }


def _moment(match: Match, moment: Moment) -> MomentData:
    sentence = match.display.explain(moment.why) if moment.why else None
    key = moment.why.key if moment.why and sentence else None
    return {
        "ply": moment.ply,
        "better": moment.better or None,
        "key": key,
        "reason": str(sentence) if sentence else None,
    }
