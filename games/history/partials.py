"""Partials of the history on other pages: a player's statistics, the points chart of a match."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core.live.partials import EMPTY, Fragment
from core.slots import Context
from games.history.points_chart import PointsChart, chart_of
from games.history.statistics import statistics_of
from games.matches.pages.board_view import common
from games.matches.pages.match_view import MatchView
from games.matches.pages.paths import turn_path
from games.matches.play import positions

_CURVE = Fragment("""<figure id="curve"><figcaption><span class="one">{first}</span> <span class="two">{second}</span>
 <span class="muted">{title}</span></figcaption>
<svg viewBox="0 0 {width} {height}" role="group" aria-label="{label}">
<line class="zero" x1="0" x2="{width}" y1="{zero}" y2="{zero}"/>{now}
<polyline class="one" points="{one}"/><polyline class="two" points="{two}"/>{links}</svg></figure>""")
_NOW = Fragment('<line class="now" x1="{x}" x2="{x}" y1="0" y2="{height}"/>')
_LINK = Fragment("""<a href="{path}" {state}><title>{title}</title>
<rect x="{left}" y="0" width="{width}" height="{height}"/><circle class="{line}" cx="{x}" cy="{y}" r="3.5"/></a>""")
_CURRENT, _OTHER = SafeString('aria-current="true"'), SafeString('tabindex="-1"')


def of_player(page: Context) -> dict[str, object]:
    """Return the context of the player page's statistics."""
    return {"statistics": statistics_of(page["person"])}


def curve_of_replay(page: Context) -> SafeString | None:
    """Draw the points chart on the replay page, with the shown turn marked."""
    return _curve(page["board_view"], page["board_view"].ply)


def curve_of_end(page: Context) -> SafeString | None:
    """Draw the points chart of a finished match."""
    return _curve(page["board_view"], None)


@common
def _curve(view: MatchView, ply: int | None) -> SafeString | None:
    match = view.match
    start = positions.start_of(match).scores if match.origin_id else (0, 0)
    curve = chart_of(positions.replay(match).turns, ply, start)
    if curve is None:
        return None
    return _CURVE(
        first=str(match.first),
        second=str(match.second),
        title=gettext("Points from turns"),
        label=gettext("Points turn by turn"),
        width=curve.width,
        height=curve.height,
        zero=str(curve.zero),
        now=_NOW(x=str(curve.now.x), height=curve.height) if curve.now else EMPTY,
        one=curve.lines[0],
        two=curve.lines[1],
        links=_links(match.pk, curve),
    )


def _links(match_id: str, curve: PointsChart) -> SafeString:
    """Return a link to the board after each turn. By keyboard the list of turns leads there."""
    title = gettext("Turn %(ply)s: %(first)s to %(second)s")
    return SafeString(
        "".join(
            _LINK(
                path=turn_path(match_id, dot.ply),
                state=_CURRENT if dot == curve.now else _OTHER,
                title=title % {"ply": dot.ply, "first": dot.points[0], "second": dot.points[1]},
                left=str(dot.left),
                width=str(dot.width),
                height=curve.height,
                line=("one", "two")[dot.seat.index],
                x=str(dot.x),
                y=str(dot.y),
            )
            for dot in curve.dots
        )
    )
