"""Hears from matches: that one has ended, that a player looks at one, that somebody wrote."""

from __future__ import annotations

from django.dispatch import receiver

from accounts.models import User
from games.matches.models import Match
from games.matches.signals import match_ended, match_opened, message_written
from games.notifications import services


@receiver(match_ended)
def _ended(match: Match, **kwargs: object) -> None:
    services.note_end(match)


@receiver(match_opened)
def _opened(match: Match, user: User, **kwargs: object) -> None:
    services.see_match(user, match.pk)


@receiver(message_written)
def _written(match: Match, author: User, number: int, **kwargs: object) -> None:
    services.tell_message(match, author, number)
