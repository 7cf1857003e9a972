"""The daily puzzles: chosen by the scheduler, once for each game and day, shortly before the day begins."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet

from core import clock
from core.db.prepared import PreparedRows
from games.catalogue import games
from games.puzzles.days import day_of, today
from games.puzzles.kinds import Kind, main_kind
from games.puzzles.models import Daily, Puzzle

AHEAD = timedelta(minutes=10)  # before midnight, so that a day begins with its puzzle
WEEK = (1300, 1350, 1450, 1500, 1550, 1650, 1700)  # the target rating, Monday first: harder from day to day


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


_offered = PreparedRows(
    lambda day: Daily.objects.filter(day=day, puzzle__state=Puzzle.State.OFFERED).select_related("puzzle"), date
)


def daily_of(slug: str, day: date) -> Daily | None:
    """Return the offered daily puzzle of this day in this game; None if none is chosen."""
    return next((daily for daily in _offered(day) if daily.game_slug == slug), None)


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
