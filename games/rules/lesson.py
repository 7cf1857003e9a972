"""Lessons: a position, a task and its solutions, with their texts; and illustrations made from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.rules.game import AnyGame
from games.rules.position import PlayedMove, Position, Square
from games.rules.sentences import Sentence

Test = Callable[[Any, PlayedMove], bool]  # gets the move, whose type only its game knows, and its effect


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """One interactive exercise: the learner is the player to move in `position`.

    `answers` are moves in notation, each of which solves the lesson. The first one is the solution that the page can
    show, and scores `points`. If `fits` is given, every other legal move that passes this test is a solution too.
    `after` is the text shown after the solution.
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
        """Return whether this legal move, with the effect `turn`, solves the lesson."""
        return game.encode(move) in self.answers or (self.fits is not None and self.fits(move, turn))


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A rectangle of a lesson's board as an illustration of the rules: `rows` by `columns` squares from `corner`.

    If `solved`, it shows the position after the first answer, with the squares of that move marked.
    """

    lesson: Lesson
    solved: bool = False
    corner: Square
    rows: int
    columns: int


def parse_picture(picture: str) -> dict[Square, str]:
    """Parse a text diagram of a board into the faces by square.

    The first line has the column letters, each further line a row number and its faces; a dot is an empty square::

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
