"""What a lesson is: a position built for it, the move it asks for, and what is said before and after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.rules.game import AnyGame
from games.rules.position import PlayedMove, Position
from games.rules.sentences import Sentence
from games.rules.squares import Square

Test = Callable[[Any, PlayedMove], bool]


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """One worked example to be played: the learner is the player to move in `position`.

    The first of `answers`, moves in notation, is what the page plays for who wants to be shown; it brings `points`.
    Where `fits` is given, every other legal move that passes it solves the lesson as well. `after` is said then.
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
        """Whether this legal move, which does `turn`, is one that the task asks for."""
        return game.encode(move) in self.answers or (self.fits is not None and self.fits(move, turn))


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A part of a lesson's board to look at, beside the rules: from the square `corner` so many rows and columns.

    `solved` shows it after the first of the answers, whose squares are marked.
    """

    lesson: Lesson
    solved: bool = False
    corner: Square
    rows: int
    columns: int


def lying(picture: str) -> dict[Square, str]:
    """What a drawing of a board shows: column letters on its first line, a row number before each row.

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
