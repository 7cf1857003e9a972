"""A player's accuracy, luck, costliest miss and usual mistake in the latest analysed matches of each game."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from statistics import fmean

from django.db.models import Q

from accounts.models import User
from games.analysis.models import VERSION, Analysis
from games.analysis.summary import Miss, PlayerSummary, sides_of
from games.catalogue import games
from games.rules import AnyGame, Seat

MOST_READ = 200  # latest matches of all games together
SHOWN = 20  # matches of each game
FEWEST = 3  # matches of a game for which figures are shown
FEWEST_MISTAKES = 3  # mistakes in a game for which the most frequent kind is shown
WIDTH, HEIGHT, EDGE = 120, 32, 3  # of the SVG and its margin, in units of its viewBox


@dataclass(frozen=True)
class Course:
    """The latest matches of one game, the oldest first: pairs of a match's id and the player's figures in it."""

    game: AnyGame
    matches: tuple[tuple[str, PlayerSummary], ...]
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def accuracies(self) -> list[float]:
        """Return the accuracy in each match, 0 to 100."""
        return [figures.accuracy or 0.0 for _match, figures in self.matches]

    @property
    def accuracy(self) -> int:
        """Return the mean accuracy, 0 to 100."""
        return round(fmean(self.accuracies))

    @property
    def luck(self) -> int:
        """Return the mean luck: in how many of 100 matches the draws are worse."""
        return round(fmean(figures.luck for _match, figures in self.matches))

    @property
    def miss(self) -> tuple[str, Miss] | None:
        """Return the match id and the miss of the highest cost; None without a miss."""
        misses = [(match, figures.miss) for match, figures in self.matches if figures.miss]
        return max(misses, key=lambda pair: pair[1].cost, default=None)

    @property
    def mistake(self) -> tuple[str, int, int] | None:
        """Return the most frequent kind of mistake, its count, and the count of all; None for fewer than needed."""
        counts = Counter[str]()
        for _match, figures in self.matches:
            counts.update(figures.mistakes)
        if counts.total() < FEWEST_MISTAKES:
            return None
        kind, times = max(counts.items(), key=lambda pair: (pair[1], pair[0]))
        return kind, times, counts.total()

    @property
    def line(self) -> str:
        """Return the accuracies as points of an SVG polyline: 100 is at the top, the lowest at the bottom."""
        least, many = min(self.accuracies), len(self.matches)
        step, rise = (WIDTH - 2 * EDGE) / (many - 1), (HEIGHT - 2 * EDGE) / max(100 - least, 1)
        heights = (HEIGHT - EDGE - (accuracy - least) * rise for accuracy in self.accuracies)
        return " ".join(f"{EDGE + number * step:.1f},{height:.1f}" for number, height in enumerate(heights))


def courses_of(person: User) -> list[Course]:
    """Return the course of each game in which enough matches of this player were analysed, by the game's name."""
    theirs = Q(match__first=person) | Q(match__second=person)
    analyses = Analysis.objects.filter(theirs, state=Analysis.State.DONE, version=VERSION, match__voided_at=None)
    rows = analyses.order_by("-match__finished_at").values_list("match", "match__first", "match__game_slug", "summary")
    by_game: dict[str, list[tuple[str, PlayerSummary]]] = defaultdict(list)
    for match, first, slug, summary in rows[:MOST_READ]:
        sides = sides_of(summary)
        figures = sides[(Seat.FIRST if first == person.pk else Seat.SECOND).index] if sides else None
        if figures and figures.accuracy is not None and slug in games() and len(by_game[slug]) < SHOWN:
            by_game[slug].append((match, figures))
    courses = [Course(games()[slug], tuple(reversed(ones))) for slug, ones in by_game.items() if len(ones) >= FEWEST]
    return sorted(courses, key=lambda course: course.game.name)
