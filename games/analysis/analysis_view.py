"""View models of an analysis: the whole match for one viewer, and the board of one turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse

from accounts.models import User
from games.analysis.evaluation.candidates import Choice
from games.analysis.evaluation.report import Report, Row, Side, seen_by
from games.analysis.replay import Played
from games.matches.models import Match
from games.matches.pages.board_html import Cells, draw_cells
from games.matches.pages.board_view import BoardView, FormUrls
from games.matches.pages.match_view import Line as MatchLine
from games.rules import AnyGame, Board, Interlude, PlayedMove, Seat, SeededRandom, Tile


@dataclass(frozen=True)
class Line:
    """One turn and its mover."""

    user: User
    row: Row


@dataclass(frozen=True)
class Share:
    """One player's report, and whether the viewer is that player."""

    user: User
    side: Side
    own: bool


@dataclass(frozen=True)
class Analysed:
    """A finished analysis of a match, as seen from this seat or by a spectator."""

    match: Match
    report: Report
    seat: Seat | None

    @property
    def lines(self) -> list[Line]:
        """Return all turns."""
        return [self._line(row) for row in self.report.rows]

    @property
    def shares(self) -> list[Share]:
        """Return both players' reports, the viewer's first."""
        sides = sorted(self.report.sides, key=lambda side: side.seat is not (self.seat or Seat.FIRST))
        return [Share(self.match.player(side.seat), side, side.seat is self.seat) for side in sides]

    @property
    def turning(self) -> Line | None:
        """Return the turn with the largest change of the winning chances."""
        return self._line(self.report.turning) if self.report.turning else None

    @property
    def before_turning(self) -> float:
        """Return the mover's winning chance before that turn."""
        turning = self.report.turning
        return turning.mover_chance - turning.change if turning else 0.5

    @property
    def miss(self) -> Line | None:
        """Return the turn that gave away most of the winning chance."""
        return self._line(self.report.miss) if self.report.miss else None

    @property
    def loser_chance(self) -> float | None:
        """Return the final winning chance of a player who resigned or lost on time; None for other ends."""
        loser = self.match.forfeited_by
        return seen_by(loser, self.report.rows[-1].chance) if loser else None

    @property
    def loser(self) -> User:
        """Return the loser."""
        return self.match.player(Seat(self.match.winner or Seat.FIRST).other)

    def _line(self, row: Row) -> Line:
        return Line(self.match.player(row.turn.seat), row)


@dataclass(frozen=True)
class Option:
    """One of the best moves of a turn: its rank and effect; whether it has the most points, was played, is shown."""

    number: int
    choice: Choice
    turn: PlayedMove
    has_most: bool
    played: bool
    shown: bool

    @property
    def squares(self) -> str:
        """Return its squares, such as `e7–i7`, because the same calculation may fit in several places."""
        ends = [str(self.turn.squares[place]) for place in (0, -1)] if self.turn.squares else []
        return "–".join(dict.fromkeys(ends))


class MomentView(BoardView):
    """The board after one turn as it was played, or after another move instead."""

    def __init__(
        self, match: Match, played: Played, row: Row, number: int, *, attempt: str = "", retry: bool = False
    ) -> None:
        """Create the view; `number` is the rank of the shown move among the best moves, 0 for the one played.

        `attempt` is another legal move to show instead, in notation; `retry` shows the board before the turn.
        """
        self.match, self.row, self.number = match, row, number
        self.attempt, self.retry = attempt, retry
        self.made = played.moves[row.ply - 1]
        self.before, position = played.positions[row.ply - 1 : row.ply + 1]
        if number:
            move = match.game.decode(row.choices[number - 1].text)
            position = match.game.apply(self.before, move, SeededRandom(b"only to look at", row.ply))
        elif attempt:
            move = match.game.decode(attempt)
            position = match.game.apply(self.before, move, SeededRandom(b"only to look at", row.ply))
        elif retry:
            position = self.before
        super().__init__(match.game, position, None, row.ply)

    @property
    def to(self) -> FormUrls:
        """Return the form URLs: no move can be made here, so all are those of the page itself."""
        return FormUrls(*[reverse("analysis:turn", args=[self.match.pk, self.ply])] * 3)

    @cached_property
    def names(self) -> tuple[str, str]:
        """Return the players' names, by seat."""
        return str(self.match.first), str(self.match.second)

    @cached_property
    def board(self) -> Board:
        """Return the board to show; if the turn ended a game of the match, the board of that game, not the next."""
        return self._ended.board if self._ended else self.game.board(self.view)

    @cached_property
    def cells(self) -> Cells:
        """Return the squares of the board as HTML, with those of the turn marked."""
        squares = self._ended.squares if self._ended else self.view.last.squares if self.view.last else ()
        return draw_cells(self.board, squares)

    @property
    def hand(self) -> tuple[Tile, ...]:
        """Return the mover's hand."""
        mover = self.before.to_move
        return self.game.rack(self.game.view(self.before, mover), mover) or ()

    @property
    def scores(self) -> tuple[int, int]:
        """Return both players' points before the turn."""
        return self.before.scores

    @property
    def did(self) -> MatchLine:
        """Return the turn as it was played."""
        return MatchLine(self.ply, self.match.player(self.row.turn.seat), self.row.turn)

    @cached_property
    def options(self) -> list[Option]:
        """Return the best moves of the turn."""
        return [self._option(number, choice) for number, choice in enumerate(self.row.choices, 1)]

    @property
    def names_squares(self) -> bool:
        """Return whether some of the best moves differ only in their squares."""
        words = [option.turn.text for option in self.options]
        return len(set(words)) < len(words)

    @property
    def shown(self) -> PlayedMove:
        """Return the effect of the shown move."""
        if self.attempt:
            game: AnyGame = self.game
            return game.judge(self.before, game.decode(self.attempt))
        return self.options[self.number - 1].turn if self.number else self.row.turn

    def _option(self, number: int, choice: Choice) -> Option:
        game: AnyGame = self.game
        turn = game.judge(self.before, game.decode(choice.text))
        has_most = choice.points == self.row.most > 0
        played = choice.text == game.encode(game.decode(self.made))
        return Option(number, choice, turn, has_most, played, number == self.number)

    @cached_property
    def _ended(self) -> Interlude | None:
        return self.game.interlude(self.view) if self.view.last is None else None
