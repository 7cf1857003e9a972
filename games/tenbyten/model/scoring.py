"""Judges a move: whether it stands, what it captures, and what that brings."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from games.rules import IllegalMove, PlayedMove, Sentence, Square, listed, say, say_many
from games.tenbyten.model.board import BLUE, COLOURS, RED, on_board
from games.tenbyten.model.chips import Chips
from games.tenbyten.model.grid import Grid
from games.tenbyten.model.movegen import TEN, total
from games.tenbyten.model.moves import Line, Move
from games.tenbyten.model.position import TenByTenPosition


@dataclass(frozen=True)
class Haul:
    """What becomes of captured chips: kept, returned to the container, and bonus chips drawn from it."""

    kept: Chips
    returned: Chips
    bonus: int

    @property
    def points(self) -> int:
        """The chips that count as captured."""
        return len(self.kept) + self.bonus


def judge(position: TenByTenPosition, move: Move) -> PlayedMove:
    """What the move does; its points are the chips captured. Raises IllegalMove."""
    if position.result:
        raise IllegalMove(say("The match is over."))
    check_held(position.hand, move.chip)
    check_square(position.public.grid, move.square)
    _check_lines(position.public.grid.adding(move.square, move.chip), move)
    gained = haul(position, move)
    squares = (move.square, *move.captured)
    return PlayedMove(
        position.to_move, _told(move), gained.points, squares, detail=_detail(gained) if move.lines else None
    )


def haul(position: TenByTenPosition, move: Move) -> Haul:
    """What the captured chips bring: a chip on red goes back, one on blue draws another, if there is one by then."""
    grid = position.public.grid
    returned = tuple(grid.at(square) for square in move.captured if COLOURS.get(square) == RED)
    kept = tuple(grid.at(square) for square in move.captured if COLOURS.get(square) != RED)
    blue = sum(1 for square in move.captured if COLOURS.get(square) == BLUE)
    return Haul(kept, returned, min(blue, len(position.container) + len(returned)))


def check_held(hand: Chips, chip: str) -> None:
    """Raises IllegalMove unless the chip is in the hand."""
    if chip not in hand:
        raise IllegalMove(say("There is no {chip} in your hand.", chip=chip[:20]))


def check_square(grid: Grid, square: Square) -> None:
    """Raises IllegalMove unless the square is on the board and empty."""
    if not on_board(square):
        raise IllegalMove(say("The board has no square {square}.", square=str(square)))
    if face := grid.at(square):
        raise IllegalMove(say("{square} is taken: {face} lies there.", square=str(square), face=face))


def _check_lines(grid: Grid, move: Move) -> None:
    """Raises IllegalMove unless every line totals 10 with the chip on the board, and they share that chip only."""
    for line in move.lines:
        if move.square not in line.squares:
            raise IllegalMove(say("{line} does not hold the chip just played.", line=spell(line)))
        if (found := total(grid, line)) is None:
            raise IllegalMove(say("{line} has a gap.", line=spell(line)))
        if found != TEN:
            raise IllegalMove(say("{line} totals {found}, not 10.", line=spell(line), found=found))
    for one, other in combinations(move.lines, 2):
        if set(one.squares) & set(other.squares) != {move.square}:
            raise IllegalMove(
                say("{one} and {other} overlap: only one can be captured.", one=spell(one), other=spell(other))
            )


def spell(line: Line) -> str:
    """The line as people write it: `c3–c5`."""
    return f"{line.first}–{line.last}"


def _told(move: Move) -> Sentence:
    if not move.lines:
        return say("{chip} on {square}", chip=move.chip, square=str(move.square))
    lines = ", ".join(map(spell, move.lines))
    return say("{chip} on {square} taking {lines}", chip=move.chip, square=str(move.square), lines=lines)


def _detail(gained: Haul) -> Sentence:
    counted = (
        (len(gained.kept), say_many("{count} kept", "{count} kept", count=len(gained.kept))),
        (
            len(gained.returned),
            say_many("{count} back to the container", "{count} back to the container", count=len(gained.returned)),
        ),
        (gained.bonus, say_many("{count} bonus", "{count} bonus", count=gained.bonus)),
    )
    return listed(*(sentence for count, sentence in counted if count))
