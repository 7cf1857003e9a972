"""The form of a move, and the buttons below the rack."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core.clock import moment
from core.live.partials import EMPTY, Partial
from core.live.templates import draw as drawn
from games.matches.pages.board_view import BoardView
from games.matches.pages.match_view import MatchView
from games.matches.pages.partials.board import rack
from games.matches.pages.partials.over import over
from games.matches.pages.partials.preview import preview, variants
from games.matches.pages.paths import match_path
from games.matches.pages.reply import PUSHED, Reply
from games.matches.templatetags.sentences import localized


def play(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the form of a move with the tiles and all buttons; a note for a spectator; after the end, `over`."""
    if view.over:
        return over(view, reply)
    if view.seat is None:
        open_hands = view.game.perfect_information
        words = gettext("You are watching.") if open_hands else localized(view.display.vocabulary.hidden)
        return Partial("matches/watch", "play", words=words)
    return Partial(
        "matches/play",
        move=move(view, reply),
        rack=rack(view),
        variants=variants(reply),
        actions=Partial("matches/actions", ply=ply(view, reply), submit=submit(view), commands=commands(view, reply)),
        claim=claim(view, reply),
        draw=draw(view, reply) if view.game.draws_by_agreement else EMPTY,
        courtesies=courtesies(view, reply),
        resign=resign(view),
    )


def move(view: BoardView, reply: Reply) -> SafeString:
    """Return the form of a move: its preview, and the field to type it."""
    example = view.game.example
    return drawn(
        "matches/move",
        to=view.to,
        token=reply.token,
        preview=preview(reply),
        keys=view.keypad,
        text=reply.text,
        lay=view.display.vocabulary.lay,
        example=example,
        sum=example.rpartition(" ")[2],
    )


def ply(view: BoardView, reply: Reply = PUSHED) -> SafeString:
    """Return the number of the next move as a field of the move form, and the form of moves without tiles with it."""
    return drawn("matches/ply", ply=view.next_ply, to=view.to, token=reply.token)


def submit(view: BoardView) -> SafeString:
    """Return the button that plays what is placed or typed."""
    return drawn("matches/submit", my_turn=view.my_turn)


def commands(view: BoardView, reply: Reply = PUSHED) -> Partial:
    """Return the moves without tiles that may be made now; rack and ply are compared only if tiles are picked."""
    available = view.commands
    tiles = view.rack if any(command.picks for command in available) else ()
    return Partial(
        "matches/commands",
        offered=available,
        rack=tiles,
        pick=view.display.vocabulary.pick,
        ply=view.next_ply if tiles else 0,
        to=view.to,
        token=reply.token,
    )


def claim(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the button that claims the win of a decided match, and when it works; empty while it is not decided."""
    at = view.claimable_at
    return Partial(
        "matches/claim",
        match_id=view.match.pk,
        name=str(view.opponent),
        from_when=moment(at) if at else "",
        token=reply.token,
    )


def courtesies(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the buttons that give the opponent more time, and that nudge; empty while neither is possible.

    The style sheet hides them on the viewer's turn, so that an update after a move need not contain them.
    """
    match = view.match
    return Partial(
        "matches/courtesies",
        match_id=match.pk,
        name=str(view.opponent),
        is_live=match.is_live,
        may_give=view.offers_time,
        may_nudge=view.may_nudge,
        token=reply.token,
    )


def draw(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the buttons to offer a draw or to answer an offer; empty while no draw may be offered."""
    match, may_offer = view.match, view.may_offer_draw
    offered_by = match.draw_offered_by if may_offer else None
    return Partial(
        "matches/draw",
        match_id=match.pk,
        name=str(view.opponent),
        may_offer=may_offer,
        offered_by_viewer=offered_by is not None and offered_by == view.seat,
        offered_by_opponent=offered_by is not None and offered_by != view.seat,
        token=reply.token,
    )


def resign(view: MatchView) -> SafeString:
    """Return the button to resign; before the first move also one to cancel: the style sheet shows one by the ply."""
    return drawn("matches/resign", path=match_path("resign", view.match.pk), may_cancel=not view.ply)
