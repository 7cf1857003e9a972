"""How matches end and what follows from each ending."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.rules import AnyGame, Forfeit, Position, Result, Seat, say

CANCELLED = Result(None, say("Cancelled: there was no first move. It does not count."), counts=False)
VOID = Result(None, say("Staff declared this match void. It doesn’t count."), counts=False)


class Ending(models.TextChoices):
    """How a match came to its end; empty while it runs."""

    RUNNING = "", pgettext_lazy("a match", "running")
    PLAYED = "played", pgettext_lazy("a match", "played out")
    RESIGNED = "resigned", _("resigned")
    TIME = "time", _("lost on time")
    AGREED = "agreed", _("draw agreed")
    CLAIMED = "claimed", _("win claimed")
    JUDGED = "judged", pgettext_lazy("a match", "adjudicated")
    ABORTED = "aborted", pgettext_lazy("a match", "cancelled")
    VOID = "void", pgettext_lazy("a match", "declared void")

    @property
    def has_result(self) -> bool:
        """Whether the match was won, lost or drawn, and not cancelled or declared void before that."""
        return self in RESULTS

    @property
    def is_forfeit(self) -> bool:
        """Whether one player lost by resigning or on time, not by the points."""
        return self.forfeit is not None

    @property
    def forfeit(self) -> Forfeit | None:
        """The kind of forfeit in terms of `games.rules`; None for other endings."""
        return Forfeit(self.value) if self in FORFEITS else None

    @property
    def is_by_moves(self) -> bool:
        """Whether the last move ended the match, so that nothing can be played from its last position."""
        return self is Ending.PLAYED

    def applied(self, game: AnyGame, position: Position, winner: Seat | None) -> Position:
        """Return the last position of a match with the result of this ending, if something other than a move ended it.

        It is returned unchanged while the match runs, if its moves ended it, and if it was declared void. `winner` is
        None for a draw.
        """
        if self is Ending.ABORTED:
            return replace(position, result=CANCELLED)
        last = position
        if self is Ending.AGREED and game.draws_by_agreement:
            last = game.agree_draw(position)
        elif self is Ending.CLAIMED and winner:
            last = game.claim(position, winner)
        elif self is Ending.JUDGED:
            last = game.adjudicate(position)
        elif self.forfeit and winner:
            last = game.forfeit(position, winner.other, self.forfeit)
        return last


FORFEITS = (Ending.RESIGNED, Ending.TIME)
RESULTS = (
    Ending.PLAYED,
    *FORFEITS,
    Ending.AGREED,
    Ending.CLAIMED,
    Ending.JUDGED,
)  # the endings that ratings and statistics count


class Outcome(Enum):
    """How a match ended for a seat, or for a viewer without one; empty while it runs."""

    RUNNING = ""
    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    ABORTED = "aborted"
    VOID = "void"
    WATCHED = "watched"  # a viewer without a seat, and the match was not a draw

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self is not Outcome.RUNNING


def outcome_for(winner: Seat | int | None, seat: Seat | None) -> Outcome:
    """Return how a match with a result ended for that seat; `winner` is None for a draw."""
    if winner is None:
        return Outcome.DRAWN
    if seat is None:
        return Outcome.WATCHED
    return Outcome.WON if winner == seat else Outcome.LOST
