"""The view model of a lesson, and pictures made from lessons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.safestring import SafeString

from games.catalogue import display_of
from games.lessons.courses import Step, played
from games.matches.pages.board_view import BoardView, FormUrls, draw_rows
from games.rules import AnyGame, Board, Picture


class LessonView(BoardView):
    """A lesson in its initial position, or after the move that solved it."""

    def __init__(self, step: Step, solution: object = None) -> None:
        """Show the lesson after the move `solution`; without one, its initial position. Raises IllegalMove."""
        self.step = step
        start = step.lesson.position
        self.is_solved = solution is not None
        position = step.after(solution) if self.is_solved else start
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
