"""Selection of puzzles: the daily ones, once for each game and day, and a player's next one; days and streaks."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from accounts.models import User
from core import clock
from games.catalogue import games
from games.puzzles.hooks import pupil_levels
from games.puzzles.kinds import BOUNDS, EASY_BELOW, TARGETS, Kind, Level, Theme, Topic, main_kind
from games.puzzles.models import Attempt, Daily, Puzzle, Run, SolvedDay, Solver, Source
from games.ratings.glicko2 import MIDDLE

DAY = timedelta(days=1)
GRACE = timedelta(hours=1)  # after midnight, to finish a puzzle begun before it
MOST = 4000  # days that are read for a streak
AHEAD = timedelta(minutes=10)  # before midnight, so that a day begins with its puzzle
WEEK = (1300, 1350, 1450, 1500, 1550, 1650, 1700)  # the target rating, Monday first: harder from day to day
NEAREST = 5  # puzzles nearest to the target rating, one of which is chosen at random
REACH = 200.0  # rating points within which a puzzle counts as near a rating
FIRST_RATING, STEP = 1150.0, 50.0  # target of a run's first puzzle, and by how much the next ones are harder
FURTHEST = EASY_BELOW - FIRST_RATING  # above the target, so that a run begins with an easy one
FEWEST_IN_RUN = 5  # puzzles, at least one of them easy, so that it can get harder


def today() -> date:
    """Return today's date in UTC, the same for all players."""
    return day_of(clock.now())


def day_of(moment: datetime) -> date:
    """Return the UTC day of an aware datetime."""
    return moment.astimezone(UTC).date()


def counts_for(day: date, begun_at: datetime, solved_at: datetime) -> bool:
    """Return whether a daily puzzle counts for a streak: begun on its day, and solved within `GRACE` after its end.

    Days end at midnight UTC.
    """
    begins = datetime.combine(day, time(), UTC)
    return begins <= begun_at < begins + DAY and solved_at < begins + DAY + GRACE


def streak_of(player: User | None, day: date) -> int:
    """Return the player's streak up to this day, which may itself be unsolved yet; 0 without a player."""
    return count(solved_days(player.pk, day), day) if player else 0


def solved_days(player: int, day: date) -> list[date]:
    """Return the days up to this one on which the player with this key solved a daily puzzle, latest first."""
    solved = SolvedDay.objects.filter(player=player, day__lte=day).order_by("-day")
    return list(solved.values_list("day", flat=True)[:MOST])


def count(days: Iterable[date], day: date) -> int:
    """Return the length of the streak that ends on `day` or the day before, given the solved days, latest first."""
    streak, expected = 0, day
    for solved_day in days:
        if streak == 0 and solved_day == day - DAY:
            expected = solved_day
        if solved_day != expected:
            break
        streak, expected = streak + 1, solved_day - DAY
    return streak


@dataclass
class Choices:
    """What a player may choose in a game: new puzzles by level and by kind and theme, and whether one is near.

    Near is near the own rating. Most points are the usual kind, which no one chooses.
    """

    levels: Counter[Level] = field(default_factory=Counter)
    topics: Counter[Topic] = field(default_factory=Counter)
    is_near: bool = False


def visible() -> QuerySet[Puzzle]:
    """Return the puzzles with a public page: not those reserved for a future day, nor under rules that are gone."""
    condition = Q(pk__in=())
    for slug, game in games().items():
        versions = [one.rules_version for one in (game, *game.former_versions)]
        condition |= Q(game_slug=slug, rules_version__in=versions)
    public = Puzzle.objects.exclude(state=Puzzle.State.OWN)
    return public.filter(Q(for_daily=False) | Q(daily__day__lte=today()), condition)


def may_see(puzzle: Puzzle, viewer: User | None) -> bool:
    """Return whether the viewer may see the position: it is offered, or the viewer has an attempt from when it was."""
    return puzzle.is_offered or _has_begun(puzzle, viewer)


def fits(puzzle: Puzzle, viewer: User | None) -> bool:
    """Return whether a puzzle has the arithmetic of a pupil, or the pupil has begun it; true for other viewers."""
    if viewer is None or not viewer.is_pupil:
        return True
    return Puzzle.objects.filter(fitting(levels_of(viewer)), pk=puzzle.pk).exists() or _has_begun(puzzle, viewer)


def levels_of(player: User | None) -> dict[str, str]:
    """Return the level of arithmetic of a pupil in each game that has levels; nothing for other players."""
    if player is None or not player.is_pupil:
        return {}
    return {slug: level for levels in pupil_levels for slug, level in levels(player).items()}


def fitting(levels: Mapping[str, str], of: str = "") -> Q:
    """Return the condition of puzzles of these levels by game; `of` is the path to the puzzle, such as `puzzle__`."""
    condition = Q()
    for slug, level in levels.items():
        options = games()[slug].options_type
        has_level = Q(**{f"{of}option_data__{options.sums}": level})
        if level == options().level:
            has_level |= ~Q(**{f"{of}option_data__has_key": options.sums})
        condition &= ~Q(**{f"{of}game_slug": slug}) | has_level
    return condition


