"""The status: what just happened and what is to be done; a live region, which screen readers announce (WAI-ARIA)."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core.live.partials import EMPTY, Fragment, Partial, joined, memoized
from games.matches.outcomes import Outcome
from games.matches.pages.board_view import common
from games.matches.pages.match_view import MatchView
from games.matches.pages.reply import PUSHED, Reply
from games.matches.pages.sentences import did
from games.matches.play.courtesies import was_nudged
from games.matches.templatetags.sentences import localized

_STATUS = Fragment("<p id=status role=status aria-live=polite>{before}<strong>{now}</strong>{after}{notice}{error}</p>")
_NOTICE = Fragment(' <span class="notice">{notice}</span>')
_ERROR = Fragment(' <span class="error">{reason}</span>')


def status(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the last turn and whose turn it is, or how the match ended; also why a request was refused, if so."""
    notices = [words for words in (localized(view.notice, view.language), _courtesy(view)) if words]
    after = localized(view.reason) if view.over and view.reason else _helps(view)
    drawn = _STATUS(
        before=EMPTY if view.over else _latest_turn(view),
        now=ending(view) if view.over else _to_do(view),
        after=f" {after}" if after else "",
        notice=joined([_NOTICE(notice=words) for words in notices]) if notices else EMPTY,
        error=_error(view, reply),
    )
    return Partial.drawn("status", drawn)


@common
def _latest_turn(view: MatchView) -> SafeString:
    """Return the last turn in one sentence, with a space after it; empty before the first."""
    last = view.last
    return SafeString(f"{did(view.language, str(last.user), last.turn)} ") if last else EMPTY


def ending(view: MatchView) -> str:
    """Return the result in a few words."""
    sentences = {
        Outcome.WON.value: gettext("You win!"),
        Outcome.DRAWN.value: gettext("A draw."),
        Outcome.ABORTED.value: gettext("The match is cancelled."),
        Outcome.VOID.value: gettext("This match is void."),
    }
    return sentences.get(view.outcome) or gettext("%(name)s wins.") % {"name": view.winner}


def _to_do(view: MatchView) -> str:
    if view.match.is_gathering:
        return gettext("The match starts when both players are here.")
    return _turn_of(view.language, str(view.mover), view.my_turn, view.seat is not None, view.ply > 0)


@memoized(maxsize=4_000)
def _turn_of(language: str, name: str, my_turn: bool, plays: bool, begun: bool) -> str:
    if my_turn:
        return gettext("Your turn.") if begun else gettext("You begin.")
    if plays:
        return gettext("Waiting for %(name)s.") % {"name": name}
    return gettext("%(name)s’s turn.") % {"name": name}


def _helps(view: MatchView) -> str:
    """Return the aids of a rated match before its first move, in short; the part `about` has more. Else empty."""
    if view.ply or view.over or not view.match.rated or not view.display.lights_up:
        return ""
    if view.keypad:
        return gettext("For both players: squares light up, and a keypad for sums.")
    return gettext("For both players: squares light up.")


def _courtesy(view: MatchView) -> str:
    """Return whether more time was given or a nudge sent in this turn; empty if not, and for spectators."""
    match, opponent = view.match, {"name": view.opponent}
    if view.seat is None or view.over:
        return ""
    if match.time_given_ply == match.ply:
        if view.seat != match.to_move:
            words = gettext("%(name)s got 15 more seconds.") if match.is_live else gettext("%(name)s got one more day.")
        elif match.is_live:
            words = gettext("%(name)s gave you 15 more seconds.")
        else:
            words = gettext("%(name)s gave you one more day.")
        return words % opponent
    if was_nudged(match):
        nudged = view.seat != match.to_move
        return (gettext("You nudged %(name)s.") if nudged else gettext("%(name)s is waiting for your move.")) % opponent
    return ""


def _error(view: MatchView, reply: Reply) -> SafeString:
    """Return why a request was refused; empty if the preview shows that, as for a move of a player."""
    is_beside_the_move = reply.text and view.seat and not view.over
    return _ERROR(reason=reply.reason) if reply.reason and not is_beside_the_move else EMPTY
