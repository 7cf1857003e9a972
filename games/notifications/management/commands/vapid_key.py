"""A key for web push, for the environment."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.notifications.vapid import new_key


class Command(BaseCommand):
    """`manage.py vapid_key`: prints a fresh key each time and keeps nothing."""

    help = "Prints a fresh VAPID_PRIVATE_KEY. Change it never: every browser would have to turn push on again."

    def handle(self, **options: Any) -> None:
        """Prints it."""
        self.stdout.write(new_key())
