"""All lessons of a game, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from games.catalogue import games, lessons
from games.rules import AnyGame, Lesson, PlayedMove, Position, SeededRandom

SEED = b"the same for everybody"


@dataclass(frozen=True)
class Step:
    """One lesson of a game and its number, from 1 to `many`."""

    game: AnyGame
    number: int
    many: int
    lesson: Lesson

    @property
    def address(self) -> str:
        """Where it is played."""
        return reverse("lessons:lesson", args=[self.game.slug, self.number])

    @property
    def next(self) -> Step | None:
        """The lesson after it."""
        return find_step(self.game.slug, self.number + 1)

    @property
    def course(self) -> list[Step]:
        """All lessons of the game."""
        return course_of(self.game.slug)

    def after(self, move: object) -> Position:
        """The position after this move; raises IllegalMove."""
        return played(self.game, self.lesson, move)

    def is_solved_by(self, move: object, turn: PlayedMove) -> bool:
        """Whether this legal move is one that the lesson asks for."""
        return self.lesson.is_solved_by(self.game, move, turn)


def played(game: AnyGame, lesson: Lesson, move: object) -> Position:
    """The position in which this move leaves the lesson, by the same chance every time; raises IllegalMove."""
    position: Position = game.apply(lesson.position, move, SeededRandom(SEED, 1))
    return position


def course_of(slug: str) -> list[Step]:
    """All lessons of this game in order; none for a game that has none, or that is not there."""
    if not (game := games().get(slug)):
        return []
    found = lessons(slug)
    return [Step(game, number, len(found), lesson) for number, lesson in enumerate(found, 1)]


def find_step(slug: str, number: int) -> Step | None:
    """Lesson number so many of this game, if there is such a one."""
    steps = course_of(slug)
    return steps[number - 1] if 1 <= number <= len(steps) else None


def on_rules_page(page: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What the rules page shows of the lessons; None for a game without."""
    steps = course_of(page["game"].slug)
    return {"course": steps} if steps else None
