"""The puzzle of the day: chosen once in each game, whoever asks first, and never a second time."""

from __future__ import annotations

from datetime import date

from django.db import IntegrityError, transaction
from django.db.models import Max

from games.catalogue import games
from games.puzzles.days import today
from games.puzzles.models import Daily, Puzzle

WEEK = (1300, 1350, 1450, 1500, 1550, 1650, 1700)  # the rating aimed at, Monday first: it gets harder


def choose_all() -> list[Daily]:
    """Today's puzzle of each game that has one, in the order of the games; chosen where that has not been done."""
    day = today()
    chosen = {daily.game_slug: daily for daily in Daily.objects.filter(day=day).select_related("puzzle")}
    found = [chosen.get(slug) or choose(slug, day) for slug in games()]
    return [daily for daily in found if daily]


def choose(slug: str, day: date) -> Daily | None:
    """The puzzle of this day in this game; None where there is none to choose from.

    Of those that are kept for it and that nobody has seen it is the one nearest to the day's difficulty.
    """
    known = Daily.objects.filter(game_slug=slug, day=day).select_related("puzzle")
    if found := known.first():
        return found
    puzzle = _fresh(slug, WEEK[day.weekday()])
    if puzzle is None:
        return None
    number = (Daily.objects.filter(game_slug=slug).aggregate(last=Max("number"))["last"] or 0) + 1
    try:
        with transaction.atomic():
            return Daily.objects.create(game_slug=slug, day=day, number=number, puzzle=puzzle)
    except IntegrityError:  # somebody else asked a moment earlier
        return known.first()


def _fresh(slug: str, target: float) -> Puzzle | None:
    waiting = Puzzle.objects.filter(game_slug=slug, for_daily=True, daily=None).order_by("rating", "pk")
    return min(waiting, key=lambda puzzle: (abs(puzzle.rating - target), puzzle.pk), default=None)
