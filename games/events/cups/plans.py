"""What the player in charge of an event can change before it begins; like staff, this player can cancel it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from core import clock, limits
from games.clubs.models import LEADERS, new_key
from games.clubs.services import role_of
from games.events.course import close
from games.events.errors import BegunAlready, ChangedOften, NoSuchEvent, NotInTime, TeamIsEmpty
from games.events.field import Field
from games.events.formats.teams import players_of
from games.events.models import Event, Team
from games.events.notices import tell_cancelled, tell_moved, tell_taken_out
from games.events.services import CALLED, changed, enqueue_run, locked
from games.social.chat import sanitize, sanitize_lines

AHEAD = timedelta(days=90)  # within which an event begins
LONGEST_NAME = 60
SOONEST = timedelta(minutes=5)  # from now


def check_beginning(starts_at: datetime) -> None:
    """Raise NotInTime unless an event can be planned to begin at this moment."""
    now = clock.now()
    if not now + SOONEST <= starts_at <= now + AHEAD:
        raise NotInTime


def plain_name(name: str) -> str:
    """Return the name of an event without invisible signs."""
    return sanitize(name)[:LONGEST_NAME]


def may_plan(event: Event, player: User | None) -> bool:
    """Return whether a player may still change or cancel this event."""
    return is_in_charge(event, player) and event.state == Event.State.OPEN


def is_ahead(event: Event) -> bool:
    """Return whether an event has still to begin, and is not about to."""
    return event.state == Event.State.OPEN and clock.now() < event.starts_at


def is_in_charge(event: Event, player: User | None) -> bool:
    """Return whether an event is the player's to change: the one who made it, or each captain of its clubs."""
    if event.clubs:
        return any(role_of(club, player) in LEADERS for club in event.clubs)
    return player is not None and event.creator_id == player.pk


def teams_to_share(event: Event, player: User | None) -> list[Team]:
    """Return the teams whose links a player may pass on: all if it is the player's event, else the own one."""
    if player is None or not (event.is_by_link and is_ahead(event)):
        return []
    if is_in_charge(event, player):
        return list(event.teams.prefetch_related("entries__player"))
    return list(event.teams.filter(entries__player=player))


def cancel(key: str, player: User | None) -> Event:
    """Cancel an event that has not begun, and tell those who have entered; `player` is None for staff. Idempotent.

    Raises Refused.
    """
    with transaction.atomic():
        event = planned(key, player)
        if event.state == Event.State.OPEN:
            close(event, Event.State.CALLED_OFF, clock.now())
            tell_cancelled(event, player)
        elif event.state != Event.State.CALLED_OFF:
            raise BegunAlready
    return event


def change(
    key: str,
    player: User,
    *,
    name: str | None = None,
    text: str | None = None,
    starts_at: datetime | None = None,
    teams: Sequence[str] = (),
) -> Event:
    """Change what an event that has not begun is called, its text, and when it begins, of which players are told.

    And of a team match by link the names of its teams.

    What is None stays. From the moment at which the players of a live event are called, its beginning stays. Raises
    Refused.
    """
    with transaction.atomic():
        event = planned(key, player)
        name = event.name if name is None else plain_name(name)
        text = event.text if text is None else sanitize_lines(text)
        starts_at = starts_at or event.starts_at
        moved = starts_at != event.starts_at
        if event.state != Event.State.OPEN or (moved and clock.now() >= event.starts_at - CALLED):
            raise BegunAlready
        renamed = [(team, new) for team, new in zip(event.teams.all(), teams, strict=False) if team.name != new]
        if (event.name, event.text) == (name, text) and not (moved or renamed):
            return event
        if moved:
            check_beginning(starts_at)
        if not limits.admit_account(player.pk, "event_changes"):
            raise ChangedOften
        event.name, event.text, event.starts_at = name, text, starts_at
        event.save(update_fields=["name", "text", "starts_at"])
        for team, new in renamed:
            event.teams.filter(pk=team.pk).update(name=new)
        changed(event)
        if moved:
            enqueue_run(event)
            tell_moved(event, player)
    return event


def start_now(key: str, player: User) -> Event:
    """Have a team match by link begin at once, as a party wants; both teams have players. Raises Refused."""
    with transaction.atomic():
        event = _open_match(key, player)
        if not all(players_of(Field.read(event))):
            raise TeamIsEmpty
        event.starts_at = clock.now()
        event.save(update_fields=["starts_at"])
        changed(event)
    return event


def renew_link(key: str, player: User, number: int) -> Team:
    """Give a team, 1 or 2, a new link, and return it: the former one leads nowhere. Raises Refused."""
    with transaction.atomic():
        event = _open_match(key, player)
        team = event.teams.filter(number=number).first()
        if team is None:
            raise NoSuchEvent
        team.link_key = new_key()
        team.save(update_fields=["link_key"])
    return team


def take_out(key: str, player: User, other: int) -> User | None:
    """Delete a player's entry, tell that player, and return that player, or None if there is none. Raises Refused.

    The player can enter again by a link.
    """
    with transaction.atomic():
        event = _open_match(key, player)
        entry = event.entries.select_related("player").filter(player=other).first()
        if entry is None:
            return None
        entry.delete()
        changed(event)
        entry.event = event
        if entry.player != player:
            tell_taken_out(entry, player)
    return entry.player


def _open_match(key: str, player: User) -> Event:
    event = planned(key, player)
    if not event.is_by_link:
        raise NoSuchEvent
    if not is_ahead(event):
        raise BegunAlready
    return event


def planned(key: str, player: User | None) -> Event:
    """Return an event with its row locked; raises NoSuchEvent for all but staff and who is in charge."""
    event = locked(key)
    if player is not None and not is_in_charge(event, player):
        raise NoSuchEvent
    return event
