"""The page of a match: everything that changes, its title, and the partials that changed since a page was sent some."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.hooks import JsonObject
from core.hooks import SlotPartial, slot_html
from core.live.partials import NOTHING, Element, Partial, State, changes, draw, kept_of, memoized
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.pages.board_view import Common, Same, changed_cells, common
from games.matches.pages.match_view import MatchView
from games.matches.pages.mirror import of_match
from games.matches.pages.play import beside_title, board, claim, commands, courtesies, draw_offer, interlude, play, rack
from games.matches.pages.previews import PUSHED, Reply
from games.matches.pages.record import about, due, game, reserves, sealed, turns, turns_since
from games.matches.pages.scores import away, scores, status
from games.matches.pages.stored import Stored, log_unless_retired, stored_play, stored_scores, stored_status
from games.rules import Board, Seat

TWIN = SlotPartial("matches/_mirror.html", of_match)


def beside(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the other board of a mirror match, and what other apps show who plays a computer."""
    page = {"match": view.match, "board_view": view}
    extra = TWIN.html(page, reply.request) if view.match.twin_id else ""
    if view.seat and view.opponent and view.opponent.is_computer:
        extra += slot_html("beside-computer", page, reply.request)
    return Partial("matches/beside", extra=SafeString(extra))


def page_title(view: MatchView) -> str:
    """Return the title of the page, which says first what the viewer is asked to do."""
    match = view.match
    asks = bool(view.seat and match.rematch_by and match.rematch_by == view.seat.other and not match.rematch_id)
    asked_by = str(view.opponent) if asks and view.opponent and view.opponent.is_active else ""
    return _title(view.language, *view.names, view.game.name, view.my_turn, asked_by)


@memoized
def _title(language: str, first: str, second: str, game: str, my_turn: bool, asked_by: str) -> str:
    names = f"{first} – {second} · {gettext(game)}"
    if asked_by:
        return f"{gettext('%(name)s asks for a rematch.') % {'name': asked_by}} · {names}"
    return f"{gettext('Your turn')} · {names}" if my_turn else names


def match_view(view: MatchView, reply: Reply = PUSHED) -> SafeString:
    """Return everything of a match that changes, as htmx swaps it after a request of the page."""
    return draw(
        "matches/match_view",
        view=view,
        page_title=page_title(view),
        game=game(view),
        scores=scores(view),
        status=status(view, reply),
        beside=beside(view, reply),
        board=board(view),
        interlude=interlude(view),
        play=play(view, reply),
        beside_title=beside_title(view, reply),
        turns=turns(view),
        about=about(view),
    )


@dataclass(frozen=True)
class Update:
    """The partials that bring a page to `version`, and what its scripts need to know.

    `last` names the squares to be marked as the last turn; None leaves the marks unchanged. `history` is the
    fingerprint of what the page shows afterwards, `go` the path of a rematch that has begun. A `whole` update holds
    everything: a page applies it even if its own version is higher. `state` is what the page shows afterwards.
    """

    version: int
    ply: int
    turn: str
    title: str
    html: str
    last: str | None = None
    history: str | None = None
    go: str | None = None
    whole: bool = False
    state: State = field(default_factory=dict)

    def message(self) -> JsonObject:
        """Return the update as a message to an open page (`static/js/live.js`)."""
        facts = {name: getattr(self, name) for name in ("ply", "turn", "title", "last", "history", "go")}
        data = {name: fact for name, fact in facts.items() if fact is not None}
        message: JsonObject = {"version": self.version, "partials": self.html, "data": data}
        return {**message, "whole": True} if self.whole else message


class WholeBoard:
    """The board, of which only the squares that differ are sent."""

    def __init__(self, view: MatchView) -> None:
        """Draw nothing yet."""
        self._view, self.kept = view, view.board

    def since(self, before: object) -> list[str]:
        """Return the squares that differ from those of the board before as HTML; without one, the board."""
        if isinstance(before, Board):
            return [_cells_since(self._view, Same(before), Same(self.kept))]
        return [board(self._view)]


@common
def _cells_since(_view: MatchView, before: Same[Board], now: Same[Board]) -> SafeString:
    return changed_cells(before.value, now.value)


def state_of(match: Match, seat: Seat | None) -> State:
    """Return what a page shows of the match as it stands; nothing where the match cannot be replayed."""
    try:
        return kept_of(_elements_of(MatchView(match, seat)))
    except RulesGone:
        return {}


def update_since(
    match: Match,
    seat: Seat | None,
    version: int,
    ply: int,
    before: State = NOTHING,
    common: Common | None = None,
) -> Update:
    """Return the update that brings a page of this version and ply to the match as it stands; all of it for -1.

    It holds what differs from `before`, what is kept of the page at that version; without it, all but earlier turns.
    `common` has results shared with other viewers of the match as it stands, in the active language and time zone.
    """
    try:
        view = MatchView(match, seat, common=common)
        return _update_of(view, version, ply, before)
    except RulesGone as fault:
        log_unless_retired(match, fault)
        return _stored_update(Stored(match, seat))


def away_partial(match: Match, seat: Seat | None) -> str:
    """Return the HTML of the partial that names absent players; empty where the match cannot be replayed."""
    try:
        return away(MatchView(match, seat)).html
    except RulesGone:
        return ""


def _elements_of(view: MatchView) -> dict[str, Element]:
    """Return what changes on the page, except the list of turns; nothing is drawn yet."""
    return {"board": WholeBoard(view), **{partial.name: partial for partial in _partials_of(view)}}


def _partials_of(view: MatchView) -> list[Partial]:
    partials = [scores(view), status(view), beside(view), interlude(view), due(view)]
    if (left := reserves(view)) is not None:
        partials.append(left)
    if _has_form(view):
        partials += [rack(view), commands(view), courtesies(view), claim(view)]
        if view.game.draws_by_agreement:
            partials.append(draw_offer(view))
    else:
        partials += [play(view), beside_title(view)]
    if view.over:
        partials.append(_sealed(view))
    return partials


@common
def _sealed(view: MatchView) -> Partial:
    return Partial.drawn("sealed", sealed(view.match))


def _update_of(view: MatchView, version: int, ply: int, before: State) -> Update:
    knows_turns, has_form = 0 <= ply <= view.ply, _has_form(view)
    now = _elements_of(view)
    html = changes(now, before, _volatile(view, before))
    html.append(turns_since(view, ply) if knows_turns else turns(view))
    if view.match.is_live and not view.over:
        missing = away(view).html
        html += [missing] if missing not in html else []  # presence changes without a new version
    if has_form and not knows_turns:
        html.append(play(view).html)
    return Update(
        version=view.match.version,
        ply=view.ply,
        turn=view.turn,
        title=page_title(view),
        html="".join(html),
        last=view.last_squares,
        history=view.fingerprint,
        whole=version < 0,
        state=kept_of(now),
    )


def _stored_update(stored: Stored) -> Update:
    """Return the update of an open page whose match can no longer be replayed; its board stays as it is."""
    match = stored.match
    html = stored_scores(stored) + stored_status(stored) + stored_play(stored)
    return Update(match.version, match.ply, "over", stored.title, html)


def _has_form(view: MatchView) -> bool:
    """Return whether the page has a form for moves; updates do not replace it, so that what is typed in it stays."""
    return view.seat is not None and not view.over


def _volatile(view: MatchView, before: State) -> Collection[str]:
    """Return the names of the partials that are sent anyway: they may change without a new version of the match."""
    names = {"status", "play"} if view.over else {"status"}
    beside = before.get("beside")
    return {*names, "beside"} if isinstance(beside, Partial) and beside.inputs["extra"] else names
