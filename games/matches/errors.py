"""Refusals of a request about a match for any reason but the rules of the game, with HTTP status and sentence."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core.clock import moment
from games.rules import PlayerError, Sentence


class Refused(PlayerError):
    """A request that is refused with an HTTP status; `reason` is the sentence that the player is shown."""

    status = 409
    reason: str | Promise = _("You can't do that now.")
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


class TooManyRunning(TooMany):
    """The player has reached the limit of running matches with people."""

    reason = _("You have too many running matches. Finish one first.")


class OpponentTooBusy(TooMany):
    """The opponent has reached the limit of running matches with people."""

    reason = _("This player has too many running matches. Try again later, or find another opponent.")


class TooManyMatches(TooMany):
    """The player has reached the limit of running matches against computers."""

    reason = _("Too many matches against computers. Finish or resign one first.")


class RulesGone(Refused):
    """The stored match cannot be replayed.

    Its game is not installed, no longer supports the version of its rules, or does not accept its options or moves.
    """

    reason = _("We can't show this match: its version of the rules is no longer installed.")


class MustWait(TooMany):
    """The player let live matches be cancelled, and has to wait before the next one."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        minutes = max(1, math.ceil(wait.total_seconds() / 60))
        self.reason = self.sentence(minutes) % {"minutes": minutes}

    def sentence(self, minutes: int) -> str:
        """Return the sentence for this many minutes."""
        return ngettext(
            "A live match was cancelled because you were not there to begin it. You can begin the next live match in "
            "%(minutes)s minute; until then, play a computer or by correspondence.",
            "A live match was cancelled because you were not there to begin it. You can begin the next live match in "
            "%(minutes)s minutes; until then, play a computer or by correspondence.",
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


class NotPlaying(Refused):
    """A request that only the two players of the match may make."""

    status = 403
    reason = _("Only the two players can do that.")


class NotYourTurn(Refused):
    """The opponent is to move."""

    reason = _("It is not your turn.")


class StaleMove(Refused):
    """A move that was made in another position than the current one."""

    reason = _("The match has moved on. Look at the board and try again.")


class FitsNowhere(Refused):
    """A typed sum has no place on the board."""

    reason = _("No legal move makes this sum.")


class MatchOver(Refused):
    """The match has ended."""

    reason = _("This match is over.")


class TimeIsUp(Refused):
    """The move came after the deadline."""

    reason = _("You ran out of time and lost the match.")


class NotBegun(Refused):
    """A move in a live match that has not begun, because a player has not arrived."""

    reason = _("The match starts when you are both here.")


class VacationsOverlap(Refused):
    """A vacation that overlaps with another one of the player."""

    reason = _("You already have vacation on those days.")


class NotEnoughVacation(Refused):
    """A vacation of more hours than are left in a calendar year."""

    reason = _("You don't have that many vacation days left in that year.")


class Unsure(Refused):
    """A legal move that the player has to confirm, because the game warns of it."""

    status = 422
    reason = _("Are you sure?")

    def __init__(self, question: Sentence) -> None:
        super().__init__(str(question))
        self.question = question


class Undecided(Refused):
    """A legal move whose tiles may be played in several ways, of which the player has named none."""

    status = 422
    reason = _("Choose one of the ways to play it first.")


class StillRunning(Refused):
    """A request that is possible only after the end of the match."""

    reason = _("This match is still going on.")


class NoDraws(Refused):
    """A draw was offered in a game without draws by agreement, too early in the match, or twice in a turn."""

    reason = _("You cannot offer a draw now.")


class NoDrawOffer(Refused):
    """The draw offer was declined by a move or an answer, or there never was one."""

    reason = _("This draw offer is no longer open.")


class NotDecided(Refused):
    """A win was claimed while the opponent may still catch up, or is not to move."""

    reason = _("You can't claim the win: it isn't your opponent's turn, or they can still catch up.")


class TooSoon(TooMany):
    """A win was claimed before the opponent has had the time to think that the time control grants."""

    status = 409

    def __init__(self, from_when: datetime, now: datetime) -> None:
        super().__init__(from_when - now)
        self.reason = gettext("Your opponent still has time to think. You can claim the win from %(moment)s.") % {
            "moment": moment(from_when)
        }


class NotWaiting(Refused):
    """Time was given, or a nudge, while the opponent is not to move or the clocks do not run yet."""

    reason = _("You can do that only on your opponent's turn.")


class NudgedAlready(TooMany):
    """A nudge less than a day after the opponent's turn began, or after the last nudge."""

    reason = _("You can nudge once a day, after waiting more than a day.")


class NothingToContinue(Refused):
    """No match can be continued from there."""

    reason = _("You can't play on from there: the match was cancelled or was already over.")


class TooOftenContinued(Refused):
    """The chain of continued matches would become too long."""

    reason = _("This match was already continued too many times. Choose an earlier one.")


class Blocked(Refused):
    """One player has blocked the other, or an account is closed."""

    status = 403
    reason = _("You can't play this player.")