def _has_begun(puzzle: Puzzle, viewer: User | None) -> bool:
    return viewer is not None and Attempt.objects.filter(puzzle=puzzle, player=viewer).exists()


def next_puzzle(
    player: User | None, slug: str, level: Level | None, topic: Topic | None = None, sums: str = ""
) -> Puzzle | None:
    """Return a puzzle that is new to the player; None if none is left.

    It is of this `level`, or without one the nearest to the player's own rating; `topic` limits it to a kind or theme,
    `sums` to a level of arithmetic other than that of a pupil. Daily puzzles are included when their day is over.
    """
    target = TARGETS[level] if level else _rating_of(player, slug)
    offered = Puzzle.objects.filter(game_slug=slug, state=Puzzle.State.OFFERED)
    levels = {slug: sums} if sums else levels_of(player)
    fresh = _untouched(_free(offered, player).filter(fitting(levels)), player)
    if level:
        fresh = fresh.filter(_of_level(level))
    if topic:
        fresh = fresh.filter(kind=topic) if isinstance(topic, Kind) else fresh.filter(themes__theme=topic)
    return _near(target, fresh)


def choices_of(player: User | None) -> dict[str, Choices]:
    """Return what `next_puzzle` can find for the player in each game, by two statements."""
    ratings = dict(Solver.objects.filter(player=player).values_list("game_slug", "rating")) if player else {}
    near = Q(pk__in=())
    for slug in games():
        rating = ratings.get(slug, MIDDLE)
        near |= Q(game_slug=slug, rating__range=(rating - REACH, rating + REACH))
    counts = {level.value: Count("pk", filter=_of_level(level)) for level in Level}
    puzzles = Puzzle.objects.filter(state=Puzzle.State.OFFERED, game_slug__in=games())
    free = _free(puzzles, player).filter(fitting(levels_of(player)))
    new = _untouched(free, player).order_by("game_slug")
    rows = new.values("game_slug", "kind").annotate(near=Count("pk", filter=near), **counts)
    choices = {slug: Choices() for slug in games()}
    for slug, kind, is_near, *some in rows.values_list("game_slug", "kind", "near", *counts):
        one = choices[slug]
        one.levels += Counter(dict(zip(Level, some, strict=True)))  # without those of which there is none
        if kind != Kind.SUM:
            one.topics[Kind(kind)] = sum(some)
        one.is_near |= bool(is_near)
    themes = new.filter(themes__isnull=False).values_list("game_slug", "themes__theme").annotate(Count("pk"))
    for slug, theme, number in themes:
        choices[slug].topics[Theme(theme)] = number
    return choices


def puzzle_for_run(run: Run, target: float) -> Puzzle | None:
    """Return a puzzle near this rating for a ranked run: no easier than those solved in it, and not much harder.

    One that the player has seen is better than a much harder one, and any is better than none. Endings of several moves
    are excluded: every puzzle of a run has one move.
    """
    offered = Puzzle.objects.filter(game_slug=run.game_slug, state=Puzzle.State.OFFERED)
    among = _for_runs(run.player, offered).exclude(in_runs__run=run)
    hardest = run.puzzles.filter(is_solved=True).aggregate(hardest=Max("puzzle__rating"))["hardest"]
    harder = among if hardest is None else among.filter(rating__gte=hardest)
    within = harder.filter(rating__lt=target + FURTHEST)
    choices = (_untouched(within, run.player), within, _untouched(harder, run.player), harder, among)
    return next((puzzle for one in choices if (puzzle := _near(target, one))), None)


def ranked_runs_of(player: User | None) -> frozenset[str]:
    """Return the games with `FEWEST_IN_RUN` puzzles for a sprint or a streak of this player, one of them easy."""
    puzzles = _for_runs(player, Puzzle.objects.filter(state=Puzzle.State.OFFERED)).values("game_slug").order_by()
    easy, every = Count("pk", filter=_of_level(Level.EASY)), Count("pk")
    games_with_enough = puzzles.annotate(easy=easy, every=every).filter(easy__gt=0, every__gte=FEWEST_IN_RUN)
    return frozenset(games_with_enough.values_list("game_slug", flat=True))


