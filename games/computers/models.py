"""Which accounts are computer players, and which matches have a guide."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.matches.models import Match


class Computer(models.Model):
    """A computer player: one account for each level, at whatever game. The level says which bot of a game moves."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="computer")
    level = models.PositiveSmallIntegerField(unique=True)

    @staticmethod
    def name_of(level: int) -> str:
        """The name of its account, the same in every language; nobody else may have one that begins so."""
        return f"Computer-{level}"


class Guide(models.Model):
    """Makes a match somebody's first: the next thing to do is pointed out, until the player hides that."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="guide")
    shown = models.BooleanField(default=True)
