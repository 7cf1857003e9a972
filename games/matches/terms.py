"""The terms of a match or an offer: a game, its options, the time control, and whether it is rated."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.catalogue import games
from games.matches.errors import RulesGone
from games.rules import AnyGame, Options

STAKES = [("rated", _("Rated: it counts for both")), ("casual", _("Casual: just for the game"))]


class MatchTerms(models.Model):
    """A game, its options, the time control and the stakes.

    In correspondence `pace` is the time for every move and `increment` is None. In a live match `pace` is each clock's
    initial time, and every move adds `increment`. `rests` tells whether a correspondence clock stands still in its
    player's nights and vacation.
    """

    game_slug = models.SlugField()
    option_data = models.JSONField(default=dict)
    pace = models.DurationField()
    increment = models.DurationField(null=True, blank=True)
    rests = models.BooleanField(default=False)
    rated = models.BooleanField(default=False)

    class Meta:
        abstract = True

    @property
    def game(self) -> AnyGame:
        """The present rules of the game; raises RulesGone where the game is not installed."""
        try:
            return games()[self.game_slug]
        except KeyError:
            raise RulesGone from None

    @property
    def game_name(self) -> str:
        """The name of the game in the active language, or its slug where the game is not installed."""
        game = games().get(self.game_slug)
        return gettext(game.name) if game else self.game_slug

    @property
    def is_live(self) -> bool:
        """Whether it is played in one sitting with a clock; otherwise it is correspondence."""
        return self.increment is not None

    @property
    def time_code(self) -> str:
        """The time control in short: `3d` is three days a move, `5+8` five minutes plus eight seconds a move."""
        if self.increment is None:
            return f"{self.pace.days}d"
        return f"{self.pace // timedelta(minutes=1)}+{self.increment // timedelta(seconds=1)}"

    @property
    def options(self) -> Options:
        """The options of the game; raises RulesGone where the game no longer knows them."""
        try:
            options: Options = self.game.options_type.read(self.option_data)
        except (ValueError, TypeError, AttributeError):  # an unknown answer, or no mapping at all
            raise RulesGone from None
        return options

    @property
    def has_rules(self) -> bool:
        """Whether the game is installed and knows the options, so that a match can begin."""
        try:
            self.options  # noqa: B018 - reading them is the check
        except RulesGone:
            return False
        return True
