"""Reading of a stored analysis: the replayed match, and the report on it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import fmean
from typing import Any

from django.db.models import Q

from accounts.models import User
from games.analysis.evaluation.moments import Moment, deciding
from games.analysis.evaluation.report import Report, Side, TurnReport, report_on
from games.analysis.evaluation.turns import Measured
from games.analysis.models import VERSION, Analysis
from games.catalogue import games
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.seals import unsealed
from games.rules import AnyGame, Position, Seat, SeededRandom


@dataclass(frozen=True)
class Played:
    """A match as it was played: its moves in notation, and the positions before the first and after each move."""

    moves: tuple[str, ...]
    positions: tuple[Position, ...]


def play_again(match: Match) -> Played:
    """Replay the whole match, without a resignation or a loss on time.

    Raises RulesGone if the current rules cannot replay it.
    """
    game: AnyGame = match.game
    seed = bytes(match.seed)
    moves = tuple(match.moves.values_list("text", flat=True))
    game_positions: list[Position] = [positions.replay_uncached(match, 0).position]
    with positions.stored_match():
        for ply, text in enumerate(moves, 1):
            game_positions.append(game.apply(game_positions[-1], game.decode(text), SeededRandom(seed, ply)))
    return Played(moves, tuple(game_positions))


def analysis_of(match: Match) -> Analysis | None:
    """Return the stored analysis of this match; None if there is none of the current version."""
    return Analysis.objects.filter(match=match, version=VERSION).first()


def read_report(analysis: Analysis, played: Played) -> Report:
    """Compute the report of a finished analysis from its stored measurements and the replayed match."""
    return report_on(played.positions, [Measured.read(data) for data in analysis.measured])


def read_estimate(analysis: Analysis, played: Played) -> Report | None:
    """Compute what can be said of an analysis on its way; None before its first estimate.

    The turns that are measured already take the place of estimated ones.
    """
    rows = [*analysis.measured, *analysis.estimate[len(analysis.measured) :]]
    if not analysis.estimate or len(rows) != len(played.positions):
        return None
    return report_on(played.positions, [Measured.read(data) for data in rows])


MISTAKE = 0.05  # least cost of a mistake: lower ones may be errors of the analysis
MOST_READ = 200  # latest matches of all games together
SHOWN = 20  # matches of each game
FEWEST = 3  # matches of a game for which figures are shown
FEWEST_MISTAKES = 3  # mistakes in a game for which the most frequent kind is shown
WIDTH, HEIGHT, EDGE = 120, 32, 3  # of the SVG and its margin, in units of its viewBox


class Mistake(StrEnum):
    """What a costly move did wrong."""

    GREEDY = "greedy"  # it scored the most points, but the best move scores no more
    MISSED = "missed"  # the best move scores more points, too
    PASSED = "passed"  # it placed nothing, and the best move scores points
    TRADED = "traded"  # it scored fewer than the most points, and the best move scores no more than it


@dataclass(frozen=True)
class Miss:
    """A turn that gave away winning chance: its ply, and the chance from 0 to 1."""

    ply: int
    cost: float


@dataclass(frozen=True)
class PlayerSummary:
    """One player: accuracy from 0 to 100, luck as a percentile from 1 to 99, and the costliest miss.

    `mistakes` counts the costly moves by their kind. `accuracy` is None for a player without a move.
    """

    accuracy: float | None
    luck: int
    miss: Miss | None
    mistakes: Mapping[str, int] = field(default_factory=dict)


def summary_of(report: Report, moments: Iterable[Moment]) -> dict[str, object]:
    """Return the JSON data that is stored of a report and of the moments that decided the match."""
    return {
        "sides": [_side(side, report) for side in report.sides],
        "moments": [moment.data for moment in moments],
    }


def moments_of(analysis: Analysis, report: Report) -> list[Moment]:
    """Return the moments that decided the match; those of an older analysis have no reasons."""
    stored = analysis.summary.get("moments")
    if stored is None:
        return [Moment(row.ply, None) for row in deciding(report)]
    return [Moment.read(data) for data in stored]


def sides_of(summary: Mapping[str, Any]) -> tuple[PlayerSummary, PlayerSummary] | None:  # as JSON is typed
    """Return both players' figures, by seat, from the stored JSON data; None if it is empty."""
    sides = summary.get("sides")
    if not sides:
        return None
    first, second = (
        PlayerSummary(
            side["accuracy"], side["luck"], Miss(*side["miss"]) if side["miss"] else None, side.get("mistakes", {})
        )
        for side in sides
    )
    return first, second


def costliest(figures: tuple[PlayerSummary, PlayerSummary], seat: Seat | None) -> Miss | None:
    """Return the costliest miss of this seat; for a spectator (None), of both."""
    own = [one.miss for index, one in enumerate(figures) if one.miss and (seat is None or seat.index == index)]
    return max(own, key=lambda miss: miss.cost, default=None)


def mistake_of(row: TurnReport) -> Mistake | None:
    """Classify the mistake of this turn; None if it cost less than `MISTAKE`, or is no miss for sure."""
    if row.cost < MISTAKE or not row.is_miss:
        return None
    points, better = row.turn.points, row.choices[0].points
    if not row.turn.squares and better:
        return Mistake.PASSED
    if better > points:
        return Mistake.MISSED
    return Mistake.GREEDY if points == row.most else Mistake.TRADED


def _side(side: Side, report: Report) -> dict[str, object]:
    own = [row for row in report.rows if row.turn.seat is side.seat]
    worst = max((row for row in own if row.is_miss), key=lambda row: row.cost, default=None)
    return {
        "accuracy": round(side.precision, 2) if side.turns else None,
        "luck": side.luck.beaten,
        "mistakes": Counter(kind.value for row in own if (kind := mistake_of(row))),
        "miss": [worst.ply, round(worst.cost, 4)] if worst else None,
    }


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
    analyses = Analysis.objects.filter(theirs, unsealed("match__"), state=Analysis.State.DONE, version=VERSION)
    analyses = analyses.filter(match__voided_at=None)
    rows = analyses.order_by("-match__finished_at").values_list("match", "match__first", "match__game_slug", "summary")
    by_game: dict[str, list[tuple[str, PlayerSummary]]] = defaultdict(list)
    for match, first, slug, summary in rows[:MOST_READ]:
        sides = sides_of(summary)
        figures = sides[(Seat.FIRST if first == person.pk else Seat.SECOND).index] if sides else None
        if figures and figures.accuracy is not None and slug in games() and len(by_game[slug]) < SHOWN:
            by_game[slug].append((match, figures))
    courses = [Course(games()[slug], tuple(reversed(ones))) for slug, ones in by_game.items() if len(ones) >= FEWEST]
    return sorted(courses, key=lambda course: course.game.name)
