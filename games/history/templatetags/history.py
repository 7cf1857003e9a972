"""Template filters that put durations into words."""

from __future__ import annotations

from datetime import timedelta

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from core.clock import day
from core.live.partials import EMPTY, active_language, draw
from games.history.listing import PlayedMatch
from games.matches.pages.match_view import match_path, picture_path
from games.matches.pages.record import badge
from games.matches.pages.tallies import score

register = template.Library()


@register.filter
def span(time: timedelta) -> str:
    """Return the duration rounded to a unit: seconds to 89, minutes to 89, hours to 47, then days."""
    seconds = max(time.total_seconds(), 0)
    if seconds < 90:
        return ngettext("%(count)d second", "%(count)d seconds", round(seconds)) % {"count": round(seconds)}
    if (minutes := round(seconds / 60)) < 90:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    if (hours := round(seconds / 3600)) < 48:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = round(seconds / 86_400)
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


@register.simple_tag
def match_row(row: PlayedMatch) -> SafeString:
    """Return the list entry of a match, in the active language and time zone."""
    match, entry, part = row.match, row.entry, row.participation
    return draw(
        "history/match_row",
        row=row,
        part=part,
        score=score(match, entry.seat),
        forfeit=match.ended.label if match.forfeited_by else "",
        picture=picture_path(match.pk, match.ply),
        path=match_path("match", match.pk),
        match_id=match.pk,
        names={"game": match.game_name, "name": entry.opponent},
        badge=badge(active_language()) if entry.opponent.is_computer else EMPTY,
        day=day(part.at),
        is_analysed=match.finished_at is not None and match.ply > 0,
    )
