"""View models of an analysis: the whole match for one viewer with its chart, the board of one turn, and a variation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.db.models import TextChoices
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

from accounts.models import User
from games.analysis.evaluation.candidates import Choice
from games.analysis.evaluation.report import Report, Side, TurnReport, seen_by
from games.analysis.reading import Played
from games.catalogue import display_of
from games.matches.models import Match
from games.matches.pages.board_view import BoardView, FormUrls, cells_of
from games.matches.pages.match_view import TurnEntry
from games.matches.play.positions import LONGEST_LINE, follow
from games.rules import AnyGame, Board, PlayedMove, Seat, SeededRandom, Square, Tile

WIDTH, HEIGHT, EDGE = 600, 160, 6  # of the SVG and its margin, in units of its viewBox


class Word(TextChoices):
    """How accurately a player played."""

    BRILLIANT = "brilliant", pgettext_lazy("play of a match", "brilliant")
    STRONG = "strong", pgettext_lazy("play of a match", "strong")
    GOOD = "good", pgettext_lazy("play of a match", "good")
    UNEVEN = "uneven", pgettext_lazy("play of a match", "uneven")
    ROUGH = "rough", pgettext_lazy("play of a match", "rough")


# The least accuracy of each word. Random moves have 14 to 36, level 5 has about 50 to 85, by the game.
WORDS = ((90, Word.BRILLIANT), (75, Word.STRONG), (55, Word.GOOD), (35, Word.UNEVEN), (0, Word.ROUGH))


@dataclass(frozen=True)
class PlayersTurn:
    """One turn and its mover."""

    user: User
    row: TurnReport


@dataclass(frozen=True)
class Share:
    """One player's part of the report, and whether the viewer is that player."""

    user: User
    side: Side
    own: bool

    @property
    def word(self) -> Word:
        """Return the word for the accuracy."""
        return next(word for least, word in WORDS if self.side.accuracy >= least)


@dataclass(frozen=True)
class Analysed:
    """A finished analysis of a match, as seen from this seat or by a spectator."""

    match: Match
    report: Report
    seat: Seat | None

    @property
    def lines(self) -> list[PlayersTurn]:
        """Return all turns with their movers."""
        return [self._line(row) for row in self.report.rows]

    @property
    def shares(self) -> list[Share]:
        """Return both players' reports, the viewer's first."""
        sides = sorted(self.report.sides, key=lambda side: side.seat is not (self.seat or Seat.FIRST))
        return [Share(self.match.player(side.seat), side, side.seat is self.seat) for side in sides]

    @property
    def loser_chance(self) -> float | None:
        """Return the final winning chance of a player who resigned or lost on time; None for other ends."""
        loser = self.match.forfeited_by
        return seen_by(loser, self.report.rows[-1].chance) if loser else None

    @property
    def loser(self) -> User | None:
        """Return the loser; None if the match has no winner."""
        return self.match.player(Seat(self.match.winner).other) if self.match.winner else None

    def _line(self, row: TurnReport) -> PlayersTurn:
        return PlayersTurn(self.match.player(row.turn.seat), row)


@dataclass(frozen=True)
class Dot:
    """The point of one turn on the chart, and the horizontal extent of the area that links to it."""

    row: TurnReport
    x: float
    y: float
    left: float
    width: float


@dataclass(frozen=True)
class ChancesChart:
    """The line chart of the first player's winning chance: 1 is at the top, 0 at the bottom.

    `line` and `area` are the points of an SVG polyline and polygon; `now` is the marked turn.
    """

    dots: tuple[Dot, ...]
    line: str
    area: str
    now: Dot | None
    middle: float = HEIGHT / 2
    width: int = WIDTH
    height: int = HEIGHT


def chart_of(report: Report, ply: int | None = None) -> ChancesChart:
    """Return the chart of this report, which has at least one turn, with turn number `ply` marked."""
    step = (WIDTH - 2 * EDGE) / len(report.rows)
    start = (float(EDGE), _height(report.start))
    places = [start, *((round(EDGE + row.ply * step, 1), _height(row.chance)) for row in report.rows)]
    dots = tuple(
        Dot(row, x, y, round(x - step / 2, 1), round(step, 1))
        for row, (x, y) in zip(report.rows, places[1:], strict=True)
    )
    line = " ".join(f"{x},{y}" for x, y in places)
    area = f"{EDGE},{HEIGHT} {line} {places[-1][0]},{HEIGHT}"
    return ChancesChart(dots, line, area, dots[ply - 1] if ply else None)


def _height(chance: float) -> float:
    return round(HEIGHT - EDGE - chance * (HEIGHT - 2 * EDGE), 1)


