"""The terms of a match, proposed by an offer: a game, its options, the time control, and whether it is rated."""

from __future__ import annotations

from functools import lru_cache

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.catalogue import display_of, games
from games.matches.errors import RulesGone
from games.matches.time.control import KINDS, Correspondence, StoredTime, TimeControl, live_kinds
from games.rules import AnyDisplay, AnyGame, Options, Seat

STAKES = [("rated", _("Rated: it counts for both")), ("casual", _("Casual: just for fun"))]


def played_live() -> Q:
    """Return the condition for offers and matches with a live time control."""
    return Q(time_kind__in=live_kinds())


def played_correspondence() -> Q:
    """Return the condition for offers and matches played by correspondence."""
    return ~played_live()


@lru_cache(maxsize=500)
def _read(options_type: type[Options], data: tuple[tuple[str, str], ...]) -> Options:
    """Return options as they are stored, memoized: the pages of a match ask for them several times a move."""
    return options_type.read(dict(data))


def handicap_words(options: Options, first: object, second: object) -> list[str]:
    """Return what the handicap gives one of two players, of whom `second` is None if not known yet; [] without one."""
    seat, name = (Seat.FIRST, first) if options.given[0] else (Seat.SECOND, second)
    count, handicaps = options.given[seat.index], options.handicaps
    if not count or not handicaps:
        return []
    if handicaps.kind == "chips":
        return [_goal_words(options.goals(seat), name)]
    if handicaps.kind == "start" and name:
        words = ngettext("%(name)s begins with %(count)s point", "%(name)s begins with %(count)s points", count)
    elif handicaps.kind == "start":
        words = ngettext(
            "the player who accepts begins with %(count)s point",
            "the player who accepts begins with %(count)s points",
            count,
        )
    elif name:
        words = ngettext(
            "%(name)s gets %(count)s point more for each move that scores",
            "%(name)s gets %(count)s points more for each move that scores",
            count,
        )
    else:
        words = ngettext(
            "the player who accepts gets %(count)s point more for each move that scores",
            "the player who accepts gets %(count)s points more for each move that scores",
            count,
        )
    return [words % {"name": name, "count": count}]


def _goal_words(goals: tuple[int, ...], name: object) -> str:
    """Return how many captured chips win this player, or who is to accept, each game of a match."""
    first, second, later = goals
    if first == later and name:
        words = ngettext(
            "%(name)s needs %(count)s captured chip to win a game",
            "%(name)s needs %(count)s captured chips to win a game",
            first,
        )
    elif first == later:
        words = ngettext(
            "the player who accepts needs %(count)s captured chip to win a game",
            "the player who accepts needs %(count)s captured chips to win a game",
            first,
        )
    elif name:
        words = ngettext(
            "%(name)s needs %(count)s captured chip to win game 1, %(second)s for game 2, then %(later)s",
            "%(name)s needs %(count)s captured chips to win game 1, %(second)s for game 2, then %(later)s",
            first,
        )
    else:
        words = ngettext(
            "the player who accepts needs %(count)s captured chip to win game 1, %(second)s for game 2, then %(later)s",
            "the player who accepts needs %(count)s captured chips to win game 1, %(second)s for game 2, "
            "then %(later)s",
            first,
        )
    return words % {"name": name, "count": first, "second": second, "later": later}


def handicap_brief(options: Options, seat: Seat) -> str:
    """Return what the handicap gives the player of this seat, as a badge beside the name; empty for none."""
    count, handicaps = options.given[seat.index], options.handicaps
    if not count or not handicaps:
        return ""
    if handicaps.kind == "chips":
        goals = options.goals(seat)
        by_game = goals if len({*goals}) > 1 else goals[:1]
        return gettext("%(chips)s to win") % {"chips": ", ".join(map(str, by_game))}
    briefs = {"start": gettext("%(count)s ahead"), "moves": gettext("+%(count)s a move")}
    return briefs[handicaps.kind] % {"count": count}


class MatchTerms(models.Model):
    """A game, its options, the time control and the stakes.

    The columns `time_kind`, `base`, `increment` and `rests` are read and written as one value, `time_control`. The
    column `base` is a duration: the time for a move, or what a clock holds at first.
    """

    game_slug = models.SlugField(db_index=False)
    option_data = models.JSONField(default=dict)
    time_kind = models.CharField(max_length=16, default=Correspondence.kind)
    base = models.DurationField(db_column="pace")
    increment = models.DurationField(null=True, blank=True)
    rests = models.BooleanField(default=False)
    rated = models.BooleanField(default=False)

    class Meta:
        abstract = True

    @property
    def time_control(self) -> TimeControl:
        """How much time each player has."""
        return TimeControl.restore(StoredTime(self.time_kind, self.base, self.increment, self.rests))

    @time_control.setter
    def time_control(self, control: TimeControl) -> None:
        self.time_kind, self.base, self.increment, self.rests = control.stored

    @property
    def game(self) -> AnyGame:
        """The game in its current rules version; raises RulesGone where the game is not installed."""
        try:
            return games()[self.game_slug]
        except KeyError:
            raise RulesGone from None

    @property
    def display(self) -> AnyDisplay:
        """How the game is shown; raises RulesGone like `game`."""
        return display_of(self.game)

    @property
    def game_name(self) -> str:
        """The name of the game in the active language, or its slug where the game is not installed."""
        game = games().get(self.game_slug)
        return gettext(game.name) if game else self.game_slug

    @property
    def is_live(self) -> bool:
        """Whether it is played in one sitting, with a clock; otherwise correspondence."""
        kind = KINDS.get(self.time_kind)
        return kind is not None and kind.is_live

    @property
    def options(self) -> Options:
        """The options of the game; raises RulesGone where the game no longer accepts them."""
        try:
            data = tuple(self.option_data.items())
            return _read(self.game.options_type, data)  # type: ignore[arg-type]  # a class is hashable
        except (ValueError, TypeError, AttributeError):  # an unknown answer, or no mapping at all
            raise RulesGone from None

    @property
    def is_mirror(self) -> bool:
        """Whether it is played on two boards."""
        return bool(self.option_data.get("mirror") == "yes")

    @property
    def has_rules(self) -> bool:
        """Whether the game is installed and knows the options, so that a match can begin."""
        try:
            self.options  # noqa: B018 - reading them is the check
        except RulesGone:
            return False
        return True
