"""The page of a match: everything that changes, its title, and the partials that changed since a page was sent some."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.hooks import JsonObject
from core.hooks import slot_html
from core.live.partials import Partial, draw, memoized
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.pages.about import about, due, game, sealed
from games.matches.pages.board_view import Common, changed_cells
from games.matches.pages.match_view import MatchView
from games.matches.pages.play import beside_title, board, claim, commands, courtesies, draw_offer, interlude, play, rack
from games.matches.pages.previews import PUSHED, Reply
from games.matches.pages.scores import away, scores, status
from games.matches.pages.stored import Stored, log_unless_retired, stored_play, stored_scores, stored_status
from games.matches.pages.turns import turns, turns_since
from games.rules import Board, Seat


def beside(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return what other apps show beside the board; an empty element without any."""
    extra = slot_html("beside", {"match": view.match, "board_view": view}, reply.request)
    return Partial("matches/beside", extra=extra)


def page_title(view: MatchView) -> str:
    """Return the title of the page, which says first what the viewer is asked to do."""
    match = view.match
    asks = bool(view.seat and match.rematch_by and match.rematch_by == view.seat.other and not match.rematch_id)
    asked_by = str(view.opponent) if asks and view.opponent and view.opponent.is_active else ""
    return _title(view.language, *view.names, view.game.name, view.my_turn, asked_by)


@memoized(maxsize=4_000)
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


VOLATILE = frozenset({"beside", "status", "play"})  # partials that may change without a new version of the match


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
    state: PageState | None = None

    def message(self) -> JsonObject:
        """Return the update as a message to an open page (`static/js/live.js`)."""
        facts = {name: getattr(self, name) for name in ("ply", "turn", "title", "last", "history", "go")}
        data = {name: fact for name, fact in facts.items() if fact is not None}
        message: JsonObject = {"version": self.version, "partials": self.html, "data": data}
        return {**message, "whole": True} if self.whole else message


@dataclass(frozen=True, eq=False)
class PageState:
    """A version of the page for one kind of viewer: the board, and the partials by name."""

    version: int
    board: Board
    partials: dict[str, Partial]

    @classmethod
    def of(cls, view: MatchView) -> PageState:
        """Return what a page with this view shows; nothing is drawn yet."""
        partials = [scores(view), status(view), beside(view), interlude(view), due(view)]
        if _has_form(view):
            partials += [rack(view), commands(view), courtesies(view), claim(view)]
            if view.game.draws_by_agreement:
                partials.append(draw_offer(view))
        else:
            partials += [play(view), beside_title(view)]
        if view.over:
            partials.append(Partial.drawn("sealed", sealed(view.match)))
        return cls(view.match.version, view.board, {partial.name: partial for partial in partials})


def update_since(
    match: Match,
    seat: Seat | None,
    version: int,
    ply: int,
    before: PageState | None = None,
    common: Common | None = None,
) -> Update:
    """Return the update that brings a page of this version and ply to the match as it stands; all of it for -1.

    It holds what differs from `before`, the state of the page at that version, or all but the earlier turns without it.
    `common` has results shared with other viewers of the match as it stands, in the active language and time zone.
    """
    try:
        view = MatchView(match, seat, common=common)
        return _update_of(view, version, ply, before)
    except RulesGone as fault:
        log_unless_retired(match, fault)
        return _stored_update(Stored(match, seat))


def state_of(match: Match, seat: Seat | None) -> PageState | None:
    """Return what a page shows of the match as it stands; None where the match cannot be replayed."""
    try:
        return PageState.of(MatchView(match, seat))
    except RulesGone:
        return None


def away_partial(match: Match, seat: Seat | None) -> str:
    """Return the HTML of the partial that names absent players; empty where the match cannot be replayed."""
    try:
        return away(MatchView(match, seat)).html
    except RulesGone:
        return ""


def _update_of(view: MatchView, version: int, ply: int, before: PageState | None) -> Update:
    knows_turns, has_form = 0 <= ply <= view.ply, _has_form(view)
    now = PageState.of(view)
    html: list[str] = [changed_cells(before.board, now.board) if before else board(view)]
    html.append(turns_since(view, ply) if knows_turns else turns(view))
    old_partials = before.partials if before else {}
    for name, partial in now.partials.items():
        if name in VOLATILE and _is_volatile(view, partial):
            html.append(partial.html)
        elif partial is not (old := old_partials.get(name)):
            html += partial.since(old)
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
        state=now,
    )


def _stored_update(stored: Stored) -> Update:
    """Return the update of an open page whose match can no longer be replayed; its board stays as it is."""
    match = stored.match
    html = stored_scores(stored) + stored_status(stored) + stored_play(stored)
    return Update(match.version, match.ply, "over", stored.title, html)


def _has_form(view: MatchView) -> bool:
    """Return whether the page has a form for moves; updates do not replace it, so that what is typed in it stays."""
    return view.seat is not None and not view.over


def _is_volatile(view: MatchView, partial: Partial) -> bool:
    """Return whether this partial, one of `VOLATILE`, is sent with every update, whether it changed or not."""
    if partial.name == "beside":
        return partial.inputs["extra"] != ""
    return partial.name == "status" or (partial.name == "play" and view.over)
