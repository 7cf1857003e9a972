"""Signal receivers of the history."""

from __future__ import annotations

from django.db.models.signals import post_save
from django.dispatch import receiver

from games.history.services import save_participations
from games.matches.models import Match


@receiver(post_save, sender=Match, dispatch_uid="history.match_started")
def match_started(instance: Match, created: bool, **_signal: object) -> None:
    """Save both players' participations of a match that has just been created."""
    if created:
        save_participations([instance])
