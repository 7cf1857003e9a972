"""View models of a puzzle and of a run for one viewer, and the text by which a result is shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from games.matches.errors import RulesGone
from games.matches.pages.board_view import BoardView, FormUrls
from games.matches.pages.match_view import TurnEntry
from games.matches.play import positions
from games.matches.templatetags.sentences import named
from games.puzzles.kinds import Kind, Theme, Topic
from games.puzzles.making.lines import ends, line_after, main_way
from games.puzzles.mistakes_view import reason_of
from games.puzzles.models import Attempt, Daily, Mistake, Puzzle, Run, RunPuzzle
from games.puzzles.services.selection import streak_of, today
from games.puzzles.services.solving import judged, position_of, was_in_run
from games.puzzles.today import Today, bars, today_of
from games.rules import Board, PlayedMove, Sentence
from games.rules.reasons import Why
from games.social.comments import comments_on

AT_HOME = "at=home"  # the query of forms on the home page


def query_of(topic: Topic | None) -> str:
    """Return the query of the page of a puzzle that was chosen by this topic, with its question mark."""
    return f"?theme={topic.value}" if topic else ""


class PuzzleBoard(BoardView):
    """The position of a puzzle with its solver to move."""

    puzzle: Puzzle
    address: str  # the path of the page
    query = ""  # of the URLs of forms, with its question mark
    over = False

    @property
    def to(self) -> FormUrls:
        """Return the URLs of the forms."""
        move = self.address + self.query
        return FormUrls(move, f"{self.address}preview/{self.query}", move)

    @property
    def lights(self) -> str:
        """Return the URL of the squares to highlight for a selection."""
        return f"{self.address}lights/"

    @property
    def my_turn(self) -> bool:
        """Return whether the viewer may try."""
        return not self.over

    @cached_property
    def board(self) -> Board:
        """Return the board without the hints about points that some matches show."""
        board = self.display.board(self.view)
        return replace(board, cells=tuple(replace(cell, hint="") for cell in board.cells))

    @property
    def points(self) -> tuple[int, int]:
        """Return the points at the solver's current or, at the end, last turn, the solver's first."""
        return self._points_after(())

    def _points_after(self, moves: Sequence[str]) -> tuple[int, int]:
        scores, seat = position_of(self.puzzle, moves).scores, position_of(self.puzzle).to_move
        return scores[seat.index], scores[seat.other.index]


class PuzzleView(PuzzleBoard):
    """A puzzle, or, once the attempt is over, the position after a best move."""

    def __init__(
        self,
        puzzle: Puzzle,
        viewer: User | None,
        attempt: Attempt | None = None,
        *,
        at_home: bool = False,
        topic: Topic | None = None,
    ) -> None:
        """Create the view; the viewer's attempt is looked up unless given. Without one it shows the puzzle itself.

        With `at_home` the forms post to URLs that answer with the part of the home page. `topic` is what the viewer has
        chosen to practise.
        """
        self.puzzle, self.viewer, self.topic = puzzle, viewer, topic
        self.address = reverse("puzzles:puzzle", args=[puzzle.pk])
        self.query = f"?{AT_HOME}" if at_home else query_of(topic)
        if viewer and attempt is None:
            attempt = Attempt.objects.filter(puzzle=puzzle, player=viewer).first()
        self.attempt = attempt
        self.over = attempt is not None and attempt.is_over
        start = position_of(puzzle)
        self.line = list(attempt.line) if attempt else []
        self.moves = self._moves_at_end() if self.over else self.line
        position = position_of(puzzle, self.moves)
        self.done: PlayedMove | None = position.last if self.over else None
        if self.over and position.result is None:
            before = position_of(puzzle, self.moves[:-1])
            if ends(puzzle.game, before, position):  # the next game of the match is no part of the puzzle
                position = before
        super().__init__(puzzle.game, position, start.to_move, len(self.line) + self.over)

    @property
    def points(self) -> tuple[int, int]:
        """Return the points at the solver's current or, once the attempt is over, last turn, the solver's first."""
        return self._points_after(self.line[: len(self.line) // 2 * 2])

    def _moves_at_end(self) -> list[str]:
        """Return the player's own moves, completed by the solution if they did not solve the puzzle."""
        is_solved = self.attempt is not None and self.attempt.solved_at is not None
        if not self.puzzle.is_line:
            return [self.attempt.text if self.attempt and is_solved else self.puzzle.best]
        return self.line if is_solved else [*self.line, *main_way(line_after(self.puzzle.line, self.line))]

    @cached_property
    def way(self) -> list[PlayedMove]:
        """Return the turns of the line so far or, once the attempt is over, of the whole solution, with the replies."""
        turns = (position_of(self.puzzle, self.moves[: number + 1]).last for number in range(len(self.moves)))
        return [turn for turn in turns if turn]

    @property
    def reply(self) -> PlayedMove | None:
        """Return the opponent's last reply in a line that goes on; None before the first."""
        return None if self.over or not self.way else self.way[-1]

    @property
    def solution(self) -> str:
        """Return the URL of the form that gives up."""
        return f"{self.address}solution/{self.query}"

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
        """Return whether the viewer has seen it in a run."""
        return self.viewer is not None and was_in_run(self.puzzle, self.viewer)

    @cached_property
    def chosen(self) -> Topic | None:
        """Return the topic by which the viewer has chosen the puzzle, if the puzzle has it."""
        return self.topic if self.topic in self._topics else None

    @property
    def topic_query(self) -> str:
        """Return the query that keeps what the viewer has chosen to practise."""
        return query_of(self.topic)

    @property
    def topics(self) -> str:
        """Return its kind and themes in words; empty while the attempt goes on, as they give something away."""
        return ", ".join(str(one.label) for one in self._topics) if self.over else ""

    @cached_property
    def _topics(self) -> list[Topic]:
        rows = set(self.puzzle.themes.values_list("theme", flat=True)) if self.topic or self.over else set()
        kinds = [] if self.puzzle.asks_for_points else [Kind(self.puzzle.kind)]
        return [*kinds, *(theme for theme in Theme if theme in rows)]

    @cached_property
    def reason(self) -> tuple[PlayedMove, Sentence] | None:
        """Return another move, and why the answer is better; None while the attempt goes on or if no reason is sure."""
        match self.puzzle.why:
            case [str(text), str(key), dict(values)] if self.over:
                why = self.display.explain(Why(key, tuple(values.items())))
                return (judged(self.puzzle, text)[1], why) if why else None
        return None

    @cached_property
    def played(self) -> TurnEntry | None:
        """Return the move played in the match; None unless it was played on this site and can be replayed."""
        match = self.puzzle.source.match if self.puzzle.source else None
        if match is None:
            return None
        try:
            turn = positions.replay(match).turns[self.puzzle.ply]
        except RulesGone:
            return None
        return TurnEntry(self.puzzle.ply + 1, match.player(turn.seat), turn)

    @cached_property
    def daily(self) -> Daily | None:
        """Return the day of which it is the daily puzzle, if any."""
        return Daily.objects.filter(puzzle=self.puzzle).first()

    @property
    def is_todays(self) -> bool:
        """Return whether it is today's daily puzzle."""
        return self.daily is not None and self.daily.day == today()

    @cached_property
    def comments(self) -> int:
        """Return how many comments there are on it."""
        return comments_on(self.puzzle.pk).filter(erased_at=None).count()

    @cached_property
    def streak(self) -> int:
        """Return the viewer's streak of daily puzzles."""
        return streak_of(self.viewer, today())

    @cached_property
    def day(self) -> Today | None:
        """Return today's puzzles with the viewer's attempts."""
        return today_of(self.viewer)

    @property
    def others(self) -> int:
        """Return how many other players solved it, once the viewer has."""
        return self.puzzle.solved - 1

    def shared(self, address: str) -> str:
        """Return the result in one line to share with this link, without the solution; empty before the end."""
        attempt, puzzle = self.attempt, self.puzzle
        if attempt is None or not attempt.is_over:
            return ""
        name = named(puzzle.game)
        title = f"{name} #{self.daily.number}" if self.daily else _("%(game)s puzzle") % {"game": name}
        parts = [f"Numgames {title}", _result_of(attempt)]
        points = list(attempt.tried.values_list("points", flat=True))
        if puzzle.asks_for_points and points:
            parts.append(bars(points, puzzle.best_points))
        if self.daily and self.streak > 1 and attempt.solved_at:
            text = ngettext("%(days)d day in a row", "%(days)d days in a row", self.streak)
            parts.append(text % {"days": self.streak})
        return f"{' · '.join(parts)} {address}"


