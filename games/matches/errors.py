"""Refusals of a request about a match for any reason but the rules of the game, with HTTP status and sentence."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core.clock import moment
from games.rules import PlayerError, Sentence


class Refused(PlayerError):
    """A request that is refused with an HTTP status; `reason` is the sentence that the player is shown."""

    status = 409
    reason: str | Promise = _("You can’t do that now.")
    retry_after: int | None = None  # seconds after which the same request may be accepted, where they are known

    @property
    def headers(self) -> dict[str, str]:
        """The HTTP headers of the answer."""
        return {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}

    def head(self, response: HttpResponse) -> HttpResponse:
        """Add `headers` to the response, and return it."""
        for name, value in self.headers.items():
            response[name] = value
        return response


class TooMany(Refused):
    """A limit is reached: a request of the same kind is refused until something ends, or for some time."""

    status = 429
    retry_after = 60

    def __init__(self, wait: timedelta | None = None) -> None:
        """Say after how long the request may be accepted."""
        if wait is not None:
            self.retry_after = max(1, math.ceil(wait.total_seconds()))
        super().__init__()


class NoSuch(Refused, Http404, ObjectDoesNotExist):
    """There is no such thing, or this player may not see it; a view that lets it pass is answered with 404."""

    status = 404


def refusal(name: str, reason: Promise, base: type[Refused] = Refused, **attributes: int) -> type[Refused]:
    """Return the class of this name for a refusal with this sentence; `attributes` are its status and the like."""
    return type(name, (base,), {"reason": reason, **attributes})


# The player has reached the limit of running matches with people.
TooManyRunning = refusal("TooManyRunning", _("You have too many running matches. Finish one first."), TooMany)
# The opponent has reached the limit of running matches with people.
OpponentTooBusy = refusal(
    "OpponentTooBusy",
    _("This player has too many running matches. Try again later, or find another opponent."),
    TooMany,
)
# The player has reached the limit of running matches against computers.
TooManyMatches = refusal(
    "TooManyMatches", _("Too many matches against computers. Finish or resign one first."), TooMany
)


class RulesGone(Refused):
    """The stored match cannot be replayed.

    Its game is not installed, no longer supports the version of its rules, or does not accept its options or moves.
    """

    reason = _("We can’t show this match: its version of the rules is no longer installed.")


class MustWait(TooMany):
    """The player let live matches be cancelled, and has to wait before the next one."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        minutes = max(1, math.ceil(wait.total_seconds() / 60))
        self.reason = self.sentence(minutes) % {"minutes": minutes}

    def sentence(self, minutes: int) -> str:
        """Return the sentence for this many minutes."""
        return ngettext(
            "You missed the start of a live match, so it was cancelled. You can start another in %(minutes)s minute.",
            "You missed the start of a live match, so it was cancelled. You can start another in %(minutes)s minutes.",
            minutes,
        )


class OpponentMustWait(MustWait):
    """The opponent let live matches be cancelled, and has to wait before the next one."""

    def sentence(self, minutes: int) -> str:
        """Return the sentence for this many minutes."""
        return ngettext(
            "This player has to wait for %(minutes)s minute before the next live match. Find another opponent.",
            "This player has to wait for %(minutes)s minutes before the next live match. Find another opponent.",
            minutes,
        )


# A request that only the two players of the match may make.
NotPlaying = refusal("NotPlaying", _("Only the two players can do that."), status=403)
# The opponent is to move.
NotYourTurn = refusal("NotYourTurn", _("It is not your turn."))
# A move that was made in another position than the current one.
StaleMove = refusal("StaleMove", _("The match has moved on. Look at the board and try again."))
# A typed sum has no place on the board.
FitsNowhere = refusal("FitsNowhere", _("No legal move makes this sum."))
# The match has ended.
MatchOver = refusal("MatchOver", _("This match is over."))
# The move came after the deadline.
TimeIsUp = refusal("TimeIsUp", _("You ran out of time and lost the match."))
# A move in a live match that has not begun, because a player has not arrived.
NotBegun = refusal("NotBegun", _("The match starts when you are both here."))
# A move on a board of a mirror match where one waits already for the move on the other board.
MoveSealed = refusal("MoveSealed", _("Your move is sealed: it is shown when the move on the other board is made."))
# A mirror match in a game that has none, or a live one.
NoMirror = refusal("NoMirror", _("Mirror matches are for correspondence, in games that draw tiles."))
# A vacation that overlaps with another one of the player.
VacationsOverlap = refusal("VacationsOverlap", _("You already have vacation on those days."))
# A vacation of more hours than are left in a calendar year.
NotEnoughVacation = refusal("NotEnoughVacation", _("You don’t have that many vacation days left in that year."))


class Unsure(Refused):
    """A legal move that the player has to confirm, because the game warns of it."""

    status = 422
    reason = _("Are you sure?")

    def __init__(self, question: Sentence) -> None:
        super().__init__(str(question))
        self.question = question


# A legal move whose tiles may be played in several ways, of which the player has named none.
Undecided = refusal("Undecided", _("Choose one of the ways to play it first."), status=422)
# A request that is possible only after the end of the match.
StillRunning = refusal("StillRunning", _("This match is still going on."))
# A draw was offered in a game without draws by agreement, too early in the match, or twice in a turn.
NoDraws = refusal("NoDraws", _("You cannot offer a draw now."))
# The draw offer was declined by a move or an answer, or there never was one.
NoDrawOffer = refusal("NoDrawOffer", _("This draw offer is no longer open."))
# A win was claimed while the opponent may still catch up, or is not to move.
NotDecided = refusal(
    "NotDecided", _("You can’t claim the win: it isn’t your opponent’s turn, or they can still catch up.")
)


class TooSoon(TooMany):
    """A win was claimed before the opponent has had the time to think that the time control grants."""

    status = 409

    def __init__(self, from_when: datetime, now: datetime) -> None:
        super().__init__(from_when - now)
        self.reason = gettext("Your opponent still has time to think. You can claim the win from %(moment)s.") % {
            "moment": moment(from_when)
        }


# Time was given, or a nudge, while the opponent is not to move or the clocks do not run yet.
NotWaiting = refusal("NotWaiting", _("You can do that only on your opponent’s turn."))
# A nudge less than a day after the opponent's turn began, or after the last nudge.
NudgedAlready = refusal("NudgedAlready", _("You can nudge once a day, after waiting more than a day."), TooMany)
# No match can be continued from there.
NothingToContinue = refusal(
    "NothingToContinue", _("You can’t play on from there: the match was cancelled or was already over.")
)
# The chain of continued matches would become too long.
TooOftenContinued = refusal(
    "TooOftenContinued", _("This match was already continued too many times. Choose an earlier one.")
)
# One player has blocked the other, or an account is closed.
Blocked = refusal("Blocked", _("You can’t play this player."), status=403)
