"""Lessons: a position, a task, its solutions, and the texts around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.rules.game import AnyGame
from games.rules.position import PlayedMove, Position
from games.rules.sentences import Sentence
from games.rules.squares import Square

Test = Callable[[Any, PlayedMove], bool]  # of a move, whose type only its game knows


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """One interactive exercise: the learner is the player to move in `position`.

    The first of `answers`, moves in notation, is the solution that the page can show; it brings `points`. Where `fits`
    is given, every other legal move that passes it solves the lesson as well. `after` is the text after the solution.
    """

    title: Sentence
    task: Sentence
    hint: Sentence
    after: Sentence
    position: Position
    answers: tuple[str, ...]
    points: int
    fits: Test | None = None

    def is_solved_by(self, game: AnyGame, move: object, turn: PlayedMove) -> bool:
        """Return whether this legal move, which does `turn`, solves the lesson."""
        return game.encode(move) in self.answers or (self.fits is not None and self.fits(move, turn))


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A part of a lesson's board as an illustration of the rules: `rows` by `columns` from `corner`.

    `solved` shows it after the first of the answers, with its squares marked.
    """

    lesson: Lesson
    solved: bool = False
    corner: Square
    rows: int
    columns: int


def parse_picture(picture: str) -> dict[Square, str]:
    """Return the tiles by square of a drawn board: column letters on the first line, a row number before each row.

    A dot is an empty square::

           e  f  g  h  i
        7  5  +  8  =  13
    """
    letters, *rows = filter(None, map(str.split, picture.splitlines()))
    return {
        Square.parse(f"{letter}{row}"): face
        for row, *faces in rows
        for letter, face in zip(letters, faces, strict=True)
        if face != "."
    }
