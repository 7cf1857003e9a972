"""View models of the moments that decided a match, with small boards of what was played and what was better."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.analysis.analysis_view import Option, TurnView
from games.analysis.evaluation.moments import Moment
from games.analysis.evaluation.report import Report, TurnReport
from games.analysis.reading import Played
from games.catalogue import display_of
from games.matches.models import Match
from games.matches.pages.board_view import draw_rows
from games.rules import Board, Sentence, Square

WINDOW = 13  # rows and columns of a larger board that are shown of a moment, at least


@dataclass(frozen=True)
class DecidingTurn:
    """A turn that decided the match: its report, what was better, and why, if a reason is sure."""

    view: TurnView
    why: Sentence | None
    move: str = ""  # the better one in notation; the best one if it is empty

    @property
    def row(self) -> TurnReport:
        """Return the report on the turn."""
        return self.view.row

    @property
    def before(self) -> float:
        """Return the mover's winning chance before the turn, 0 to 1."""
        return min(1.0, max(0.0, self.row.mover_chance - self.row.change))

    @property
    def better(self) -> Option | None:
        """Return the better move that is explained, if the played one was worse for sure."""
        return self.view.options[self._rank] if self.row.is_miss else None

    @property
    def small(self) -> SmallBoard:
        """Return the board after the move that was played."""
        return SmallBoard(*near(self.view.board, self.view.marked))

    @property
    def small_better(self) -> SmallBoard:
        """Return the board after that move."""
        return SmallBoard(*near(*self.view.after(self.row.choices[self._rank].text)))

    @property
    def _rank(self) -> int:
        texts = [choice.text for choice in self.row.choices]
        return texts.index(self.move) if self.move in texts else 0


@dataclass(frozen=True)
class SmallBoard:
    """A board, or a part of it, that only shows; `squares` are those of the move."""

    board: Board
    squares: tuple[Square, ...]

    @property
    def cells(self) -> SafeString:
        """Return its rows as HTML."""
        return draw_rows(self.board, self.squares, still=True)


def near(board: Board, squares: Iterable[Square]) -> tuple[Board, tuple[Square, ...]]:
    """Return the part of a large board around these squares, or its middle, and the squares; a small board as it is."""
    marked = tuple(squares)
    if board.columns <= WINDOW:
        return board, marked
    size, corner = WINDOW, []
    for places, length in (([one.row for one in marked], board.rows), ([one.column for one in marked], board.columns)):
        least, most = (min(places), max(places)) if places else ((length + 1) // 2, (length + 1) // 2)
        size = min(length, max(size, most - least + 3))  # with what stands before and behind a line
        corner.append((least + most) // 2)
    row, column = (max(1, min(middle - size // 2, board.rows - size + 1)) for middle in corner)
    return board.part(Square(row, column), size, size), marked


def deciding_turns(match: Match, played: Played, report: Report, moments: Iterable[Moment]) -> tuple[DecidingTurn, ...]:
    """Return the views of these moments of the match."""
    display = display_of(match.game)
    return tuple(
        DecidingTurn(
            TurnView(match, played, report.rows[moment.ply - 1], 0),
            display.explain(moment.why) if moment.why else None,
            moment.better,
        )
        for moment in moments
    )
