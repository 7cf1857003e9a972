"""What one viewer sees of a puzzle, ready for the pieces of the page."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from django.urls import reverse

from accounts.models import User
from games.matches import positions
from games.matches.pages.board_view import BoardView, FormUrls
from games.matches.pages.match_view import Line
from games.puzzles.days import streak_of, today
from games.puzzles.models import Attempt, Daily, Puzzle
from games.puzzles.positions import position_after, position_of
from games.puzzles.sharing import share_text
from games.rules import Board, PlayedMove


class PuzzleTable(BoardView):
    """A puzzle as it is set, or, when its player is done with it, as it stands after a best move."""

    def __init__(self, puzzle: Puzzle, viewer: User | None, attempt: Attempt | None = None) -> None:
        """What somebody who is not signed in sees is what is set: of them nothing is kept."""
        self.puzzle, self.viewer = puzzle, viewer
        if viewer and attempt is None:
            attempt = Attempt.objects.filter(puzzle=puzzle, player=viewer).first()
        self.attempt = attempt
        self.is_over = attempt is not None and attempt.is_over
        start = position_of(puzzle)
        position = position_after(puzzle, self._shown) if self.is_over else start
        super().__init__(puzzle.game, position, start.to_move, int(self.is_over))
        self.done: PlayedMove | None = position.last if self.is_over else None

    @property
    def _shown(self) -> str:
        """The move on the board at the end: the player's own if it is one of the best."""
        return self.attempt.text if self.attempt and self.attempt.solved_at else self.puzzle.best

    @property
    def address(self) -> str:
        """Where the puzzle is."""
        return reverse("puzzles:puzzle", args=[self.puzzle.pk])

    @cached_property
    def to(self) -> FormUrls:
        """The addresses of the puzzle."""
        return FormUrls(self.address, reverse("puzzles:preview", args=[self.puzzle.pk]), self.address)

    @cached_property
    def board(self) -> Board:
        """The board without what squares would bring: some matches tell, a puzzle does not."""
        board = self.game.board(self.view)
        return replace(board, cells=tuple(replace(cell, hint="") for cell in board.cells))

    @property
    def over(self) -> bool:
        """Whether there is nothing more to find."""
        return self.is_over

    @property
    def my_turn(self) -> bool:
        """Whether the viewer may try."""
        return not self.is_over

    @property
    def version(self) -> int:
        """Grows with everything the viewer does, so that no older answer is shown."""
        return (self.attempt.tries if self.attempt else 0) + 2 * self.ply

    @property
    def is_known(self) -> bool:
        """Whether the viewer sat at the board when it was played."""
        return self.viewer is not None and self.puzzle.is_known_to(self.viewer)

    @cached_property
    def played(self) -> Line | None:
        """What its player really did, where the position is from a match that was played here."""
        match = self.puzzle.source.match if self.puzzle.source else None
        if match is None:
            return None
        turn = positions.replay(match).turns[self.puzzle.ply]
        return Line(self.puzzle.ply + 1, match.player(turn.seat), turn)

    @cached_property
    def daily(self) -> Daily | None:
        """The day it belongs to, if any."""
        return Daily.objects.filter(puzzle=self.puzzle).first()

    @property
    def is_todays(self) -> bool:
        """Whether it is today's."""
        return self.daily is not None and self.daily.day == today()

    @property
    def points(self) -> tuple[int, int]:
        """The points of who is to move, then of the opponent, in the position."""
        scores = position_of(self.puzzle).scores
        seat = position_of(self.puzzle).to_move
        return scores[seat.index], scores[seat.other.index]

    @cached_property
    def streak(self) -> int:
        """Days in a row on which the viewer solved a daily one."""
        return streak_of(self.viewer, today())

    @property
    def others(self) -> int:
        """How many solved it besides the viewer."""
        return self.puzzle.solved - bool(self.attempt and self.attempt.solved_at)

    def shared(self, address: str) -> str:
        """The result to pass on, with this link; nothing before there is one."""
        if not (self.attempt and self.is_over):
            return ""
        points = list(self.attempt.tried.values_list("points", flat=True))
        return share_text(self.attempt, points, self.streak if self.daily else 0, address)
