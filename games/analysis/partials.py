"""What the pages of a match show of its analysis: links, and on the card at the end its main figures."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.urls import reverse

from accounts.models import User
from accounts.slots import Context
from games.analysis.load_report import analysis_of
from games.analysis.over_time import courses_of
from games.analysis.summary import costliest, figures_of
from games.matches.hooks import LivePartial
from games.matches.models import Match
from games.rules import Seat


def of_match(page: Context) -> dict[str, object] | None:
    """Return the context of the link on the page of a finished match."""
    match: Match = page["match"]
    return {"analysis": reverse("analysis:analysis", args=[match.pk])} if _has_ended(match) else None


def of_turn(page: Context) -> dict[str, object] | None:
    """Return the context of the link to the analysis of the shown turn; at the start, of the first turn."""
    match: Match = page["match"]
    return {"analysis": reverse("analysis:turn", args=[match.pk, max(1, page["ply"])])} if _has_ended(match) else None


def news_of_end(page: Context) -> dict[str, object] | None:
    """Return the context of the main figures on the card at the end of a match; they are pushed when they are there."""
    match: Match = page["match"]
    if page.get("just_ended"):
        return {"match": match, "mark": "none"}
    return _news(match, page["board_view"].seat) if _has_ended(match) else None


def news(match: Match, viewer: User | None) -> LivePartial | None:
    """Render the same for one viewer of an open page; None before the end of the match."""
    if not _has_ended(match):
        return None
    context = _news(match, match.seat_of(viewer))
    return LivePartial(str(context["mark"]), render_to_string("analysis/_news.html", context))


def of_player(page: Context) -> dict[str, object] | None:
    """Return a player's figures over time."""
    courses = courses_of(page["person"])
    return {"courses": courses} if courses else None


def _news(match: Match, seat: Seat | None) -> dict[str, object]:
    """Return the accuracy of both players, the viewer's first, and the viewer's costliest miss."""
    found = analysis_of(match)
    figures = figures_of(found) if found else None
    if figures is None:
        return {"match": match, "mark": "none"}
    seats = sorted(Seat, key=lambda one: one is not (seat or Seat.FIRST))
    return {
        "match": match,
        "mark": "done",
        "accuracies": [
            (match.player(one), round(accuracy))
            for one in seats
            if (accuracy := figures[one.index].accuracy) is not None
        ],
        "miss": costliest(figures, seat),
    }


def _has_ended(match: Match) -> bool:
    return match.finished_at is not None and match.ply > 0
