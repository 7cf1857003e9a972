"""Computer players, the guides of first matches, and hints."""

from django.conf import settings
from django.db import models

from games.matches.models import Match


class Computer(models.Model):
    """A computer player: one account for each level, for all games. The level selects the bot of a game."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="computer")
    level = models.PositiveSmallIntegerField(unique=True)


class Guide(models.Model):
    """Marks a match as guided: its page shows what to do next while `shown`, until the player hides it."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="guide")
    shown = models.BooleanField(default=True)


class Hint(models.Model):
    """The hint for the turn after `ply` moves of a casual match against a computer: where, which tiles, the move.

    `step` is how much of it the player asked to see, 1 to 3; `text` is the move in notation, empty while it is sought.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="hint")
    ply = models.PositiveIntegerField()
    step = models.PositiveSmallIntegerField(default=1)
    text = models.CharField(max_length=100, blank=True)
