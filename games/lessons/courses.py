"""Courses, the lessons of a game as numbered steps; the view model of a lesson, and pictures made from lessons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.safestring import SafeString

from core.hooks import Context
from games.catalogue import display_of, games, lessons
from games.matches.pages.board_view import BoardView, FormUrls, draw_rows
from games.rules import AnyGame, Board, Lesson, Picture, Position, SeededRandom

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


class LessonView(BoardView):
    """A lesson in its initial position, or after the move that solved it."""

    def __init__(self, step: Step, solution: object = None) -> None:
        """Show the lesson after the move `solution`; without one, its initial position. Raises IllegalMove."""
        self.step = step
        start = step.lesson.position
        self.is_solved = solution is not None
        position = played(step.game, step.lesson, solution) if self.is_solved else start
        super().__init__(step.game, position, start.to_move, int(self.is_solved))
        self.done = position.last if self.is_solved else None

    @cached_property
    def to(self) -> FormUrls:
        """Return the URLs of the forms; a command goes to the lesson itself, without a page that confirms it."""
        preview = reverse("lessons:preview", args=[self.step.game.slug, self.step.number])
        return FormUrls(self.step.address, preview, self.step.address)

    @property
    def lights(self) -> str:
        """Return the URL that answers which squares are highlighted."""
        return reverse("lessons:lights", args=[self.step.game.slug, self.step.number])

    @property
    def over(self) -> bool:
        """Return whether the lesson is over."""
        return self.is_solved

    @property
    def points(self) -> tuple[int, int]:
        """Return the learner's points, then the opponent's."""
        seat = self.step.lesson.position.to_move
        return self.view.scores[seat.index], self.view.scores[seat.other.index]


@dataclass(frozen=True)
class DrawnPicture:
    """A picture as HTML: the part of a board, and its rows."""

    board: Board
    rows: SafeString


def draw_picture(game: AnyGame, picture: Picture) -> DrawnPicture:
    """Return the part of the lesson's board that the picture shows, as a spectator sees it."""
    position = picture.lesson.position
    if picture.solved:
        position = played(game, picture.lesson, game.decode(picture.lesson.answers[0]))
    board: Board = display_of(game).board(game.view(position, None))
    part = board.part(picture.corner, picture.rows, picture.columns)
    return DrawnPicture(part, draw_rows(part, position.last.squares if position.last else (), still=True))
