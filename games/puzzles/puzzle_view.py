"""View models of a puzzle and of a run for one viewer, and the text by which a result is shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.matches.errors import RulesGone
from games.matches.pages.board_view import BoardView, FormUrls
from games.matches.pages.match_view import Line
from games.matches.play import positions
from games.matches.templatetags.sentences import named
from games.puzzles.making.lines import ends, line_after, main_way
from games.puzzles.models import Attempt, Daily, Puzzle, Run, RunPuzzle
from games.puzzles.services.selection import streak_of, today
from games.puzzles.services.solving import judged, position_of
from games.rules import Board, PlayedMove

SOLVED, NEAR, HALF, FAR = "█▆▄▂"
SHOWN = 8  # latest tries


def bars(points: Sequence[int], best: int) -> str:
    """Return a bar for each of the last `SHOWN` tries, in four heights by its share of the best points."""
    return "".join(_bar(score, best) for score in points[-SHOWN:])


def share_text(attempt: Attempt, points: Sequence[int], streak: int, address: str) -> str:
    """Return the result of a finished attempt in one line; `points` are those of each try."""
    puzzle: Puzzle = attempt.puzzle
    parts = [f"Numgames {_title(puzzle)}", _told(attempt)]
    if puzzle.asks_for_points and (heights := bars(points, puzzle.best_points)):
        parts.append(heights)
    if streak > 1 and attempt.solved_at:
        parts.append(ngettext("%(days)d day in a row", "%(days)d days in a row", streak) % {"days": streak})
    return f"{' · '.join(parts)} {address}"


def number_of(puzzle: Puzzle) -> int | None:
    """Return the number of the daily puzzle; None for other puzzles."""
    daily = Daily.objects.filter(puzzle=puzzle).first()
    return daily.number if daily else None


def _title(puzzle: Puzzle) -> str:
    number = number_of(puzzle)
    return f"{named(puzzle.game)} #{number}" if number else _("%(game)s puzzle") % {"game": named(puzzle.game)}


def _told(attempt: Attempt) -> str:
    if not attempt.solved_at:
        return _("not solved")
    if attempt.tries == 1:
        return _("solved at once")
    return ngettext("solved in %(tries)d try", "solved in %(tries)d tries", attempt.tries) % {"tries": attempt.tries}


def _bar(score: int, best: int) -> str:
    if score == best:
        return SOLVED
    return NEAR if 5 * score >= 4 * best else HALF if 2 * score >= best else FAR


AT_HOME = "at=home"  # the query of forms on the home page


class PuzzleBoard(BoardView):
    """The position of a puzzle with its solver to move."""

    puzzle: Puzzle

    @cached_property
    def board(self) -> Board:
        """Return the board without the hints about points that some matches show."""
        board = self.display.board(self.view)
        return replace(board, cells=tuple(replace(cell, hint="") for cell in board.cells))

    @property
    def points(self) -> tuple[int, int]:
        """Return the points in the position, the mover's first."""
        scores = position_of(self.puzzle).scores
        seat = position_of(self.puzzle).to_move
        return scores[seat.index], scores[seat.other.index]


