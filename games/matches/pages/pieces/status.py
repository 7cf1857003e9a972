"""The status: what just happened and what is to be done, read aloud when it changes."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.matches.outcomes import Outcome
from games.matches.pages.markup import EMPTY, Fragment, Piece
from games.matches.pages.match_view import MatchView
from games.matches.pages.pieces.sentences import did
from games.matches.pages.reply import PUSHED, Reply
from games.matches.templatetags.sentences import said

_STATUS = Fragment("<p id=status role=status aria-live=polite>{before}<strong>{now}</strong>{after}{notice}{error}</p>")
_NOTICE = Fragment(' <span class="notice">{notice}</span>')
_ERROR = Fragment(' <span class="error">{reason}</span>')


def status(view: MatchView, reply: Reply = PUSHED) -> Piece:
    """Return the last turn and whose turn it is, or how the match ended; and why a request was refused."""
    last, result = view.last, view.view.result
    hint = view.notice
    drawn = _STATUS(
        before=EMPTY if result or last is None else SafeString(did(str(last.user), last.turn) + " "),
        now=_ending(view) if result else _to_do(view),
        after=f" {said(result.reason)}" if result else "",
        notice=_NOTICE(notice=said(hint)) if hint else EMPTY,
        error=_error(view, reply),
    )
    return Piece("status", (drawn,))


def _ending(view: MatchView) -> str:
    sentences = {
        Outcome.WON.value: gettext("You win!"),
        Outcome.DRAWN.value: gettext("A draw."),
        Outcome.ABORTED.value: gettext("The match is cancelled."),
        Outcome.VOID.value: gettext("This match is void."),
    }
    return sentences.get(view.outcome) or gettext("%(name)s wins.") % {"name": view.winner}


def _to_do(view: MatchView) -> str:
    if view.match.is_gathering:
        return gettext("The match begins when both players are at the board.")
    if view.my_turn:
        return gettext("Your turn.") if view.ply else gettext("You begin.")
    if view.seat:
        return gettext("Waiting for %(name)s.") % {"name": view.mover}
    return gettext("%(name)s is to move.") % {"name": view.mover}


def _error(view: MatchView, reply: Reply) -> SafeString:
    """Return why a request was refused, unless the form says so beside the move that was typed."""
    is_beside_the_move = reply.text and view.seat and not view.over
    return _ERROR(reason=reply.reason) if reply.reason and not is_beside_the_move else EMPTY
