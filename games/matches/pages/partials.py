"""What is sent to an open page so that it shows the match as it stands."""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import asdict, dataclass
from threading import Lock

from django.template.loader import render_to_string
from django.utils.translation import gettext

from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.pages.board_html import Cells, changed_cells
from games.matches.pages.match_view import MatchView
from games.matches.pages.stored_match import Stored
from games.matches.templatetags.sentences import named
from games.rules import Interlude, Seat, Tile

REMEMBERED = 4000
INDENTATION = re.compile(r"\s*\n\s*")


@dataclass(frozen=True)
class Update:
    """The pieces that bring a page from an older version to `version`, and what its scripts must know."""

    version: int
    ply: int
    turn: str
    title: str
    html: str

    def data(self) -> dict[str, str | int]:
        """The update as it goes over the line."""
        return asdict(self)


@dataclass(frozen=True)
class Drawn:
    """What a page of one version shows that is costly to send again."""

    cells: Cells
    rack: tuple[Tile, ...]
    interlude: Interlude | None


_drawn: OrderedDict[tuple[str, int, Seat | None], Drawn] = OrderedDict()
_lock = Lock()


def page_title(table: MatchView) -> str:
    """What the browser's tab says."""
    names = f"{table.match.first} – {table.match.second} · {named(table.game)}"
    return f"{gettext('Your turn')} · {names}" if table.my_turn else names


def update_since(match: Match, seat: Seat | None, version: int, ply: int) -> Update:
    """What a page that shows this older version and ply needs to show the match as it stands."""
    try:
        return _update_of(MatchView(match, seat), version, ply)
    except RulesGone:
        return _stored_update(Stored(match, seat))


def _update_of(table: MatchView, version: int, ply: int) -> Update:
    match, seat = table.match, table.seat
    with _lock:
        before = _drawn.get((match.pk, version, seat))
    remember_drawn(table)
    context = {"table": table, "match": match}
    html = [changed_cells(before.cells, table.cells)] if before else [_piece("board", context)]
    html.append(_turns(table, ply, context))
    names = ["scores", "status", "beside", *(["play"] if _form_changes(table, ply) else ["ply", "submit", "commands"])]
    if before is None or before.rack != table.rack or table.over:
        names.append("rack")
    if before is None or before.interlude != table.interlude:
        names.append("interlude")
    html += [_piece(name, context) for name in names]
    return Update(match.version, table.ply, table.turn, page_title(table), "".join(html))


def _stored_update(stored: Stored) -> Update:
    """What becomes of a page that was opened before the rules went: its board is no longer brought up to date."""
    match = stored.match
    context: dict[str, object] = {"stored": stored, "match": match}
    html = "".join(_piece(f"stored_{name}", context) for name in ("scores", "status", "play"))
    return Update(match.version, match.ply, "over", stored.title, html)


def remember_drawn(table: MatchView) -> None:
    """Keeps how this version was drawn, so that the next update holds only what changed."""
    with _lock:
        _drawn[table.match.pk, table.match.version, table.seat] = Drawn(table.cells, table.rack, table.interlude)
        while len(_drawn) > REMEMBERED:
            _drawn.popitem(last=False)


def _piece(name: str, context: dict[str, object]) -> str:
    return _compact(render_to_string(f"matches/_{name}.html", context))


def _compact(html: str) -> str:
    """Drop indentation, which weighs in a push: a browser shows a line break and its indentation as one space."""
    return INDENTATION.sub("\n", html)


def _turns(table: MatchView, ply: int, context: dict[str, object]) -> str:
    if not 0 <= ply <= table.ply:
        return _piece("turns", context)
    return _compact("".join(table.draw_lines(since=ply)))


def away_piece(match: Match, seat: Seat | None) -> str:
    """The piece that tells who is not at the board; empty where the match cannot be replayed."""
    try:
        return _piece("away", {"table": MatchView(match, seat), "match": match})
    except RulesGone:
        return ""


def _form_changes(table: MatchView, ply: int) -> bool:
    """Whether the page's form has to make way; otherwise it stays, with what is typed in it."""
    return table.over or table.seat is None or not 0 <= ply <= table.ply