class PuzzleView(PuzzleBoard):
    """A puzzle, or, once the attempt is over, the position after a best move."""

    def __init__(
        self, puzzle: Puzzle, viewer: User | None, attempt: Attempt | None = None, *, at_home: bool = False
    ) -> None:
        """Create the view; the viewer's attempt is looked up unless given. Without one it shows the puzzle itself.

        With `at_home` the forms post to URLs that answer with the part of the home page.
        """
        self.puzzle, self.viewer = puzzle, viewer
        self.asked_at = f"?{AT_HOME}" if at_home else ""
        if viewer and attempt is None:
            attempt = Attempt.objects.filter(puzzle=puzzle, player=viewer).first()
        self.attempt = attempt
        self.is_over = attempt is not None and attempt.is_over
        start = position_of(puzzle)
        self.line = list(attempt.line) if attempt else []
        moves = self._way if self.is_over else self.line
        position = position_of(puzzle, moves)
        self.done: PlayedMove | None = position.last if self.is_over else None
        if self.is_over and position.result is None:
            before = position_of(puzzle, moves[:-1])
            if ends(puzzle.game, before, position):  # the next game of the match is no part of the puzzle
                position = before
        super().__init__(puzzle.game, position, start.to_move, len(self.line) + self.is_over)

    @property
    def points(self) -> tuple[int, int]:
        """Return the points at the solver's current or, once the attempt is over, last turn, the solver's first."""
        position = position_of(self.puzzle, self.line[: len(self.line) // 2 * 2])
        seat = position_of(self.puzzle).to_move
        return position.scores[seat.index], position.scores[seat.other.index]

    @property
    def _shown(self) -> str:
        """Return the move shown at the end: the player's own if it solved the puzzle, else the best one."""
        return self.attempt.text if self.attempt and self.attempt.solved_at else self.puzzle.best

    @property
    def _way(self) -> list[str]:
        """Return the moves shown at the end: the player's own, completed by the solution if they did not solve it."""
        if not self.puzzle.is_line:
            return [self._shown]
        if self.attempt and self.attempt.solved_at:
            return self.line
        return [*self.line, *main_way(line_after(self.puzzle.line, self.line))]

    @cached_property
    def way(self) -> list[PlayedMove]:
        """Return the turns of the line so far or, once the attempt is over, of the whole solution, with the replies."""
        moves = self._way if self.is_over else self.line
        turns = (position_of(self.puzzle, moves[: number + 1]).last for number in range(len(moves)))
        return [turn for turn in turns if turn]

    @property
    def reply(self) -> PlayedMove | None:
        """Return the opponent's last reply in a line that goes on; None before the first."""
        return None if self.is_over or not self.way else self.way[-1]

    @property
    def address(self) -> str:
        """Return the path of the page."""
        return reverse("puzzles:puzzle", args=[self.puzzle.pk])

    @cached_property
    def to(self) -> FormUrls:
        """Return the form URLs of the puzzle."""
        move = self.address + self.asked_at
        return FormUrls(move, reverse("puzzles:preview", args=[self.puzzle.pk]), move)

    @property
    def lights(self) -> str:
        """Return the URL of the squares to highlight for a selection."""
        return reverse("puzzles:lights", args=[self.puzzle.pk])

    @property
    def solution(self) -> str:
        """Return the URL of the form that gives up."""
        return reverse("puzzles:solution", args=[self.puzzle.pk]) + self.asked_at

    @property
    def over(self) -> bool:
        """Return whether the attempt is over."""
        return self.is_over

    @property
    def my_turn(self) -> bool:
        """Return whether the viewer may try."""
        return not self.is_over

    @property
    def version(self) -> int:
        """Return a version that grows with each action of the viewer, so that no outdated response is shown."""
        return (self.attempt.tries if self.attempt else 0) + 2 * self.ply

    @property
    def is_known(self) -> bool:
        """Return whether the viewer took part in its match."""
        return self.viewer is not None and self.puzzle.is_known_to(self.viewer)

    @property
    def was_in_run(self) -> bool:
        """Return whether the viewer has seen it in a sprint or a repetition."""
        return self.viewer is not None and self.puzzle.was_in_run_of(self.viewer)

    @cached_property
    def played(self) -> Line | None:
        """Return the move played in the match; None unless it was played on this site and can be replayed."""
        match = self.puzzle.source.match if self.puzzle.source else None
        if match is None:
            return None
        try:
            turn = positions.replay(match).turns[self.puzzle.ply]
        except RulesGone:
            return None
        return Line(self.puzzle.ply + 1, match.player(turn.seat), turn)

    @cached_property
    def daily(self) -> Daily | None:
        """Return the day of which it is the daily puzzle, if any."""
        return Daily.objects.filter(puzzle=self.puzzle).first()

    @property
    def is_todays(self) -> bool:
        """Return whether it is today's daily puzzle."""
        return self.daily is not None and self.daily.day == today()

    @cached_property
    def streak(self) -> int:
        """Return the viewer's streak of daily puzzles."""
        return streak_of(self.viewer, today())

    @property
    def others(self) -> int:
        """Return how many other players solved it."""
        return self.puzzle.solved - bool(self.attempt and self.attempt.solved_at)

    def shared(self, address: str) -> str:
        """Return the text to share with this link; empty while the attempt is not over."""
        if not (self.attempt and self.is_over):
            return ""
        points = list(self.attempt.tried.values_list("points", flat=True))
        return share_text(self.attempt, points, self.streak if self.daily else 0, address)


class RunView(PuzzleBoard):
    """The puzzle of a run that is to be answered now; the last one once the run is over."""

    def __init__(self, run: Run, shown: RunPuzzle, last: RunPuzzle | None) -> None:
        """Create the view of the puzzle `shown`; `last` is the one that was answered before it."""
        self.run, self.last_answer, self.puzzle = run, last, shown.puzzle
        position = position_of(shown.puzzle)
        super().__init__(shown.puzzle.game, position, position.to_move, shown.number - 1)
        self.number = shown.number

    @cached_property
    def to(self) -> FormUrls:
        """Return the form URLs of the run."""
        address = reverse("puzzles:run", args=[self.run.pk])
        return FormUrls(address, reverse("puzzles:run_preview", args=[self.run.pk]), address)

    @property
    def lights(self) -> str:
        """Return the URL of the squares to highlight for a selection."""
        return reverse("puzzles:run_lights", args=[self.run.pk])

    @property
    def over(self) -> bool:
        """Return whether the run has ended."""
        return self.run.ended_at is not None

    @property
    def my_turn(self) -> bool:
        """Return whether there is a puzzle to answer."""
        return not self.over

    @property
    def version(self) -> int:
        """Return a version that grows with each answer and with the end."""
        return self.run.solved + self.run.missed + self.over

    @property
    def best(self) -> PlayedMove | None:
        """Return the best move of the puzzle that was answered before."""
        return judged(self.last_answer.puzzle, self.last_answer.puzzle.best)[1] if self.last_answer else None
