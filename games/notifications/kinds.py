"""The kinds of notification about matches, and the test. Those of other apps are registered there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.matches.hooks import mute_checks
from games.matches.models import Match
from games.matches.outcomes import Outcome
from games.notifications.hooks import Kind, facts_of
from games.notifications.models import Notification

A_MOMENT = timedelta(seconds=30)  # a page that is open says within 20 seconds that it shows the match
HALF_AN_HOUR = timedelta(minutes=30)
SEEN_RECENTLY = timedelta(minutes=30)


class TurnKind(Kind):
    """What is over when the match is played in."""

    is_of_turn = True

    def is_current(self, notification: Notification) -> bool:
        """Return whether it is still the turn that it is about."""
        match = notification.match
        return match is not None and not match.finished_at and match.ply == notification.ply


class Turn(TurnKind):
    """It is the player's turn, once a turn."""

    key = "turn"
    label = gettext_lazy("It is your turn")
    delays = {"push": A_MOMENT, "mail": HALF_AN_HOUR}
    digests = ("mail",)
    is_urgent = True
    is_announced = False  # pages learn of a move itself at once

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        """Return title and body."""
        facts = facts_of(notification)
        if notification.ply == 0:
            return _("You begin against %(name)s") % facts, _("A match of %(game)s has begun.") % facts
        return _("Your turn against %(name)s") % facts, _("%(game)s: the next move is yours.") % facts


class Over(Kind):
    """A match is over; not for the player who resigned."""

    key = "over"
    label = gettext_lazy("A match is over")
    off_by_default = ("mail",)
    delays = {"push": 2 * A_MOMENT, "mail": HALF_AN_HOUR}

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        """Return title and body."""
        match = notification.match
        facts = facts_of(notification)
        title = _("Your match against %(name)s is over") % facts
        outcome = match.outcome(match.seat_of(notification.user)) if match else None
        if outcome is Outcome.ABORTED:
            return title, _("%(game)s: the match was cancelled and doesn’t count.") % facts
        if outcome is Outcome.WON:
            return title, _("%(game)s: you won!") % facts
        if outcome is Outcome.LOST:
            return title, _("%(game)s: you lost.") % facts
        return title, _("%(game)s: no winner.") % facts

    def news(self, notification: Notification) -> Mapping[str, object]:
        """Tell pages which match has ended: one that displays it shows no toast."""
        return {"ended": notification.match_id} if notification.match_id else {}


class Nudge(TurnKind):
    """The opponent waits, and says so."""

    key = "nudge"
    label = gettext_lazy("A player is waiting for your move")
    title = gettext_lazy("%(name)s is waiting for your move")
    body = gettext_lazy("%(game)s: it has been your turn for more than a day.")
    is_from_player = True


class Reminder(TurnKind):
    """The time of a turn is running out."""

    key = "reminder"
    label = gettext_lazy("Your time is running out")
    is_urgent = True

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        """Return title and body."""
        facts = facts_of(notification) | {"left": left(notification.match, now)}
        return _("%(left)s left against %(name)s") % facts, _(
            "%(game)s: make your move before your time is up."
        ) % facts

    def was_seen(self, notification: Notification, now: datetime) -> bool:
        """Return whether the player has just looked at the match; that the turn was seen before is no reason."""
        of_match = Notification.objects.filter(user=notification.user, match=notification.match)
        return of_match.filter(seen_at__gte=now - SEEN_RECENTLY).exists()

    def shown_as_of(self, notification: Notification, now: datetime) -> datetime:
        """Return when it was made, as it states the time that was left then."""
        return notification.made_at


class Message(Kind):
    """A message in the chat; further ones only once this one was seen."""

    key = "message"
    label = gettext_lazy("A player writes to you")
    title = gettext_lazy("%(name)s writes to you")
    body = gettext_lazy("There is a new message in your match of %(game)s.")
    off_by_default = ("mail",)
    delays = {"push": A_MOMENT, "mail": HALF_AN_HOUR}
    is_from_player = True

    def is_current(self, notification: Notification) -> bool:
        """Return whether the reader has not muted the author since, nor switched chat off."""
        author = notification.other_id
        return author is None or not any(is_muted(notification.user_id, author) for is_muted in mute_checks)


class Test(Kind):
    """A test, which the player asks for in the settings."""

    key = "test"
    label = gettext_lazy("A test")
    title = gettext_lazy("This is a test")
    body = gettext_lazy("Notifications of Numgames reach you this way.")
    is_chosen = False
    page = "notifications:notifications"  # which shows what became of it

    def was_seen(self, notification: Notification, now: datetime) -> bool:
        """Return False: a test is sent though it was seen on the page."""
        return False


def count_of(waiting: int) -> str:
    """Return the text about the number of waiting turns."""
    return ngettext("It’s your turn in %(number)d match", "It’s your turn in %(number)d matches", waiting) % {
        "number": waiting
    }


def left(match: Match | None, now: datetime) -> str:
    """Return the remaining time of the match in words; empty without a deadline."""
    return timeuntil(match.deadline_at, now) if match and match.deadline_at else ""
