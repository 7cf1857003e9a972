"""A match in a list of a player's matches, drawn by a function: a page shows up to thirty of them."""

from __future__ import annotations

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core.live.partials import EMPTY, Fragment, active_language
from games.history.listing import PlayedMatch
from games.matches.pages.paths import match_path, page_path, picture_path
from games.matches.pages.sentences import badge

register = template.Library()

# Its last board, against whom and how strong, how it went
_ROW = Fragment("""<li class="match-row {outcome}">
<img class="board-picture" src="{picture}" alt="" width="96" height="96" loading="lazy">
<a href="{path}">{title}{rating} {badge}</a>
<span class="result"><span class="points"><span class="visually-hidden">{points}: </span>{own} : {other}</span>
<span class="outcome"><span class="badge{mark}">{result}</span> {gain}</span></span>
<span class="muted terms"><span>{pace}</span>{rated} · <time datetime="{at}">{day}</time></span> {analysis}</li>""")
_RATING = Fragment(' <span class="rating">{rating}</span>')
_GAIN = Fragment('<span class="gain {way}"><span class="visually-hidden">{label}: </span>{gain}</span>')
_RATED = Fragment(' <span class="rated">· {rated}</span>')
_ANALYSIS = Fragment('<a class="button quiet small analysis" href="{path}" aria-label="{label}">{text}</a>')
MARKS = {"won": " good", "lost": " danger"}


@register.simple_tag
def match_row(row: PlayedMatch) -> SafeString:
    """Return the list entry of a match, in the active language and time zone."""
    match, entry, part = row.match, row.entry, row.participation
    own, other = entry.points
    named = {"game": match.game_name, "name": entry.opponent}
    return _ROW(
        outcome=part.outcome,
        picture=picture_path(match.pk, row.drawn_ply),
        path=match_path("match", match.pk),
        title=gettext("%(game)s against %(name)s") % named,
        rating=_RATING(rating=row.opponent_rating) if row.opponent_rating else EMPTY,
        badge=badge(active_language()) if entry.opponent.is_computer else EMPTY,
        points=gettext("Points"),
        own=own,
        other=other,
        mark=MARKS.get(part.outcome, ""),
        result=part.get_outcome_display(),
        gain=EMPTY if row.gain is None else _gain(row.gain),
        pace=gettext("live") if part.is_live else gettext("correspondence"),
        rated=_RATED(rated=gettext("rated")) if part.rated else EMPTY,
        at=part.at.isoformat(),
        day=date_format(timezone.localtime(part.at), "SHORT_DATE_FORMAT"),
        analysis=_analysis(match.pk, gettext("Analysis of %(game)s against %(name)s") % named)
        if match.finished_at and match.ply
        else EMPTY,
    )


def _gain(gain: int) -> SafeString:
    way = "up" if gain > 0 else "down" if gain < 0 else ""
    return _GAIN(way=way, label=gettext("Rating"), gain=f"+{gain}" if gain >= 0 else f"−{-gain}")


def _analysis(match_id: str, label: str) -> SafeString:
    return _ANALYSIS(path=page_path("analysis:analysis", match_id), label=label, text=gettext("Analysis"))
