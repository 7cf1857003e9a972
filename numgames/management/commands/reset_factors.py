"""The command that removes the second factors of a player who has lost them."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.db.models import F

from accounts.models import User
from accounts.security import Kind, record, remove_factors
from accounts.sessions import end_sessions_of


class Command(BaseCommand):
    """`manage.py reset_factors NAME`."""

    help = "Removes all second factors of an account and signs it out everywhere; name and password are enough again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the player's name."""
        parser.add_argument("name")

    def handle(self, *, name: str, **options: object) -> None:
        """Remove the factors, end all sessions, and print how many factors there were."""
        try:
            user = User.objects.get_by_natural_key(name)
        except User.DoesNotExist:
            raise CommandError(f"There is no player called {name!r}.") from None
        number = remove_factors(user)
        User.objects.filter(pk=user.pk).update(sessions_epoch=F("sessions_epoch") + 1)
        end_sessions_of(user.pk)
        record(Kind.FACTOR_REMOVED, user, operator=True)
        self.stdout.write(f"{user}: {number} factors removed, signed out everywhere")
