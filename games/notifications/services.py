"""Create notifications, mark them as seen, and save preferences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, time, timedelta
from functools import partial
from typing import TypedDict, Unpack

from django.core.cache import caches
from django.db import IntegrityError, transaction
from django.db.models import F, Q

from accounts.models import User
from accounts.online import news, presence
from core import clock
from core.prepared import PreparedRows
from games.matches.models import Match
from games.notifications import delivery
from games.notifications.hooks import kind_of
from games.notifications.kinds import Message, Nudge, Over, Test, Turn
from games.notifications.models import Delivery, Device, Notification, Preferences
from games.rules import Seat

KEPT = timedelta(days=60)
AT_ONCE = 500  # notifications deleted in one transaction: others may be waiting to write
LOOK = timedelta(minutes=5)  # the precision of when a player last viewed a match
VIEWED = 90  # seconds for which it is remembered that a player viewed a match; pages say so every 20


class Facts(TypedDict, total=False):
    """Fields that not every notification has."""

    match: Match
    ply: int
    other: User
    game_slug: str


def notify(
    user: User, event: str, key: str, *, now: datetime | None = None, **facts: Unpack[Facts]
) -> Notification | None:
    """Create a notification with its deliveries, once for each key; return None if it exists already.

    All rows are written in one transaction.
    """
    if user.is_computer or not user.is_active:
        return None
    notification = Notification(user=user, event=event, key=str(key), made_at=now or clock.now(), **facts)
    return notification if notify_all([notification]) else None


def notify_all(notifications: Sequence[Notification]) -> int:
    """Save new notifications and create their deliveries, in one transaction; return how many are new.

    Those whose key exists already are left out (idempotent). The number of queries does not grow with theirs.
    """
    try:
        with transaction.atomic():
            return _save_all(notifications)
    except IntegrityError:  # another scheduler was faster with some of them
        with transaction.atomic():
            return _save_all(_missing(notifications))


def _save_all(notifications: Sequence[Notification]) -> int:
    Notification.objects.bulk_create(notifications)
    delivery.schedule(Delivery.objects.bulk_create(delivery.deliveries_of(notifications)))
    to_announce = [notification for notification in notifications if kind_of(notification.event).is_announced]
    if to_announce:
        transaction.on_commit(partial(_announce, to_announce))
    return len(notifications)


def _missing(notifications: Sequence[Notification]) -> list[Notification]:
    """Return those that do not exist in the database, without primary keys."""
    users, events, keys = ({getattr(one, name) for one in notifications} for name in ("user_id", "event", "key"))
    rows = Notification.objects.filter(user__in=users, event__in=events, key__in=keys)
    existing = set(rows.values_list("user", "event", "key"))
    missing = [one for one in notifications if (one.user_id, one.event, one.key) not in existing]
    for one in missing:
        one.pk = None
    return missing


def _announce(notifications: Sequence[Notification]) -> None:
    """Have the players' open pages show the notifications; of many players only those who are online are told."""
    players = {notification.user_id for notification in notifications}
    if len(players) > 2:  # the two of a match are told without asking
        players = set(presence.online().filter(pk__in=players).values_list("pk", flat=True))
    for notification in notifications:
        if notification.user_id in players:
            news.announce(
                notification.user_id, notification=notification.pk, **kind_of(notification.event).news(notification)
            )


def tell_ends(matches: Iterable[Match]) -> None:
    """Notify the players of these matches that they are over, except a player who resigned. Idempotent."""
    if notifications := [notification for match in matches for notification in _of_end(match)]:
        notify_all(notifications)


def tell_end(match: Match) -> None:
    """Notify the players of one match that it is over.

    If that fails, each player is notified alone, so that a failure for one does not affect the other; the exception is
    raised afterwards.
    """
    try:
        tell_ends([match])
    except Exception:
        faults: list[Exception] = []
        for notification in _of_end(match):
            try:
                notify_all(_missing([notification]))
            except Exception as fault:
                faults.append(fault)
        if faults:
            raise faults[0] from None


def _of_end(match: Match) -> list[Notification]:
    """Return the notifications of the end of a match, unsaved."""
    players = [(match.first, match.second), (match.second, match.first)]
    return [
        Notification(
            user=player,
            event=Over.key,
            key=match.pk,
            made_at=clock.now(),
            match=match,
            other=other,
            game_slug=match.game_slug,
        )
        for player, other in players
        if player.is_active and not player.is_computer and not _resigned(match, player)
    ]


