"""What an offer proposes and a match is played by: a game, its options, and the time for a move."""

from __future__ import annotations

from django.db import models

from games.catalogue import games
from games.rules import AnyGame, Options


class Agreement(models.Model):
    """A game, its options, and the time each player has for every move."""

    game_slug = models.SlugField()
    option_data = models.JSONField(default=dict)
    pace = models.DurationField()

    class Meta:
        abstract = True

    @property
    def game(self) -> AnyGame:
        """The rules to play by."""
        return games()[self.game_slug]

    @property
    def options(self) -> Options:
        """The options of the game."""
        options: Options = self.game.Options.read(self.option_data)
        return options