@dataclass(frozen=True)
class OnBoard:
    """A move for the page's scripts: the HTML of the cells that it changes, and the names of its squares."""

    cells: SafeString
    squares: str


@dataclass(frozen=True)
class Option:
    """One of the best moves of a turn.

    `number` is its rank from 1, `turn` its effect. The flags tell whether it scores the most points, was played, and is
    the move shown on the board.
    """

    number: int
    choice: Choice
    turn: PlayedMove
    on_board: OnBoard
    has_most: bool
    played: bool
    shown: bool

    @property
    def squares(self) -> str:
        """Return its first and last squares, such as `e7–i7`: the same calculation may fit in several places."""
        return _ends_of(self.turn)


def without_orders(options: Iterable[Option]) -> list[Option]:
    """Leave out moves that lay the same tiles as a better one on the same squares, in another order, for as much.

    In Summy there can be hundreds. The played move and the one that is shown stay.
    """
    seen, kept = set[object](), list[Option]()
    for option in options:
        choice = option.choice
        key = frozenset(option.turn.squares), "".join(sorted(choice.text)), choice.points, round(choice.chance, 2)
        if key not in seen or option.played or option.shown:
            kept.append(option)
        seen.add(key)
    return kept


class AnalysisBoard(BoardView):
    """A position of a finished match, or one that other moves lead to."""

    match: Match

    @cached_property
    def names(self) -> tuple[str, str]:
        """Return the players' names, by seat."""
        return str(self.match.first), str(self.match.second)


class TurnView(AnalysisBoard):
    """The board after one turn as it was played, or after another move instead."""

    def __init__(self, match: Match, played: Played, row: TurnReport, number: int) -> None:
        """Create the view; `number` is the rank of the shown move among the best moves, 0 for the one played."""
        self.match, self.row, self.number = match, row, number
        self.made = played.moves[row.ply - 1]
        self.before, position = played.positions[row.ply - 1 : row.ply + 1]
        self.did = TurnEntry(row.ply, match.player(row.turn.seat), row.turn)
        self.address = reverse("analysis:turn", args=[match.pk, row.ply])
        self.retry = reverse("analysis:variation", args=[match.pk, row.ply])
        self.text = row.choices[number - 1].text if number else self.made  # of the shown move, in notation
        if number:
            rng = SeededRandom(b"only to look at", row.ply)
            position = match.game.apply(self.before, match.game.decode(self.text), rng)
        super().__init__(match.game, position, None, row.ply)

    @property
    def to(self) -> FormUrls:
        """Return the form URLs, all of the page itself: no move can be made here."""
        return FormUrls(self.address, self.address, self.address)

    @cached_property
    def board(self) -> Board:
        """Return the board to show; if the turn ended a game of the match, the final board of that game."""
        return self._boards[self.text][0]

    @property
    def marked(self) -> frozenset[Square]:
        """Return the squares of the turn."""
        return frozenset(self._boards[self.text][1])

    @property
    def hand(self) -> tuple[Tile, ...]:
        """Return the mover's hand before the turn."""
        mover = self.before.to_move
        return self.display.rack(self.game.view(self.before, mover), mover) or ()

    @cached_property
    def options(self) -> list[Option]:
        """Return the best moves of the turn."""
        return [self._option(number, choice) for number, choice in enumerate(self.row.choices, 1)]

    @property
    def listed(self) -> list[Option]:
        """Return the best moves that the page lists."""
        return without_orders(self.options)

    @property
    def names_squares(self) -> bool:
        """Return whether some of the best moves have the same text, so that their squares have to be shown."""
        words = [option.turn.text for option in self.options]
        return len(set(words)) < len(words)

    @property
    def shown(self) -> PlayedMove:
        """Return the effect of the shown move."""
        return self.options[self.number - 1].turn if self.number else self.row.turn

    def _option(self, number: int, choice: Choice) -> Option:
        game: AnyGame = self.game
        turn = game.judge(self.before, game.decode(choice.text))
        has_most = choice.points == self.row.most > 0
        is_played = choice.text == game.encode(game.decode(self.made))
        on_board = self._on_board(choice.text)
        return Option(number, choice, turn, on_board, has_most, is_played, number == self.number)

    @property
    def onward(self) -> str:
        """Return the path of the variation that begins with the shown move."""
        return _with_moves(self.retry, [self.text])

    @cached_property
    def made_shown(self) -> OnBoard:
        """Return the move that was played, for scripts."""
        return self._on_board(self.made)

    @cached_property
    def cells_before(self) -> SafeString:
        """Return the HTML, before the turn, of all cells that the played move or one of the best changes."""
        changes = [self._changed(board) for board, _squares in self._boards.values()]
        return cells_of(self._board_before, frozenset().union(*changes))

    @cached_property
    def _board_before(self) -> Board:
        return self.display.board(self.game.view(self.before, None))

    @cached_property
    def _boards(self) -> dict[str, tuple[Board, tuple[Square, ...]]]:
        """Return the boards after the played and the best moves with the squares of the moves, by notation."""
        return {text: self._after(text) for text in (self.made, *(choice.text for choice in self.row.choices))}

    def _on_board(self, text: str) -> OnBoard:
        board, squares = self._boards[text]
        return OnBoard(cells_of(board, self._changed(board)), " ".join(map(str, squares)))

    def _changed(self, board: Board) -> frozenset[Square]:
        pairs = zip(board.cells, self._board_before.cells, strict=True)
        return frozenset(cell.square for cell, old in pairs if cell != old)

    def after(self, text: str) -> tuple[Board, tuple[Square, ...]]:
        """Return the board after the played move or one of the best, and the squares of the move."""
        return self._boards[text]

    def _after(self, text: str) -> tuple[Board, tuple[Square, ...]]:
        """Return the board after this move and the squares of the move; if it ended a game, the final board of that."""
        game: AnyGame = self.game
        rng = SeededRandom(b"only to look at", self.row.ply)
        view = game.view(game.apply(self.before, game.decode(text), rng), None)
        if view.last is None and (interlude := display_of(game).interlude(view)):
            return interlude.board, interlude.squares
        return display_of(game).board(view), view.last.squares if view.last else ()


