"""Statistics of a player, and of a match: candidates for records, reply times, the chart of the points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median

from django.db.models import Count, Q
from django.utils.translation import gettext

from accounts.models import User
from games.catalogue import games
from games.history.listing import PlayedMatch, participations_of, row_of, rows_of
from games.history.models import Participation, Record
from games.rules import PlayedMove, Seat, Sentence

RECENT = 10  # results
HABITS = 100  # latest matches from which the habits are computed
SHOWN = 10  # matches shown on the player's page
DECIDED = (Participation.Outcome.WON, Participation.Outcome.DRAWN, Participation.Outcome.LOST)


@dataclass
class Results:
    """Results and records in one game."""

    name: str
    slug: str = ""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    running: int = 0
    records: list[Record] = field(default_factory=list)

    @property
    def finished(self) -> int:
        """Return the number of matches that were won, drawn or lost."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True)
class PlayerStatistics:
    """All statistics on the player page: `recent` are the last matches, `latest` those that were decided."""

    person: User
    recent: list[PlayedMatch]
    results: list[Results]
    latest: list[PlayedMatch]
    habits: Habits


@dataclass(frozen=True)
class Habits:
    """Habits in the last finished matches: their number, and how many the player saw through (`left_early`).

    Reply times are medians of the matches' medians; None without a match of that pace.
    """

    matches: int
    seen_through: int
    reply_over_days: timedelta | None
    reply_live: timedelta | None

    @property
    def percent(self) -> int:
        """Return the percentage of matches seen through, rounded down, so that 100 means all."""
        return 100 * self.seen_through // self.matches if self.matches else 0


def statistics_of(person: User) -> PlayerStatistics:
    """Return the statistics of a player, in a fixed number of queries."""
    participations = participations_of(person).select_related("match", "opponent").defer("match__seed")
    newest = rows_of(list(participations.order_by("-at", "-pk")[:SHOWN]), person)
    unplayed = Q(outcome=Participation.Outcome.RUNNING) | Q(outcome=Participation.Outcome.VOID, left_early=False)
    ended = list(participations.exclude(unplayed).order_by("-at", "-pk")[:HABITS])
    recent = [one for one in ended if one.outcome in DECIDED][:RECENT]
    results = [row_of(one, person) for one in recent]
    return PlayerStatistics(person, newest, _results_by_game(person), results, habits_in(ended))


def habits_in(ended: list[Participation]) -> Habits:
    """Return the habits of a player in these finished matches."""
    return Habits(
        matches=len(ended),
        seen_through=sum(not participation.left_early for participation in ended),
        reply_over_days=_median(participation.reply_seconds for participation in ended if not participation.is_live),
        reply_live=_median(participation.reply_seconds for participation in ended if participation.is_live),
    )


def totals(person: User, other: User) -> list[Results]:
    """Return the results of the matches between two players for the first of them: by game, and the total last."""
    results = _counted(person, opponent=other)
    together = Results("")
    for row in results.values():
        together.won += row.won
        together.drawn += row.drawn
        together.lost += row.lost
        together.running += row.running
    return [*results.values(), together]


def _results_by_game(person: User) -> list[Results]:
    results = _counted(person)
    order = list(Record.Kind)
    records = Record.objects.filter(player=person, game_slug__in=games())
    for record in sorted(records, key=lambda record: order.index(Record.Kind(record.kind))):
        if record.game_slug in results:
            results[record.game_slug].records.append(record)
    return list(results.values())


def _counted(person: User, **only: object) -> dict[str, Results]:
    counts: dict[str, dict[str, int]] = defaultdict(dict)
    rows = participations_of(person).filter(**only).order_by().values_list("game_slug", "outcome").annotate(Count("pk"))
    for slug, outcome, count in rows:
        if outcome != Participation.Outcome.VOID:
            counts[slug][outcome] = count
    return {slug: _results(gettext(game.name), slug, counts[slug]) for slug, game in games().items() if slug in counts}


def _results(name: str, slug: str, count: dict[str, int]) -> Results:
    won, drawn, lost, running = (count.get(outcome, 0) for outcome in (*DECIDED, Participation.Outcome.RUNNING))
    return Results(name, slug, won, drawn, lost, running)


def _median(seconds: Iterable[int | None]) -> timedelta | None:
    numbers = [number for number in seconds if number is not None]
    return timedelta(seconds=median(numbers)) if numbers else None


