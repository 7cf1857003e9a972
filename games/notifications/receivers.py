"""Signal receivers of the notifications."""

from __future__ import annotations

from django.dispatch import receiver

from accounts.models import User
from games.matches.models import Match
from games.matches.signals import match_opened, message_written
from games.notifications import services


@receiver(match_opened, dispatch_uid="notifications.match_opened")
def mark_seen(match: Match, user: User, **_signal: object) -> None:
    """Mark the notifications about a match as seen by a player who has opened it."""
    services.mark_match_seen(user, match.pk)


@receiver(message_written, dispatch_uid="notifications.message_written")
def tell_message(match: Match, author: User, number: int, **_signal: object) -> None:
    """Tell the other player of a new message."""
    services.tell_message(match, author, number)
