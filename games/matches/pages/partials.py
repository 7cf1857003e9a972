"""Updates of an open match page: the partials that changed since the version it shows."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from threading import Lock

from cachetools import LRUCache
from django.template.loader import render_to_string
from django.utils.translation import gettext

from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.pages.board_html import Cells, changed_cells
from games.matches.pages.match_view import MatchView
from games.matches.pages.stored_match import Stored
from games.matches.templatetags.sentences import named
from games.rules import Interlude, Seat, Tile

CACHED = 4000
INDENTATION = re.compile(r"\s*\n\s*")


@dataclass(frozen=True)
class Update:
    """The partials that bring a page to `version`, and what its scripts need to know."""

    version: int
    ply: int
    turn: str
    title: str
    html: str

    def data(self) -> dict[str, str | int]:
        """Return the update as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Rendered:
    """The parts of a page version that are large to send again."""

    cells: Cells
    rack: tuple[Tile, ...]
    interlude: Interlude | None


_rendered: LRUCache[tuple[str, int, Seat | None], Rendered] = LRUCache(CACHED)  # by match, version and seat
_lock = Lock()


def page_title(table: MatchView) -> str:
    """Return the title of the page."""
    names = f"{table.match.first} – {table.match.second} · {named(table.game)}"
    return f"{gettext('Your turn')} · {names}" if table.my_turn else names


def update_since(match: Match, seat: Seat | None, version: int, ply: int) -> Update:
    """Return what a page of this version and ply needs to show the match as it stands."""
    try:
        return _update_of(MatchView(match, seat), version, ply)
    except RulesGone:
        return _stored_update(Stored(match, seat))


def _update_of(table: MatchView, version: int, ply: int) -> Update:
    match, seat = table.match, table.seat
    with _lock:
        before = _rendered.get((match.pk, version, seat))
    cache_rendered(table)
    context = {"table": table, "match": match}
    html = [changed_cells(before.cells, table.cells)] if before else [_render("board", context)]
    html.append(_turns(table, ply, context))
    names = ["scores", "status", "beside", *(["play"] if _form_changes(table, ply) else ["ply", "submit", "commands"])]
    if "play" not in names and table.game.draws_by_agreement:
        names.append("draw")
    if before is None or before.rack != table.rack or table.over:
        names.append("rack")
    if before is None or before.interlude != table.interlude:
        names.append("interlude")
    html += [_render(name, context) for name in names]
    return Update(match.version, table.ply, table.turn, page_title(table), "".join(html))


def _stored_update(stored: Stored) -> Update:
    """Return the update of a page that was opened before the rules of its match were removed; the board stays."""
    match = stored.match
    context: dict[str, object] = {"stored": stored, "match": match}
    html = "".join(_render(f"stored_{name}", context) for name in ("scores", "status", "play"))
    return Update(match.version, match.ply, "over", stored.title, html)


def cache_rendered(table: MatchView) -> None:
    """Cache how this version was drawn, so that the next update holds only what changed."""
    with _lock:
        _rendered[table.match.pk, table.match.version, table.seat] = Rendered(table.cells, table.rack, table.interlude)


def _render(name: str, context: dict[str, object]) -> str:
    return _compact(render_to_string(f"matches/_{name}.html", context))


def _compact(html: str) -> str:
    """Drop indentation, which weighs in a push: a browser shows a line break and its indentation as one space."""
    return INDENTATION.sub("\n", html)


def _turns(table: MatchView, ply: int, context: dict[str, object]) -> str:
    if not 0 <= ply <= table.ply:
        return _render("turns", context)
    return _compact("".join(table.render_lines(since=ply)))


def away_partial(match: Match, seat: Seat | None) -> str:
    """Return the partial that names absent players; empty where the match cannot be replayed."""
    try:
        return _render("away", {"table": MatchView(match, seat), "match": match})
    except RulesGone:
        return ""


def _form_changes(table: MatchView, ply: int) -> bool:
    """Return whether the page's form is replaced; otherwise it stays, with what is typed in it."""
    return table.over or table.seat is None or not 0 <= ply <= table.ply