@dataclass(frozen=True)
class Candidate:
    """A candidate for a record: its kind, its value, the ply, and its text if it has one."""

    kind: Record.Kind
    value: int
    ply: int
    text: str = ""


def candidates(turns: Sequence[PlayedMove], seat: Seat, lead: int) -> Iterator[Candidate]:
    """Yield this seat's candidates for records; negative values are raised to 0.

    `lead` is the number of points by which the seat won, 0 or less if it did not win.
    """
    own = [(ply, turn) for ply, turn in enumerate(turns, 1) if turn.seat is seat]
    if own:
        ply, best = max(own, key=lambda pair: pair[1].points)
        sums = [(ply, calculation(turn.text)) for ply, turn in own]
        longest, text = max(sums, key=lambda pair: len(pair[1]))
        yield Candidate(Record.Kind.BEST_TURN, max(best.points, 0), ply)
        yield Candidate(Record.Kind.LONGEST_SUM, len(text), longest, text)
    yield Candidate(Record.Kind.BIGGEST_WIN, max(lead, 0), len(turns))


def calculation(words: Sentence) -> str:
    """Return the longest calculation in a turn's sentence, the same in every language; empty if it has none."""
    if words.template == "{plain}":
        return str(words)
    inner = [value for name, value in words.values if isinstance(value, Sentence)]
    return max(map(calculation, inner), key=len, default="")


def median_reply(
    turns: Sequence[PlayedMove], made_at: Sequence[datetime], started_at: datetime, seat: Seat
) -> int | None:
    """Return this seat's median time for a move in seconds; None if it made no move."""
    before = [started_at, *made_at]
    seconds = [
        (moment - since).total_seconds()
        for turn, since, moment in zip(turns, before, made_at, strict=False)
        if turn.seat is seat
    ]
    return round(max(median(seconds), 0)) if seconds else None


WIDTH, HEIGHT, EDGE = 600, 160, 8  # of the picture, in its own units


@dataclass(frozen=True)
class Dot:
    """One turn of the chart: its number, both players' points after it, and its place on the line of its player.

    `left` and `width` are those of the column that belongs to the turn.
    """

    ply: int
    seat: Seat
    points: tuple[int, int]
    x: float
    y: float
    left: float
    width: float


@dataclass(frozen=True)
class PointsChart:
    """The chart: a line for each player, as points of an SVG polyline, and a dot for each turn.

    `now` is the marked dot, `zero` the y of 0 points, `most` the highest number of points.
    """

    dots: tuple[Dot, ...]
    lines: tuple[str, str]
    zero: float
    now: Dot | None
    most: int
    width: int = WIDTH
    height: int = HEIGHT


def chart_of(
    turns: Sequence[PlayedMove], ply: int | None = None, start: tuple[int, int] = (0, 0)
) -> PointsChart | None:
    """Return the chart of these turns with turn number `ply` marked; None for fewer than two turns."""
    sums = _sums(turns, start)
    if len(turns) < 2:
        return None
    most = max(1, *(points for pair in sums for points in pair))
    least = min(0, *(points for pair in sums for points in pair))

    def height(points: int) -> float:
        return round(HEIGHT - EDGE - (points - least) / (most - least) * (HEIGHT - 2 * EDGE), 1)

    step = (WIDTH - 2 * EDGE) / len(turns)
    width = round(step, 1)
    heights = [(height(first), height(second)) for first, second in sums]
    places = [round(EDGE + number * step, 1) for number in range(len(sums))]
    dots = tuple(
        Dot(number, turn.seat, sums[number], x, heights[number][turn.seat.index], round(x - step / 2, 1), width)
        for number, (turn, x) in enumerate(zip(turns, places[1:], strict=True), 1)
    )
    first, second = (" ".join(f"{x},{pair[i]}" for x, pair in zip(places, heights, strict=True)) for i in (0, 1))
    return PointsChart(dots, (first, second), height(0), dots[ply - 1] if ply else None, most)


def _sums(turns: Sequence[PlayedMove], start: tuple[int, int]) -> list[tuple[int, int]]:
    """Return both players' cumulative points after each turn, the start first."""
    sums = [start]
    for turn in turns:
        sums.append(turn.seat.put(sums[-1], sums[-1][turn.seat.index] + turn.points))
    return sums
