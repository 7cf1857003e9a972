"""Why a request about a match is refused, other than by the rules of the game."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules import Sentence


class Refused(Exception):
    """The request cannot be carried out; `reason` is the sentence that the player is shown."""

    status = 409
    reason: str | Promise = _("That is not possible now.")

    def __str__(self) -> str:
        return str(self.reason)


class RulesGone(Refused):
    """The stored match cannot be replayed: its game is gone, or its options or moves break the present rules."""

    reason = _("This match cannot be shown: it was played under rules that are no longer installed.")


class NotPlaying(Refused):
    """Only the two players may do this."""

    status = 403
    reason = _("Only the two players of this match may do that.")


class NotYourTurn(Refused):
    """The other player is to move."""

    reason = _("It is not your turn.")


class StaleMove(Refused):
    """The page showed an earlier or a later position."""

    reason = _("The match has moved on since your page was drawn. Look at the board and try again.")


class MatchOver(Refused):
    """Nothing can be played any more."""

    reason = _("This match is over.")


class TimeIsUp(Refused):
    """The move came after the deadline."""

    reason = _("Your time for this move had run out, so the match is lost.")


class NotBegun(Refused):
    """A live match, and one of the two is not there yet."""

    reason = _("The match begins when both of you are at the board.")


class AlreadyOff(Refused):
    """Days off that overlap with others."""

    reason = _("You have days off at that time already.")


class NotEnoughDaysOff(Refused):
    """More days off than are left."""

    reason = _("You have not so many days off left in that year.")


class Unsure(Refused):
    """The move is legal and yet no good: its player has to say yes first."""

    status = 422
    reason = _("Are you sure?")

    def __init__(self, question: Sentence) -> None:
        super().__init__(str(question))
        self.question = question


class StillRunning(Refused):
    """Something that has to wait for the end."""

    reason = _("This match is still going on.")


class NoDraws(Refused):
    """A draw was offered in a game without draws by agreement, or too early in the match."""

    reason = _("You cannot offer a draw now.")


class NoDrawOffer(Refused):
    """The offer was declined by a move or an answer, or there never was one."""

    reason = _("The draw is no longer offered.")


class NothingToContinue(Refused):
    """No match can go on from there."""

    reason = _("Nobody can play on from there: that match was cancelled, or had come to its end.")


class TooOftenContinued(Refused):
    """A match that goes on from one that goes on from another, and so forth."""

    reason = _("This match was continued from others too many times already. Play on from one of those.")


class Blocked(Refused):
    """One of the two has blocked the other."""

    status = 403
    reason = _("You and this player do not play each other.")
