"""Partials of the history on other pages: a player's statistics, the points chart of a match."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.slots import Context
from games.history.points_chart import Curve, curve_of
from games.history.statistics import figures_of
from games.matches import positions
from games.matches.pages.board_view import common
from games.matches.pages.markup import Fragment
from games.matches.pages.match_view import MatchView
from games.matches.pages.paths import turn_path

_LINK = Fragment("""<a href="{path}" {state}><title>{title}</title>
<rect x="{left}" y="0" width="{width}" height="{height}"/><circle class="{line}" cx="{x}" cy="{y}" r="3.5"/></a>""")
_CURRENT, _OTHER = SafeString('aria-current="true"'), SafeString('tabindex="-1"')


def of_player(page: Context) -> dict[str, object]:
    """Return the context of the player page's statistics."""
    return {"figures": figures_of(page["person"])}


def curve_of_replay(page: Context) -> dict[str, object] | None:
    """Return the context of the points chart on the replay page, with the shown turn marked."""
    return _curve(page["board_view"], page["board_view"].ply)


def curve_of_end(page: Context) -> dict[str, object] | None:
    """Return the context of the points chart of a finished match."""
    return _curve(page["board_view"], None)


@common
def _curve(view: MatchView, ply: int | None) -> dict[str, object] | None:
    match = view.match
    start = positions.start_of(match).scores if match.origin_id else (0, 0)
    curve = curve_of(positions.replay(match).turns, ply, start)
    return {"curve": curve, "links": _links(match.pk, curve)} if curve else None


def _links(match_id: str, curve: Curve) -> SafeString:
    """Return a link to the board after each turn; drawn by functions, as a template took most of the page's time."""
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
