"""The texts of notifications, in the active language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue import games
from games.matches.models import Match
from games.matches.outcomes import Outcome
from games.notifications.models import Event, Notification


@dataclass(frozen=True)
class Words:
    """The text of a notification, and the path it links to."""

    title: str
    body: str
    path: str


def words_of(notification: Notification, now: datetime) -> Words:
    """Return the text of this notification as of now."""
    say = {
        Event.TURN: _turn,
        Event.CHALLENGE: _challenge,
        Event.CALL: _call,
        Event.OVER: _over,
        Event.NUDGE: _nudge,
        Event.REMINDER: _reminder,
        Event.MESSAGE: _message,
        Event.TEST: _test,
    }[Event(notification.event)]
    title, body = say(notification, now)
    if notification.other is None:  # the sentence may begin with "a player"
        title, body = capfirst(title), capfirst(body)
    return Words(title, body, path_of(notification))


def path_of(notification: Notification) -> str:
    """Return the path that the notification links to."""
    if notification.match_id:
        return reverse("matches:match", args=[notification.match_id])
    return reverse("notifications:notifications" if notification.event == Event.TEST else "lobby:lobby")


def moved(name: str, game: str) -> str:
    """Return the text about an opponent's move."""
    return _("%(name)s moved in %(game)s: your turn.") % {"name": name, "game": game}


def count_of(waiting: int) -> str:
    """Return the text about the number of waiting turns."""
    return ngettext("%(number)d turn waits for you", "%(number)d turns wait for you", waiting) % {"number": waiting}


def _facts(notification: Notification) -> dict[str, str]:
    game = games().get(notification.game_slug)
    name = str(notification.other) if notification.other else _("a player")
    return {"name": name, "game": _(game.name) if game else notification.game_slug}


def _turn(notification: Notification, now: datetime) -> tuple[str, str]:
    facts = _facts(notification)
    if notification.ply == 0:
        return _("You begin against %(name)s") % facts, _("A match of %(game)s has begun.") % facts
    return _("Your turn against %(name)s") % facts, moved(facts["name"], facts["game"])


def _challenge(notification: Notification, now: datetime) -> tuple[str, str]:
    facts = _facts(notification)
    return _("%(name)s challenges you") % facts, _("%(name)s wants to play %(game)s with you.") % facts


def _call(notification: Notification, now: datetime) -> tuple[str, str]:
    facts = _facts(notification)
    return _("%(name)s is here: play now") % facts, _("Your live match of %(game)s can begin.") % facts


def _over(notification: Notification, now: datetime) -> tuple[str, str]:
    match = notification.match
    facts = _facts(notification)
    title = _("Your match against %(name)s is over") % facts
    outcome = match.outcome(match.seat_of(notification.user)) if match else None
    if outcome is Outcome.ABORTED:
        return title, _("%(game)s: the match was cancelled and doesn't count.") % facts
    if outcome is Outcome.WON:
        return title, _("%(game)s: you won!") % facts
    if outcome is Outcome.LOST:
        return title, _("%(game)s: %(name)s won.") % facts
    return title, _("%(game)s: no winner.") % facts


def _nudge(notification: Notification, now: datetime) -> tuple[str, str]:
    facts = _facts(notification)
    return _("%(name)s is waiting for your move") % facts, _(
        "%(game)s: it has been your turn for more than a day."
    ) % facts


def _reminder(notification: Notification, now: datetime) -> tuple[str, str]:
    facts = _facts(notification) | {"left": left(notification.match, now)}
    return _("%(left)s left against %(name)s") % facts, _("%(game)s: make your move before your time is up.") % facts


def _message(notification: Notification, now: datetime) -> tuple[str, str]:
    facts = _facts(notification)
    return _("%(name)s writes to you") % facts, _("There is a new message in your match of %(game)s.") % facts


def _test(notification: Notification, now: datetime) -> tuple[str, str]:
    return _("This is a test"), _("Notifications of Numgames reach you this way.")


def left(match: Match | None, now: datetime) -> str:
    """Return the remaining time of the match in words; empty without a deadline."""
    return timeuntil(match.deadline_at, now) if match and match.deadline_at else ""