def _result_of(attempt: Attempt) -> str:
    if not attempt.solved_at:
        return pgettext("a puzzle", "not solved")
    if attempt.tries == 1:
        return _("solved at once")
    return ngettext("solved in %(tries)d try", "solved in %(tries)d tries", attempt.tries) % {"tries": attempt.tries}


class RunView(PuzzleBoard):
    """The puzzle of a run that is to be answered now; the last one once the run is over."""

    def __init__(self, run: Run, run_puzzle: RunPuzzle, last: RunPuzzle | None) -> None:
        """Create the view of this puzzle of the run; `last` is the one that was answered before it."""
        self.run, self.last_answer, self.puzzle = run, last, run_puzzle.puzzle
        self.address = reverse("puzzles:run", args=[run.pk])
        self.over = run.ended_at is not None
        position = position_of(self.puzzle)
        super().__init__(self.puzzle.game, position, position.to_move, run_puzzle.number - 1)

    @property
    def version(self) -> int:
        """Return a version that grows with each answer and with the end."""
        return self.run.solved + self.run.missed + self.run.skipped + self.over

    @cached_property
    def mistake(self) -> Mistake | None:
        """Return the viewer's own mistake that was answered before; None in other runs."""
        if self.run.kind != Run.Kind.OWN or self.last_answer is None:
            return None
        rows = Mistake.objects.select_related("puzzle", "match__first", "match__second")
        return rows.filter(puzzle=self.last_answer.puzzle_id).first()

    @property
    def why(self) -> Sentence | None:
        """Return why another move was better than that mistake, if a reason is sure."""
        return reason_of(self.mistake) if self.mistake else None

    @property
    def best(self) -> PlayedMove | None:
        """Return the best move of the puzzle that was answered before."""
        return judged(self.last_answer.puzzle, self.last_answer.puzzle.best)[1] if self.last_answer else None