def _resigned(match: Match, player: User) -> bool:
    return match.ended is Match.Ending.RESIGNED and match.forfeited_by == match.seat_of(player)


def tell_nudge(match: Match) -> None:
    """Tell the player to move that the opponent waits, once for each nudge."""
    seat = Seat(match.to_move)
    if match.nudged_at is None or match.finished_at or match.nudged_at < match.moved_at:
        return
    player, opponent, key = match.player(seat), match.player(seat.other), f"{match.pk}.{match.nudged_at:%Y%m%d%H%M%S}"
    notify(player, Nudge.key, key, match=match, ply=match.ply, other=opponent, game_slug=match.game_slug)


def tell_message(match: Match, author: User, number: int) -> None:
    """Tell the other player of a new message; further ones only once this one was seen."""
    other = match.second if match.first_id == author.pk else match.first
    unseen = Notification.objects.filter(user=other, match=match, event=Message.key, seen_at=None)
    if not unseen.exists():
        notify(other, Message.key, f"{match.pk}.{number}", match=match, other=author, game_slug=match.game_slug)


def send_test(user: User) -> None:
    """Send a test by every channel; idempotent within a minute."""
    now = clock.now()
    notify(user, Test.key, f"{now:%Y-%m-%d %H:%M}", now=now)


def mark_match_seen(user: User, match_id: str) -> None:
    """Mark notifications about the match as seen, and remember when the player last viewed it."""
    now = clock.now()
    caches["pages"].set(_viewed_key(user.pk, match_id), now, VIEWED)
    if keys := [key for (key,) in _to_mark_seen(user.pk, match_id, now - LOOK)]:
        Notification.objects.filter(pk__in=keys).update(seen_at=now)


_to_mark_seen = PreparedRows(
    lambda user, match, before: (
        Notification.objects.filter(
            Q(seen_at=None) | Q(event=Turn.key, seen_at__lt=before, match__finished_at=None, ply=F("match__ply")),
            user=user,
            match=match,
        )
        .order_by("-pk")
        .values_list("pk")[:50]
    ),
    int,
    str,
    datetime,
)


def viewed_at(pairs: Iterable[tuple[int, str]]) -> dict[tuple[int, str], datetime]:
    """Return when players, given by their keys, last viewed matches, for those who did so just now.

    The memory is a cache: what it has lost counts as not viewed.
    """
    keys = {_viewed_key(*pair): pair for pair in pairs}
    return {keys[key]: moment for key, moment in caches["pages"].get_many(keys).items()}


def _viewed_key(user_id: int, match_id: str) -> str:
    return f"viewed.{user_id}.{match_id}"


def see(user: User, event: str, keys: list[int] | None = None) -> None:
    """Mark all notifications of this event as seen, or those with these keys."""
    unseen = Notification.objects.filter(user=user, event=event, seen_at=None)
    if not unseen.exists():  # an update would take SQLite's only write lock
        return
    if keys is not None:
        unseen = unseen.filter(pk__in=keys)
    unseen.update(seen_at=clock.now())


def see_all(keys: Iterable[int], user: User | None = None) -> None:
    """Mark the notifications with these keys as seen; with `user` only those of this player, as a page names them."""
    unseen = Notification.objects.filter(pk__in=keys, seen_at=None)
    (unseen.filter(user=user) if user else unseen).update(seen_at=clock.now())


def save_preferences(user: User, off: list[str], quiet_from: time | None, quiet_to: time | None) -> None:
    """Save the player's preferences; this ends an unsubscription from e-mail."""
    values = {"off": off, "no_mail": False, "quiet_from": quiet_from, "quiet_to": quiet_to}
    Preferences.objects.update_or_create(user=user, defaults=values)


def forget_all(user: User) -> None:
    """Delete all data of a player whose account is deleted."""
    Notification.objects.filter(user=user).delete()
    Device.objects.filter(user=user).delete()
    Preferences.objects.filter(user=user).delete()


def forget_devices(user_id: int) -> None:
    """Delete the player's browsers, as they may be signed out; one that is not tells the server of itself again."""
    Device.objects.filter(user=user_id).delete()


def forget_devices_of_session(user_id: int, session: str) -> None:
    """Delete the browser of a session that was signed out."""
    Device.objects.filter(user=user_id, session=session).delete()


def delete_old(now: datetime | None = None) -> int:
    """Delete notifications older than 60 days, in short transactions; return the number of rows."""
    old, count = Notification.objects.filter(made_at__lt=(now or clock.now()) - KEPT), 0
    while keys := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        count += Notification.objects.filter(pk__in=keys).delete()[0]
    return count
