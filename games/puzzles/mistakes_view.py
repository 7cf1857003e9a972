"""View models of the page of a player's own mistakes: counts by theme, and a picture of what improves."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from accounts.models import User
from core import clock
from games.analysis.models import VERSION, Analysis
from games.catalogue import display_of, games
from games.puzzles.kinds import Theme
from games.puzzles.models import Mistake
from games.puzzles.services.practice import ENOUGH, mistakes_of, next_of
from games.rules import AnyGame, Sentence
from games.rules.reasons import Why

COMPARED = 20  # latest analysed matches of a game: the first half of them is compared with the second
FEWEST = 4  # analysed matches of a game for a comparison
WIDTH = 100.0  # of the longest bar, in units of its viewBox


@dataclass(frozen=True)
class Practised:
    """A theme in one game: its mistakes by state, and the chance given away in a match, 0 to 1, then and recently."""

    theme: Theme
    due: int
    later: int
    learned: int
    then: float
    recently: float
    most: float  # of all themes of the game, the longest bar

    @property
    def widths(self) -> tuple[float, float]:
        """Return the lengths of the two bars."""
        unit = WIDTH / self.most if self.most else 0.0
        return round(self.then * unit, 1), round(self.recently * unit, 1)

    @property
    def improves(self) -> bool:
        """Return whether less is given away recently."""
        return self.recently < self.then


@dataclass(frozen=True)
class GameMistakes:
    """A player's mistakes in one game.

    `next_at` is when the next one is due; None if one is due already, or all are learned. `matches` is the number of
    those that are compared, 0 if there are too few.
    """

    game: AnyGame
    themes: tuple[Practised, ...]
    next_at: datetime | None
    matches: int

    @property
    def due(self) -> int:
        """Return how many are due."""
        return sum(one.due for one in self.themes)

    @property
    def learned(self) -> int:
        """Return how many are learned."""
        return sum(one.learned for one in self.themes)


def mistakes_by_game(player: User) -> list[GameMistakes]:
    """Return the player's mistakes in each game that has some, those with the most due first."""
    by_game: dict[str, list[Mistake]] = defaultdict(list)
    for mistake in mistakes_of(player).defer("puzzle__moves", "puzzle__seed", "puzzle__solutions"):
        by_game[mistake.puzzle.game_slug].append(mistake)
    overview = [_of_game(player, slug, mistakes) for slug, mistakes in by_game.items()]
    return sorted(overview, key=lambda one: (-one.due, one.game.name))


def _of_game(player: User, slug: str, mistakes: list[Mistake]) -> GameMistakes:
    now, matches = clock.now(), _analysed(player, slug)
    states: dict[str, Counter[str]] = defaultdict(Counter)
    costs: dict[tuple[str, bool], float] = defaultdict(float)
    recently, then = set(matches[: len(matches) // 2]), set(matches[len(matches) // 2 :])
    for one in mistakes:
        states[one.theme]["learned" if one.solved >= ENOUGH else "due" if one.due_at <= now else "later"] += 1
        if one.match_id in recently or one.match_id in then:
            costs[one.theme, one.match_id in recently] += one.cost
    rates = {
        theme: (costs[theme, False] / max(1, len(then)), costs[theme, True] / max(1, len(recently))) for theme in states
    }
    most = max((rate for pair in rates.values() for rate in pair), default=0.0)
    themes = [
        Practised(Theme(theme), some["due"], some["later"], some["learned"], *rates[theme], most)
        for theme, some in states.items()
    ]
    themes.sort(key=lambda one: (-one.due, one.theme.label))
    return GameMistakes(games()[slug], tuple(themes), next_of(mistakes, now), len(matches))


def _analysed(player: User, slug: str) -> list[str]:
    """Return the ids of the player's latest analysed matches of this game; none if they are too few to compare."""
    theirs = Q(match__first=player) | Q(match__second=player)
    rows = Analysis.objects.filter(theirs, state=Analysis.State.DONE, version=VERSION, match__game_slug=slug)
    own = rows.filter(match__voided_at=None, match__origin=None, match__twin=None).order_by("-match__finished_at")
    matches = list(own.values_list("match", flat=True)[:COMPARED])
    return matches if len(matches) >= FEWEST else []


def reason_of(mistake: Mistake) -> Sentence | None:
    """Return why the best move was better than the one played; None if no reason is sure."""
    match mistake.why:
        case [str(key), dict(values)]:
            return display_of(mistake.puzzle.game).explain(Why(key, tuple(values.items())))
    return None