def _for_runs(player: User | None, puzzles: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
    return _free(puzzles, player).exclude(kind=Kind.LINE)


def _of_level(level: Level) -> Q:
    least, below = BOUNDS[level]
    return Q(rating__gte=least, rating__lt=below)


def _near(target: float, among: QuerySet[Puzzle]) -> Puzzle | None:
    """Return a random one of the `NEAREST` puzzles by rating; None if there are none."""
    above = among.filter(rating__gte=target).order_by("rating")[:NEAREST]
    below = among.filter(rating__lt=target).order_by("-rating")[:NEAREST]
    nearest = sorted([*above, *below], key=lambda puzzle: abs(puzzle.rating - target))[:NEAREST]
    return secrets.choice(nearest) if nearest else None


def _untouched(among: QuerySet[Puzzle], player: User | None) -> QuerySet[Puzzle]:
    """Return those of these puzzles that the player has neither tried nor seen in a run."""
    return among.exclude(attempts__player=player).exclude(in_runs__run__player=player) if player else among


def _free(puzzles: QuerySet[Puzzle], player: User | None) -> QuerySet[Puzzle]:
    """Return these puzzles except today's, reserved ones, and those of the player's own matches."""
    old = puzzles.filter(Q(for_daily=False) | Q(daily__day__lt=today()))
    if player is None:
        return old
    # For each puzzle that comes into question, not for all matches of the player
    own = Source.objects.filter(Q(match__first=player) | Q(match__second=player), pk=OuterRef("source"))
    return old.exclude(Exists(own))


def _rating_of(player: User | None, slug: str) -> float:
    solver = Solver.objects.filter(player=player, game_slug=slug).first() if player else None
    return solver.rating if solver else MIDDLE


def choose_all() -> list[Daily]:
    """Choose the missing daily puzzles of today, and shortly before midnight those of tomorrow. Idempotent.

    Returns all of today's in the order of the games.
    """
    for day in sorted({today(), day_of(clock.now() + AHEAD)}):
        if missing := set(games()) - {daily.game_slug for daily in dailies_of(day)}:
            candidates = _waiting().filter(game_slug__in=missing)
            for slug in set(candidates.values_list("game_slug", flat=True)):
                choose(slug, day)
    return dailies_of(today())


def dailies_of(day: date) -> list[Daily]:
    """Return the offered daily puzzles of this day that are already chosen, in the order of the games."""
    order = list(games())
    dailies = [daily for daily in _offered(day) if daily.game_slug in order]
    return sorted(dailies, key=lambda daily: order.index(daily.game_slug))


def _offered(day: date) -> QuerySet[Daily]:
    return Daily.objects.filter(day=day, puzzle__state=Puzzle.State.OFFERED).select_related("puzzle")


def dailies_for(viewer: User | None, day: date) -> list[Daily]:
    """Return the daily puzzles of this day, for a pupil those with the arithmetic of the pupil's matches."""
    dailies = dailies_of(day)
    if not (levels := levels_of(viewer)):
        return dailies
    fit = Puzzle.objects.filter(fitting(levels), pk__in=[daily.puzzle_id for daily in dailies])
    keys = set(fit.values_list("pk", flat=True))
    return [daily for daily in dailies if daily.puzzle_id in keys]


def daily_of(slug: str, day: date) -> Daily | None:
    """Return the offered daily puzzle of this day in this game; None if none is chosen."""
    return _offered(day).filter(game_slug=slug).first()


def choose(slug: str, day: date) -> Daily | None:
    """Choose the puzzle of this day in this game, once; None if there is no candidate.

    It is the reserved puzzle whose rating is nearest to the day's target, else the least tried one that was never a
    daily puzzle. A chosen puzzle that is no longer offered is replaced.
    """
    rows = Daily.objects.filter(game_slug=slug, day=day).select_related("puzzle")
    daily = rows.first()
    if daily and daily.puzzle.is_offered:
        return daily
    puzzle = _fresh(slug, WEEK[day.weekday()])
    if puzzle is None:
        return None
    if daily:
        _replace(daily, puzzle)
        return rows.get()
    number = (Daily.objects.filter(game_slug=slug).aggregate(last=Max("number"))["last"] or 0) + 1
    try:
        with transaction.atomic():
            Puzzle.objects.filter(pk=puzzle.pk, for_daily=False).update(for_daily=True)
            return Daily.objects.create(game_slug=slug, day=day, number=number, puzzle=puzzle)
    except IntegrityError:  # another process was first
        return rows.first()


def _replace(daily: Daily, puzzle: Puzzle) -> None:
    """Give the day to this puzzle unless another process was first (compare-and-set); the old one stays visible."""
    old = daily.puzzle_id
    with suppress(IntegrityError), transaction.atomic():
        if Daily.objects.filter(pk=daily.pk, puzzle=old).update(puzzle=puzzle):
            Puzzle.objects.filter(pk=old).update(for_daily=False)
            Puzzle.objects.filter(pk=puzzle.pk).update(for_daily=True)


def _waiting() -> QuerySet[Puzzle]:
    """Return the puzzles that may become a daily puzzle: those of their game's main kind."""
    sum_games = [slug for slug, game in games().items() if main_kind(game) is Kind.SUM]
    main = Q(kind=Kind.SUM, game_slug__in=sum_games) | Q(kind=Kind.ENDING) & ~Q(game_slug__in=sum_games)
    return Puzzle.objects.filter(main, daily=None, state=Puzzle.State.OFFERED)


def _fresh(slug: str, target: float) -> Puzzle | None:
    reserve = _waiting().filter(game_slug=slug, for_daily=True).order_by("rating", "pk")
    if nearest := min(reserve, key=lambda puzzle: (abs(puzzle.rating - target), puzzle.pk), default=None):
        return nearest
    return _waiting().filter(game_slug=slug).order_by("tried", "-made_at").first()
