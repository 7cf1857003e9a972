"""What players are told of: a season of their league has begun, or is over."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from games.events.models import Entry
from games.notifications.hooks import Kind, facts_of
from games.notifications.models import Notification
from games.notifications.services import notify


class OfEvent(Kind):
    """A notification about an event, whose key it has."""

    def path(self, notification: Notification) -> str:
        """Return the path of the event's page."""
        return reverse("events:event", args=[notification.key])


class SeasonBegun(OfEvent):
    """A season of the player's league has begun."""

    key = "season-begun"
    label = gettext_lazy("A season of your league has begun")
    title = gettext_lazy("Your league has begun")
    body = gettext_lazy("The new season of %(game)s: see your matches.")


class SeasonOver(OfEvent):
    """A season of the player's league is over."""

    key = "season-over"
    label = gettext_lazy("A season of your league is over")
    title = gettext_lazy("The season is over")

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        """Return the title, and the player's place and movement."""
        entry = Entry.objects.filter(event=notification.key, player=notification.user_id).first()
        return str(self.title), f"{facts_of(notification)['game']}: {outcome_words(entry)}"


def outcome_words(entry: Entry | None) -> str:
    """Return what a player has reached in a season, in the active language."""
    if entry is None or entry.place is None:
        return gettext("Without a place: too few matches were played.")
    place = gettext("place %(place)d") % {"place": entry.place}
    if entry.movement > 0:
        return gettext("%(place)s, and you go up a division") % {"place": place}
    if entry.movement < 0:
        return gettext("%(place)s, and you go down a division") % {"place": place}
    return place


def tell_begun(entry: Entry) -> None:
    """Tell a player that the season has begun."""
    notify(entry.player, SeasonBegun.key, entry.event_id, game_slug=entry.event.game_slug)


def tell_over(entry: Entry) -> None:
    """Tell a player that the season is over."""
    notify(entry.player, SeasonOver.key, entry.event_id, game_slug=entry.event.game_slug)