@dataclass(frozen=True)
class Step:
    """One move of a variation: its mover, its effect, and the path of the page of the variation up to it."""

    user: User
    turn: PlayedMove
    path: str

    @property
    def squares(self) -> str:
        """Return its first and last squares, such as `e7–i7`."""
        return _ends_of(self.turn)


class VariationView(AnalysisBoard):
    """The position after other moves than those of the match, from one of its turns on.

    The viewer plays both sides: the tiles of the player to move are shown.
    """

    def __init__(self, match: Match, played: Played, ply: int, texts: Sequence[str], study: str = "") -> None:
        """Follow the moves `texts` (in notation) from turn number `ply` on; raises BadNotation and IllegalMove.

        `study` is the key of the study that leads here, to which the page leads back whatever is tried.
        """
        self.match, self.begins, self.study = match, ply, study
        positions = follow(match.game, played.positions[ply - 1], texts, ply)
        self.texts = [match.game.encode(match.game.decode(text)) for text in texts]
        self.position, self.before = positions[-1], positions[-2] if texts else None
        self.turns = [position.last for position in positions[1:] if position.last]
        self.mover = match.player(self.position.to_move)
        self.is_longest = len(texts) >= LONGEST_LINE  # no further move may be added
        self.here, self.back = self.path(self.texts), self.path(self.texts[:-1])
        super().__init__(match.game, self.position, self.position.to_move, ply - 1 + len(texts))

    def path(self, texts: Sequence[str]) -> str:
        """Return the path of the page of the variation with these moves."""
        return _with_moves(reverse("analysis:variation", args=[self.match.pk, self.begins]), texts, self.study)

    @cached_property
    def to(self) -> FormUrls:
        """Return the form URLs; a posted move redirects to the page of the longer variation."""
        preview = reverse("analysis:preview", args=[self.match.pk, self.begins])
        return FormUrls(self.here, _with_moves(preview, self.texts, self.study), self.here)

    @property
    def version(self) -> int:
        """Return the version for the scripts; constant, since each step, also one back, shows another position."""
        return 0

    @cached_property
    def steps(self) -> list[Step]:
        """Return the moves of the variation."""
        return [
            Step(self.match.player(turn.seat), turn, self.path(self.texts[:number]))
            for number, turn in enumerate(self.turns, 1)
        ]

    def offered(self, choices: Sequence[Choice]) -> list[tuple[Choice, Step]]:
        """Return each of these moves together with the step that it would add to the variation."""
        game: AnyGame = self.game
        turns = [game.judge(self.position, game.decode(choice.text)) for choice in choices]
        paths = [self.path([*self.texts, choice.text]) for choice in choices]
        steps = [Step(self.mover, turn, path) for turn, path in zip(turns, paths, strict=True)]
        return list(zip(choices, steps, strict=True))


def _ends_of(turn: PlayedMove) -> str:
    ends = [str(turn.squares[place]) for place in (0, -1)] if turn.squares else []
    return "–".join(dict.fromkeys(ends))


def _with_moves(path: str, texts: Sequence[str], study: str = "") -> str:
    query = [("line", text) for text in texts] + [("study", study)] * bool(study)
    return f"{path}?{urlencode(query)}" if query else path
