"""Courses: the lessons of a game in their order, as steps with numbers and URLs."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from core.hooks import Context
from games.catalogue import games, lessons
from games.rules import AnyGame, Lesson, PlayedMove, Position, SeededRandom

SEED = b"the same for everybody"  # fixed, so that a solution always leads to the same position


@dataclass(frozen=True)
class Step:
    """One lesson of a game, with its number from 1 to `many`, the number of lessons."""

    game: AnyGame
    number: int
    many: int
    lesson: Lesson

    @property
    def address(self) -> str:
        """Return the URL of the lesson's page."""
        return reverse("lessons:lesson", args=[self.game.slug, self.number])

    @property
    def next(self) -> Step | None:
        """Return the next lesson of the course; None after the last."""
        return find_step(self.game.slug, self.number + 1)

    @property
    def course(self) -> list[Step]:
        """Return all lessons of the game."""
        return course_of(self.game.slug)

    def after(self, move: object) -> Position:
        """Return the position after this move in the lesson; raises IllegalMove."""
        return played(self.game, self.lesson, move)

    def is_solved_by(self, move: object, turn: PlayedMove) -> bool:
        """Return whether this legal move solves the lesson."""
        return self.lesson.is_solved_by(self.game, move, turn)


def played(game: AnyGame, lesson: Lesson, move: object) -> Position:
    """Return the position after this move in the lesson, the same at every call; raises IllegalMove."""
    position: Position = game.apply(lesson.position, move, SeededRandom(SEED, 1))
    return position


def course_of(slug: str) -> list[Step]:
    """Return all lessons of this game in order; none if it has none or is not installed."""
    if not (game := games().get(slug)):
        return []
    course = lessons(slug)
    return [Step(game, number, len(course), lesson) for number, lesson in enumerate(course, 1)]


def find_step(slug: str, number: int) -> Step | None:
    """Return the lesson of this number, from 1; None if there is none."""
    steps = course_of(slug)
    return steps[number - 1] if 1 <= number <= len(steps) else None


def on_rules_page(page: Context) -> Context | None:
    """Return the context of the partial on the page of a game's rules; None for a game without lessons."""
    steps = course_of(page["game"].slug)
    return {"course": steps} if steps else None
