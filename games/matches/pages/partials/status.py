"""The status: what just happened and what is to be done."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core.live.partials import EMPTY, Partial, memoized
from games.matches.outcomes import Outcome
from games.matches.pages.board_view import common
from games.matches.pages.match_view import MatchView
from games.matches.pages.reply import PUSHED, Reply
from games.matches.pages.sentences import did
from games.matches.play.requests import was_nudged
from games.matches.templatetags.sentences import localized


def status(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the last turn and whose turn it is, or how the match ended; also why a request was refused, if so.

    A move that was refused is not told here: the preview says why.
    """
    is_told_in_preview = reply.text and view.seat and not view.over
    return Partial(
        "matches/status",
        before=EMPTY if view.over else _latest_turn(view),
        now=ending(view.outcome, view.winner) if view.over else _to_do(view),
        after=localized(view.reason) if view.over and view.reason else _helps(view),
        notices=tuple(words for words in (localized(view.notice, view.language), _courtesy(view)) if words),
        error="" if is_told_in_preview else reply.reason,
    )


@common
def _latest_turn(view: MatchView) -> SafeString:
    """Return the last turn in one sentence, with a space after it; empty before the first."""
    last = view.last
    return SafeString(f"{did(view.language, str(last.user), last.turn)} ") if last else EMPTY


def ending(outcome: str, winner: object) -> str:
    """Return the result in a few words."""
    sentences = {
        Outcome.WON.value: gettext("You win!"),
        Outcome.DRAWN.value: gettext("A draw."),
        Outcome.ABORTED.value: gettext("The match is cancelled."),
        Outcome.VOID.value: gettext("This match is void."),
    }
    return sentences.get(outcome) or gettext("%(name)s wins.") % {"name": winner}


def _to_do(view: MatchView) -> str:
    if view.match.is_gathering:
        return gettext("The match starts when both players are here.")
    return _turn_of(view.language, str(view.mover), view.my_turn, view.seat is not None, view.ply > 0)


@memoized(maxsize=4_000)
def _turn_of(language: str, name: str, my_turn: bool, plays: bool, has_begun: bool) -> str:
    if my_turn:
        return gettext("Your turn.") if has_begun else gettext("You begin.")
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
