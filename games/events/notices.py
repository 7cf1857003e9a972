"""What players are told of: seasons of their league, rounds of their cups, and arenas that begin soon."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from core import clock
from core.clock import moment
from core.templatetags.wording import label_of
from games.events.models import Entry, Event
from games.matches.models import Match
from games.notifications.hooks import Kind, facts_of
from games.notifications.models import Notification
from games.notifications.services import notify, notify_all
from games.rules import Seat


class OfEvent(Kind):
    """A notification about an event, whose key it has."""

    def path(self, notification: Notification) -> str:
        """Return the path of the event's page."""
        key = notification.key.partition(".")[0]
        return reverse("events:event", args=[key]) if key else reverse("events:events")


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
        return str(self.title), label_of(facts_of(notification)["game"], outcome_words(entry))


def outcome_words(entry: Entry | None) -> str:
    """Return what a player has reached in a season, in the active language."""
    if entry is None or entry.place is None:
        return gettext("too few matches for a place")
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


class RoundBegun(Kind):
    """A round of a cup has begun: the player's match."""

    key = "round-begun"
    label = gettext_lazy("A round of your event has begun")
    title = gettext_lazy("Your next match has begun")
    body = gettext_lazy("The round has begun: you play %(game)s against %(name)s.")
    delays = {"push": timedelta(seconds=5), "mail": timedelta(minutes=15)}
    is_urgent = True


class RoundWaits(Kind):
    """A round of a cup waits for the player's first move."""

    key = "round-waits"
    label = gettext_lazy("Your event waits for your first move")
    title = gettext_lazy("Your match waits for your first move")
    body = gettext_lazy("Without a move you lose to %(name)s by absence. After two such matches you pause.")

    def is_current(self, notification: Notification) -> bool:
        """Return whether the match still waits for the first move of the player."""
        match = notification.match
        return match is not None and match.finished_at is None and match.ply <= 1


class Soon(OfEvent):
    """A live event that the player has entered is about to begin."""

    key = "event-soon"
    label = gettext_lazy("A live event begins in 5 minutes")
    title = gettext_lazy("Your event begins in 5 minutes")
    body = gettext_lazy("%(game)s: open its page to be paired.")
    delays = {"push": timedelta(0)}
    off_by_default = ("mail",)
    is_urgent = True

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        """Return title and body; once the event has begun, the list no longer says that it will."""
        event = event_of(notification)
        if event is None or now < event.starts_at:
            return super().words(notification, now)
        return gettext("Your event has begun"), str(facts_of(notification)["game"])

    def is_current(self, notification: Notification) -> bool:
        """Return whether it still begins, and soon."""
        event = event_of(notification)
        return event is not None and event.state in (Event.State.OPEN, Event.State.RUNNING)


class Cancelled(OfEvent):
    """An event that the player has entered is cancelled by its maker, or by staff."""

    key = "event-off"
    label = gettext_lazy("An event that you entered is cancelled")
    title = gettext_lazy("Your event is cancelled")

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        """Return the title, and which event it is."""
        event = event_of(notification)
        return str(self.title), gettext("%(event)s does not take place.") % {"event": event.title if event else ""}


class Moved(OfEvent):
    """An event that the player has entered begins at another time than was planned."""

    key = "event-moved"
    label = gettext_lazy("An event that you entered begins at another time")
    title = gettext_lazy("Your event begins at another time")

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        """Return the title, and when the event begins as planned now."""
        event = event_of(notification)
        facts = {"event": event.title, "moment": moment(event.starts_at)} if event else {"event": "", "moment": ""}
        return str(self.title), gettext("%(event)s begins: %(moment)s.") % facts

    def is_current(self, notification: Notification) -> bool:
        """Return whether the event has not begun yet."""
        event = event_of(notification)
        return event is not None and event.state == Event.State.OPEN


class TakenOut(OfEvent):
    """The player is taken out of a team match by who made it."""

    key = "taken-out"
    label = gettext_lazy("You are taken out of an event")
    title = gettext_lazy("You no longer take part")

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        """Return the title, and who has taken the player out of which event."""
        event = event_of(notification)
        facts = {"name": facts_of(notification)["name"], "event": event.title if event else ""}
        return str(self.title), gettext("%(name)s took you out of %(event)s.") % facts

    def is_current(self, notification: Notification) -> bool:
        """Return whether the player has not entered again."""
        event = event_of(notification)
        return event is not None and not event.entries.filter(player=notification.user_id).exists()


def event_of(notification: Notification) -> Event | None:
    """Return the event that a notification is about; its key may have a number after a dot."""
    return Event.objects.select_related("series").filter(pk=notification.key.partition(".")[0]).first()


def tell_cancelled(event: Event, by: User | None) -> None:
    """Tell all who have entered an event, and its maker, that it is cancelled; not the one who has done it."""
    _tell_all(event, Cancelled.key, event.pk, by, *([event.creator] if event.creator else []))


def tell_moved(event: Event, by: User) -> None:
    """Tell all others who have entered an event that it begins at another time; once for each version."""
    _tell_all(event, Moved.key, f"{event.pk}.{event.version}", by)


def tell_taken_out(entry: Entry, by: User) -> None:
    """Tell a player whose entry was deleted; once for each version of the event."""
    event = entry.event
    notify(entry.player, TakenOut.key, f"{event.pk}.{event.version}", other=by, game_slug=event.game_slug)


def _tell_all(event: Event, kind: str, key: str, by: User | None, *more: User) -> None:
    entries = event.entries.filter(state=Entry.State.IN, player__is_active=True).select_related("player")
    players = {player.pk: player for player in (*more, *(entry.player for entry in entries))}
    if by:
        players.pop(by.pk, None)
    notify_all(
        [
            Notification(user=player, event=kind, key=key, made_at=clock.now(), game_slug=event.game_slug)
            for player in players.values()
            if player.is_active and not player.is_computer
        ]
    )


def tell_round(matches: Iterable[Match]) -> None:
    """Tell the players of these matches, which have just begun."""
    notify_all(
        [
            Notification(
                user=player,
                event=RoundBegun.key,
                key=match.pk,
                made_at=match.started_at,
                match=match,
                other=other,
                game_slug=match.game_slug,
            )
            for match in matches
            for player, other in ((match.first, match.second), (match.second, match.first))
            if player.is_active and not player.is_computer
        ]
    )


def remind(matches: Iterable[Match]) -> None:
    """Remind the players to move in these matches, in which they have not moved yet; once a match."""
    for match in matches:
        seat = Seat(match.to_move)
        player, other = match.player(seat), match.player(seat.other)
        notify(player, RoundWaits.key, match.pk, match=match, other=other, game_slug=match.game_slug)


def tell_soon(event: Event) -> None:
    """Tell the players of a live event that it begins soon; once an event."""
    for entry in event.entries.filter(state=Entry.State.IN).select_related("player"):
        notify(entry.player, Soon.key, event.pk, game_slug=event.game_slug)
