"""Reasons for refusing a request about a match, other than the rules of the game."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.zones import moment
from games.rules import PlayerError, Sentence


class Refused(PlayerError):
    """A request that is refused with an HTTP status; `reason` is the sentence that the player is shown."""

    status = 409
    reason: str | Promise = _("That is not possible now.")
    retry_after: int | None = None  # seconds after which the same request may be accepted, where they are known

    @property
    def headers(self) -> dict[str, str]:
        """The HTTP headers of the answer."""
        return {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}

    def head(self, response: HttpResponse) -> HttpResponse:
        """Add the headers to the answer, and return it."""
        for name, value in self.headers.items():
            response[name] = value
        return response


class TooMany(Refused):
    """A limit is reached: a request of the same kind is refused until something ends, or for some time."""

    status = 429
    retry_after = 60


class TooManyRunning(TooMany):
    """The player has reached the limit of running matches with people."""

    reason = _("You have enough running matches for now. Finish one of them first.")


class OpponentTooBusy(TooMany):
    """The opponent has reached the limit of running matches with people."""

    reason = _("This player has enough running matches for now. Try again later, or find another opponent.")


class RulesGone(Refused):
    """The stored match cannot be replayed.

    Its game is not installed, no longer supports the version of its rules, or does not accept its options or moves.
    """

    reason = _("This match cannot be shown: it was played under rules that are no longer installed.")


class MustWait(TooMany):
    """The player let live matches be called off, and has to wait before the next one."""

    def __init__(self, wait: timedelta) -> None:
        self.retry_after = max(1, math.ceil(wait.total_seconds()))
        minutes = math.ceil(self.retry_after / 60)
        self.reason = self.sentence(minutes) % {"minutes": minutes}
        super().__init__(self.reason)

    def sentence(self, minutes: int) -> str:
        """Return the sentence for so many minutes."""
        return ngettext(
            "A live match was cancelled because you were not there to begin it. You can begin the next live match in "
            "%(minutes)s minute; until then, play a computer or by correspondence.",
            "A live match was cancelled because you were not there to begin it. You can begin the next live match in "
            "%(minutes)s minutes; until then, play a computer or by correspondence.",
            minutes,
        )


class OpponentMustWait(MustWait):
    """The opponent let live matches be called off, and has to wait before the next one."""

    def sentence(self, minutes: int) -> str:
        """Return the sentence for so many minutes."""
        return ngettext(
            "This player has to wait for %(minutes)s minute before the next live match. Find another opponent.",
            "This player has to wait for %(minutes)s minutes before the next live match. Find another opponent.",
            minutes,
        )


class NotPlaying(Refused):
    """Only the two players of the match may do this."""

    status = 403
    reason = _("Only the two players of this match may do that.")


class NotYourTurn(Refused):
    """The opponent is to move."""

    reason = _("It is not your turn.")


class StaleMove(Refused):
    """The page showed another position than the present one."""

    reason = _("The match has moved on. Look at the board and try again.")


class FitsNowhere(Refused):
    """A typed sum has no place on the board."""

    reason = _("No legal move makes this sum.")


class MatchOver(Refused):
    """The match has ended."""

    reason = _("This match is over.")


class TimeIsUp(Refused):
    """The move came after the deadline."""

    reason = _("Your time for this move had run out, so the match is lost.")


class NotBegun(Refused):
    """A live match that has not begun, because a player is missing."""

    reason = _("The match begins when both of you are at the board.")


class AlreadyOff(Refused):
    """Vacation that overlaps with other vacation."""

    reason = _("You have days off at that time already.")


class NotEnoughDaysOff(Refused):
    """More vacation than is left for the year."""

    reason = _("You have fewer days of vacation left in that year.")


class Unsure(Refused):
    """A legal move that the player has to confirm, because the game warns of it."""

    status = 422
    reason = _("Are you sure?")

    def __init__(self, question: Sentence) -> None:
        super().__init__(str(question))
        self.question = question


class StillRunning(Refused):
    """A request that has to wait for the end of the match."""

    reason = _("This match is still going on.")


class NoDraws(Refused):
    """A draw was offered in a game without draws by agreement, or too early in the match."""

    reason = _("You cannot offer a draw now.")


class NoDrawOffer(Refused):
    """The offer was declined by a move or an answer, or there never was one."""

    reason = _("The draw is no longer offered.")


class NotDecided(Refused):
    """A win was claimed while the opponent may still catch up, or is not to move."""

    reason = _("You cannot claim the win: your opponent is not to move, or could still catch up.")


class TooSoon(TooMany):
    """A win was claimed before the opponent has thought about the move for some time."""

    status = 409

    def __init__(self, from_when: datetime, now: datetime) -> None:
        self.retry_after = max(1, math.ceil((from_when - now).total_seconds()))
        self.reason = gettext("Your opponent may still think. You can claim the win from %(moment)s on.") % {
            "moment": moment(from_when)
        }
        super().__init__(self.reason)


class NotWaiting(Refused):
    """Time was given, or a nudge, while the opponent is not to move or the clocks do not run yet."""

    reason = _("That is possible only while your opponent is to move.")


class NudgedAlready(TooMany):
    """A nudge before the opponent has had the move for a day, or a second one in a day."""

    reason = _("You can nudge once a day, when the move has taken more than a day.")

    def __init__(self, from_when: datetime, now: datetime) -> None:
        self.retry_after = max(1, math.ceil((from_when - now).total_seconds()))
        super().__init__()


class NothingToContinue(Refused):
    """No match can be continued from there."""

    reason = _("Nobody can play on from there: that match was cancelled, or had come to its end.")


class TooOftenContinued(Refused):
    """A chain of continued matches that is too long."""

    reason = _("This match was continued from others too many times already. Play on from one of those.")


class Blocked(Refused):
    """One player has blocked the other."""

    status = 403
    reason = _("You and this player do not play each other.")
