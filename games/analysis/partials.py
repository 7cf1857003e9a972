"""Partials of an analysis on other pages: links, its main figures at the end of a match, and figures over time."""

from __future__ import annotations

from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import User
from core.hooks import Context
from core.live.partials import Inputs, LivePartial, draw
from games.analysis.reading import analysis_of, costliest, courses_of, sides_of
from games.analysis.services import NEWS as NEWS_NAME
from games.matches.models import Match
from games.rules import Seat

_NOTHING: Inputs = {"match": "", "accuracies": [], "miss": None}


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
        return NEWS.bound(_NOTHING).html
    news = _news(match, page["board_view"].seat)
    return NEWS.bound(news).html if news else None


def of_player(page: Context) -> dict[str, object] | None:
    """Return the context of a player's figures over time; None without any."""
    courses = courses_of(page["person"])
    return {"courses": courses} if courses else None


def _news(match: Match, seat: Seat | None) -> Inputs | None:
    """Return the accuracy of both players, the viewer's first, and the viewer's costliest miss; None before the end."""
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
    return {"match": match.pk, "accuracies": accuracies, "miss": costliest(figures, seat)}


# The main figures of the analysis; empty until they are there.
NEWS: LivePartial[Match, User | None] = LivePartial(
    NEWS_NAME, "analysis/_analysis_news.html", lambda match, viewer: _news(match, match.seat_of(viewer))
)


def _has_ended(match: Match) -> bool:
    return match.is_over and match.ply > 0
