"""Generate a key for web push."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from games.notifications.channels.web_push import new_key


class Command(BaseCommand):
    """`manage.py vapid_key`: print a new key without saving it."""

    help = "Prints a fresh VAPID_PRIVATE_KEY. Change it never: every browser would have to turn push on again."

    def handle(self, **options: object) -> None:
        """Print a key."""
        self.stdout.write(new_key())
