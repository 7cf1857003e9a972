"""The state of a match, one viewer's view of it, and what a move does: its legality and its score."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from games.rules import (
    IllegalMove,
    Part,
    Position,
    Seat,
    Sentence,
    Square,
    Tallies,
    View,
    listed,
    say,
    say_many,
    subtract,
)
from games.tenbyten.model.board import ALL_CHIPS, BLUE, COLOURS, RED, Chips, Grid, TenByTenOptions, on_board
from games.tenbyten.model.moves import TARGET_SUM, Line, Move, line_sum


@dataclass(frozen=True)
class FinishedGame:
    """A finished game of the match: its winner (None if drawn), the reason, its last board and captured chips.

    `squares` are the squares of its last move.
    """

    number: int
    winner: Seat | None
    reason: Sentence
    grid: Grid
    captured: tuple[Chips, Chips]
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class PublicState:
    """The public state: the current game with its captured chips, and the outcome of the games before it.

    `number` counts all games from 1, drawn ones included. `starter` made the first of the `turns` moves of the current
    game. `last_game` is the previous game. `drawn_in_a_row` counts the drawn games since the last decided one.
    """

    grid: Grid
    captured: tuple[Chips, Chips] = ((), ())
    number: int = 1
    starter: Seat = Seat.FIRST
    turns: int = 0
    won: tuple[int, int] = (0, 0)
    drawn: int = 0
    drawn_in_a_row: int = 0
    last_game: FinishedGame | None = None

    @property
    def capture_counts(self) -> tuple[int, int]:
        """Return how many chips each player has captured in the current game."""
        return len(self.captured[0]), len(self.captured[1])


@dataclass(frozen=True, kw_only=True)
class TenByTenPosition(Position):
    """The full state: both hands, and the container in drawing order.

    `scores` holds the capture counts of the current game, and after the match the games won.
    """

    options: TenByTenOptions
    public: PublicState
    hands: tuple[Chips, Chips]
    container: Chips

    @property
    def tallies(self) -> Tallies:
        """Return the chips captured in the current or last game, and the games won."""
        return self.public.capture_counts, self.scores if self.result else self.public.won

    @property
    def hand(self) -> Chips:
        """Return the hand of the player to move."""
        return self.hands[self.to_move.index]


@dataclass(frozen=True, kw_only=True)
class TenByTenView(View):
    """The state as one viewer knows it: a hidden hand is None, `container` is a count.

    `last` is None at the start of every game: the previous move belongs to another board.
    """

    options: TenByTenOptions
    public: PublicState
    hands: tuple[Chips | None, Chips | None]
    container: int

    @property
    def tallies(self) -> Tallies:
        """The same as of the position."""
        return self.public.capture_counts, self.scores if self.result else self.public.won

    @property
    def hand(self) -> Chips | None:
        """Return the viewer's own hand; None if it is face down, and for a spectator."""
        return self.hands[self.viewer.index] if self.viewer else None

    @property
    def unseen(self) -> Chips:
        """Return the chips that are neither on the board, nor captured, nor in a hand visible to the viewer."""
        visible = [*filter(None, self.public.grid.faces), *self.public.captured[0], *self.public.captured[1]]
        return subtract(ALL_CHIPS, [*visible, *(chip for hand in self.hands for chip in hand or ())])


@dataclass(frozen=True)
class CaptureOutcome:
    """What becomes of captured chips: those kept, those returned to the container, and the bonus chips drawn."""

    kept: Chips
    returned: Chips
    bonus: int

    @property
    def points(self) -> int:
        """Return the number of chips that count as captured."""
        return len(self.kept) + self.bonus

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return the kept and the bonus chips as summands of the points."""
        kept, bonus = len(self.kept), self.bonus
        parts = (
            Part(say_many("{count} kept", "{count} kept", count=kept), kept),
            Part(say_many("{count} bonus", "{count} bonus", count=bonus), bonus),
        )
        return tuple(part for part in parts if part.points)

    @property
    def description(self) -> Sentence:
        """Return the counts that are not 0."""
        parts = (
            say_many("{count} kept", "{count} kept", count=len(self.kept)),
            say_many("{count} put back", "{count} put back", count=len(self.returned)),
            say_many("{count} bonus", "{count} bonus", count=self.bonus),
        )
        return listed(*(part for part in parts if part.count))


def capture_outcome(position: TenByTenPosition, move: Move) -> CaptureOutcome:
    """Return what becomes of the chips that the move captures.

    Chips on red squares return to the container first; then each chip on a blue square brings a bonus chip while the
    container has any.
    """
    grid = position.public.grid
    returned = tuple(grid.at(square) for square in move.captured if COLOURS.get(square) == RED)
    kept = tuple(grid.at(square) for square in move.captured if COLOURS.get(square) != RED)
    blue = sum(1 for square in move.captured if COLOURS.get(square) == BLUE)
    return CaptureOutcome(kept, returned, min(blue, len(position.container) + len(returned)))


def check_in_hand(hand: Chips, chip: str) -> None:
    """Raise IllegalMove unless the chip is in the hand."""
    if chip not in hand:
        raise IllegalMove(say("You have no {chip}.", chip=chip[:20]))


def check_square(grid: Grid, square: Square) -> None:
    """Raise IllegalMove unless the square is on the board and empty."""
    if not on_board(square):
        raise IllegalMove(say("The board has no square {square}.", square=str(square)))
    if face := grid.at(square):
        raise IllegalMove(say("{square} already has {face}.", square=str(square), face=face))


def check_lines(grid: Grid, move: Move) -> None:
    """Raise IllegalMove unless every line holds the placed chip and totals 10, and they share no other chip.

    `grid` includes the placed chip.
    """
    for line in move.lines:
        if move.square not in line.squares:
            raise IllegalMove(say("{line} does not include the chip you just placed.", line=format_line(line)))
        if (total := line_sum(grid, line)) is None:
            raise IllegalMove(say("{line} has a gap.", line=format_line(line)))
        if total != TARGET_SUM:
            raise IllegalMove(say("{line} adds up to {found}, not 10.", line=format_line(line), found=total))
    for one, other in combinations(move.lines, 2):
        if set(one.squares) & set(other.squares) != {move.square}:
            raise IllegalMove(
                say(
                    "{one} and {other} overlap: you can capture only one of them.",
                    one=format_line(one),
                    other=format_line(other),
                )
            )


def format_line(line: Line) -> str:
    """Return the line as players read it: `c3–c5`."""
    return f"{line.first}–{line.last}"


def format_lines(move: Move) -> str:
    """Return the captured lines as players read them: `c3–c5, a2–d2`; empty without one."""
    return ", ".join(map(format_line, move.lines))


def describe(move: Move) -> Sentence:
    """Return the move in words."""
    if not move.lines:
        return say("{chip} on {square}", chip=move.chip, square=str(move.square))
    square = str(move.square)
    return say("{chip} on {square} taking {lines}", chip=move.chip, square=square, lines=format_lines(move))
