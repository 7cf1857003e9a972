"""Partials of an analysis on other pages: links, its main figures at the end of a match, and figures over time."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import User
from core.live.templates import draw
from core.slots import Context
from games.analysis.load_report import analysis_of
from games.analysis.over_time import courses_of
from games.analysis.summary import Miss, costliest, summaries_of
from games.matches.hooks import LivePartial
from games.matches.models import Match
from games.rules import Seat


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
        return _draw_news()
    return SafeString(_news(match, page["board_view"].seat).html) if _has_ended(match) else None


def news(match: Match, viewer: User | None) -> LivePartial | None:
    """Return the main figures as a live partial for one viewer of an open page; None before the end of the match."""
    return _news(match, match.seat_of(viewer)) if _has_ended(match) else None


def of_player(page: Context) -> dict[str, object] | None:
    """Return the context of a player's figures over time; None without any."""
    courses = courses_of(page["person"])
    return {"courses": courses} if courses else None


def _news(match: Match, seat: Seat | None) -> LivePartial:
    """Render the accuracy of both players, the viewer's first, and the viewer's costliest miss."""
    found = analysis_of(match)
    figures = summaries_of(found) if found else None
    if figures is None:
        return LivePartial("none", _draw_news())
    seats = sorted(Seat, key=lambda one: one is not (seat or Seat.FIRST))
    accuracies = [
        (match.player(one), round(accuracy)) for one in seats if (accuracy := figures[one.index].accuracy) is not None
    ]
    miss = costliest(figures, seat)
    address = reverse("analysis:turn", args=[match.pk, miss.ply]) if miss else ""
    return LivePartial("done", _draw_news("done", accuracies, miss, address))


def _draw_news(
    mark: str = "none",
    accuracies: Sequence[tuple[User, int]] = (),
    miss: Miss | None = None,
    address: str = "",
) -> SafeString:
    return draw("analysis/analysis_news", mark=mark, accuracies=accuracies, miss=miss, address=address)


def _has_ended(match: Match) -> bool:
    return match.finished_at is not None and match.ply > 0
