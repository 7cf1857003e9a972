"""The only code that writes notifications, preferences and devices."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts import news
from accounts.models import User
from games.matches.models import Match
from games.notifications.models import Channel, Delivery, Device, Event, Notification, Preferences
from games.notifications.routes import deliveries_of

KEPT = timedelta(days=60)
LOOK = timedelta(minutes=5)  # the precision of when a player last viewed a match
MOST_DEVICES = 10


def notify(user: User, event: Event, key: str, *, now: datetime | None = None, **facts: object) -> Notification | None:
    """Create a notification with its deliveries, once for each key; return None if it exists already.

    `facts` are fields of the notification. All rows are written in one transaction.
    """
    if user.is_computer or not user.is_active:
        return None
    with transaction.atomic():
        made_at = now or timezone.now()
        notice, new = Notification.objects.get_or_create(
            user=user, event=event, key=key, defaults={"made_at": made_at, **facts}
        )
        if new:
            _route(notice)
    return notice if new else None


def _route(notice: Notification) -> None:
    Delivery.objects.bulk_create(deliveries_of(notice))
    if notice.event != Event.TURN:  # of moves the pages hear at once
        transaction.on_commit(partial(news.announce, notice.user_id, notice=notice.pk))


def tell_end(match: Match) -> None:
    """Tell both players that their match is over, except who resigned. Idempotent.

    If it fails for one player, the other is still told; the exception is raised afterwards.
    """
    faults: list[Exception] = []
    for player, other in ((match.first, match.second), (match.second, match.first)):
        if not match.was_resigned_by(player):
            try:
                notify(player, Event.OVER, match.pk, match=match, other=other, game_slug=match.game_slug)
            except Exception as fault:
                faults.append(fault)
    if faults:
        raise faults[0]


def tell_message(match: Match, author: User, number: int) -> None:
    """Tell the other player of a new message; further ones only once this one was seen."""
    other = match.second if match.first_id == author.pk else match.first
    unseen = Notification.objects.filter(user=other, match=match, event=Event.MESSAGE, seen_at=None)
    if not unseen.exists():
        notify(other, Event.MESSAGE, f"{match.pk}.{number}", match=match, other=author, game_slug=match.game_slug)


def tell_challenge(opponent: User, challenger: User, offer_id: str, game_slug: str) -> None:
    """Tell a player of a challenge."""
    notify(opponent, Event.CHALLENGE, offer_id, other=challenger, game_slug=game_slug)


def send_test(user: User) -> None:
    """Send a test by every channel; idempotent within a minute."""
    now = timezone.now()
    notify(user, Event.TEST, f"{now:%Y-%m-%d %H:%M}", now=now)


def mark_match_seen(user: User, match_id: str) -> None:
    """Mark notifications about the match as seen, and remember when the player last viewed it."""
    now = timezone.now()
    again = Q(event=Event.TURN, seen_at__lt=now - LOOK, match__finished_at=None, ply=F("match__ply"))
    shown = Notification.objects.filter(Q(seen_at=None) | again, user=user, match_id=match_id)
    keys = list(shown.order_by("-pk").values_list("pk", flat=True)[:50])
    if keys:
        Notification.objects.filter(pk__in=keys).update(seen_at=now)


def see(user: User, event: Event, keys: list[int] | None = None) -> None:
    """Mark all notifications of this event as seen, or those with these keys."""
    unseen = Notification.objects.filter(user=user, event=event, seen_at=None)
    if keys is not None:
        unseen = unseen.filter(pk__in=keys)
    if unseen.exists():
        unseen.update(seen_at=timezone.now())


def save_preferences(user: User, off: list[str], quiet_from: time | None, quiet_to: time | None) -> None:
    """Save the player's preferences; this takes back an unsubscription from e-mail."""
    chosen = {"off": off, "no_mail": False, "quiet_from": quiet_from, "quiet_to": quiet_to}
    Preferences.objects.update_or_create(user=user, defaults=chosen)


def stop_mail(user: User) -> None:
    """Unsubscribe the player from e-mail about matches, until preferences are saved again."""
    Preferences.objects.update_or_create(user=user, defaults={"no_mail": True})
    waiting = Delivery.objects.filter(user=user, channel=Channel.MAIL, status=Delivery.Status.QUEUED)
    waiting.update(status=Delivery.Status.STALE, ended_at=timezone.now())


def add_device(user: User, endpoint: str, p256dh: str, auth: str, name: str) -> Device:
    """Register a browser for the player's pushes, and no longer for another's; the oldest of too many is deleted."""
    keys = {"user": user, "p256dh": p256dh, "auth": auth, "name": name}
    device, _new = Device.objects.update_or_create(endpoint=endpoint, defaults=keys)
    stale = Device.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)[MOST_DEVICES:]
    Device.objects.filter(pk__in=list(stale)).delete()
    return device


def drop_device(user: User, device_id: int) -> None:
    """Delete a device of the player."""
    Device.objects.filter(user=user, pk=device_id).delete()


def forget_all(user: User) -> None:
    """Delete all data of a player whose account is deleted."""
    Notification.objects.filter(user=user).delete()
    Device.objects.filter(user=user).delete()
    Preferences.objects.filter(user=user).delete()


def delete_old(now: datetime | None = None) -> int:
    """Delete notifications older than 60 days; return the number of rows."""
    gone, _each = Notification.objects.filter(made_at__lt=(now or timezone.now()) - KEPT).delete()
    return gone
