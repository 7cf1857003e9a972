"""Reasons for refusing a request about a match, other than the rules of the game."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules import PlayerError, Sentence


class Refused(PlayerError):
    """A request that is refused with an HTTP status; `reason` is the sentence that the player is shown."""

    status = 409
    reason: str | Promise = _("That is not possible now.")


class RulesGone(Refused):
    """The stored match cannot be replayed.

    Its game is not installed, no longer supports the version of its rules, or does not accept its options or moves.
    """

    reason = _("This match cannot be shown: it was played under rules that are no longer installed.")


class NotPlaying(Refused):
    """Only the two players of the match may do this."""

    status = 403
    reason = _("Only the two players of this match may do that.")


class NotYourTurn(Refused):
    """The opponent is to move."""

    reason = _("It is not your turn.")


class StaleMove(Refused):
    """The page showed another position than the present one."""

    reason = _("The match has moved on since your page was drawn. Look at the board and try again.")


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

    reason = _("You have not so many days off left in that year.")


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
