"""Partials of an analysis: its live page; on other pages links, its main figures, and figures over time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import User
from core.hooks import Context
from core.live.partials import Inputs, LivePage, LivePartial, active_language, draw, memoized
from games.analysis.analysis_view import Analysed, ChancesChart, chart_of
from games.analysis.evaluation.moments import Moment, deciding
from games.analysis.models import Analysis
from games.analysis.moments_view import DecidingTurn, deciding_turns
from games.analysis.reading import (
    Played,
    analysis_of,
    costliest,
    courses_of,
    moments_of,
    play_again,
    read_estimate,
    read_report,
    sides_of,
)
from games.analysis.services import MEASURE, topic_of
from games.analysis.services import NEWS as NEWS_NAME
from games.analysis.services import PAGE as PAGE_NAME
from games.jobs.services import ahead_of
from games.matches.models import Match
from games.matches.play.seals import may_see
from games.matches.play.services import find_match
from games.rules import Seat

_NOTHING: Inputs = {"match": "", "accuracies": [], "miss": None, "is_flawless": False}


REFINED = 4  # times that an open page shows what is known better while an analysis is on its way


@dataclass(frozen=True)
class AnalysisView:
    """What an analysis says: all, or as much as is known on its way. It is computed when it is drawn.

    Raises RulesGone where it cannot be.
    """

    match: Match
    analysis: Analysis
    seat: Seat | None

    @property
    def is_estimate(self) -> bool:
        """Return whether the analysis is on its way."""
        return not self.analysis.is_done

    @property
    def turn_page(self) -> str:
        """Return the name of the pages of single turns."""
        return "matches:turn" if self.is_estimate else "analysis:turn"

    @property
    def key(self) -> object:
        """Return what says whether there is more to show."""
        turns = self.match.ply if self.analysis.is_done else self.analysis.turns_done
        return self.match.pk, self.analysis.state, REFINED * turns // self.match.ply, self.seat

    @cached_property
    def played(self) -> Played:
        """Return the replayed match."""
        return play_again(self.match)

    @cached_property
    def analysed(self) -> Analysed | None:
        """Return the report; None before the first estimate."""
        read = read_estimate if self.is_estimate else read_report
        report = read(self.analysis, self.played)
        return Analysed(self.match, report, self.seat) if report else None

    @property
    def curve(self) -> ChancesChart | None:
        """Return the chart of the winning chances."""
        return chart_of(self.analysed.report) if self.analysed else None

    @cached_property
    def moments(self) -> tuple[DecidingTurn, ...]:
        """Return the moments that decided the match; without reasons on the way."""
        if self.analysed is None:
            return ()
        report = self.analysed.report
        moments = (
            [Moment(row.ply, None) for row in deciding(report)]
            if self.is_estimate
            else moments_of(self.analysis, report)
        )
        return deciding_turns(self.match, self.played, report, moments)


Reading = tuple[Match, Analysis | None]  # a finished match, and its analysis if it was asked for


def read(match_id: str, viewer: User | None) -> Reading:
    """Return what the page of an analysis shows; raises Match.DoesNotExist unless this viewer may see it."""
    match = find_match(match_id)
    if not (match.is_over and match.ply and may_see(match, viewer)):
        raise Match.DoesNotExist
    return match, analysis_of(match)


def _progress(reading: Reading, viewer: User | None) -> Inputs | None:
    match, analysis = reading
    if analysis is None or analysis.is_done:
        return None
    before = ahead_of(MEASURE, match.pk) if analysis.state == Analysis.State.ASKED else 0
    done = analysis.turns_done
    facts = {"match": match.pk, "state": analysis.state, "done": done, "turns": match.ply, "before": before}
    return facts | {"is_own": match.seat_of(viewer) is not None}


def _view(reading: Reading, viewer: User | None) -> Inputs | None:
    match, analysis = reading
    if analysis is None or not (analysis.is_done or analysis.estimate):
        return None
    return {"match": match, "view": AnalysisView(match, analysis, match.seat_of(viewer))}


PROGRESS: LivePartial[Reading, User | None] = LivePartial("analysis-progress", "analysis/_progress.html", _progress)
ANALYSIS: LivePartial[Reading, User | None] = LivePartial(
    "analysis", "analysis/_analysis.html", _view, lambda inputs: inputs["view"].key
)
PAGE: LivePage[Reading, User | None] = LivePage(PAGE_NAME, read, [PROGRESS, ANALYSIS], topic_of)


def of_match(page: Context) -> SafeString | None:
    """Draw the link to the analysis on the card at the end of a match; None before the end."""
    match: Match = page["match"]
    return draw("analysis/link", match_id=match.pk) if _has_ended(match) else None


def of_turn(page: Context) -> dict[str, object] | None:
    """Return the context of the link to the analysis of the shown turn; at the start, of the first turn."""
    match: Match = page["match"]
    return {"analysis": reverse("analysis:turn", args=[match.pk, max(1, page["ply"])])} if _has_ended(match) else None


def news_of_end(page: Context) -> SafeString | None:
    """Draw the main figures on the card at the end of a match, or the empty element that a later push replaces."""
    match: Match = page["match"]
    if page.get("just_ended"):
        return _no_news(active_language())
    news = _news(match, page["board_view"].seat)
    return NEWS.bound(news).html if news else None


@memoized
def _no_news(_language: str) -> SafeString:
    return NEWS.bound(_NOTHING).html


def of_player(page: Context) -> dict[str, object] | None:
    """Return the context of a player's figures over time; None without any."""
    courses = courses_of(page["person"])
    return {"courses": courses} if courses else None


def _news(match: Match, seat: Seat | None) -> Inputs | None:
    """Return the accuracy of both players, the viewer's first, and the viewer's costliest miss; None before the end.

    Without a miss that is sure, moves may have cost something all the same: they did not where all have all of 100.
    """
    if not _has_ended(match):
        return None
    analysis = analysis_of(match)
    figures = sides_of(analysis.summary) if analysis and analysis.is_done else None
    if figures is None:
        return _NOTHING
    seats = sorted(Seat, key=lambda one: one is not (seat or Seat.FIRST))
    accuracies = [
        (str(match.player(one)), round(accuracy))
        for one in seats
        if (accuracy := figures[one.index].accuracy) is not None
    ]
    is_flawless = all(accuracy == 100 for _name, accuracy in accuracies)
    return {"match": match.pk, "accuracies": accuracies, "miss": costliest(figures, seat), "is_flawless": is_flawless}


# The main figures of the analysis; empty until they are there.
NEWS: LivePartial[Match, User | None] = LivePartial(
    NEWS_NAME, "analysis/_analysis_news.html", lambda match, viewer: _news(match, match.seat_of(viewer))
)


def _has_ended(match: Match) -> bool:
    return match.is_over and match.ply > 0
