"""Generous: Reach with every feature of the match page that a game can use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.rules import (
    BadNotation,
    Board,
    Command,
    IllegalMove,
    Interlude,
    Placements,
    PlayedMove,
    SeededRandom,
    Sentence,
    Square,
    say,
)
from tests.example_games.reach.display import ReachDisplay
from tests.example_games.reach.rules import SQUARES, Move, Reach, ReachPosition, ReachView

LINES = {"": 0, "row": 2, "column": 3}


@dataclass(frozen=True)
class Taking(Move):
    """A tile on a square, and the line it takes, if any."""

    line: str = ""

    @property
    def squares(self) -> tuple[Square, ...]:
        """Return the square, and the whole line if one is taken."""
        if not self.line:
            return (self.square,)
        return tuple(square for square in SQUARES if getattr(square, self.line) == getattr(self.square, self.line))


@dataclass(frozen=True)
class Swap(Move):
    """Tiles exchanged secretly, without squares."""

    tile: str = ""
    square: Square = SQUARES[0]
    tiles: str = ""


def as_taking(move: Move) -> Taking:
    """Return the move as a Taking; a move of Reach takes no line."""
    return move if isinstance(move, Taking) else Taking(move.tile, move.square)


class Generous(Reach):
    """Reach with captures of a row or column, a warning about a 1, exchanges, and a view of the last game."""

    slug = "generous"
    name = "Generous"

    def legal_moves(self, position: ReachPosition) -> Iterator[Move]:
        for move in super().legal_moves(position):
            yield from (Taking(move.tile, move.square, line) for line in LINES)

    def judge(self, position: ReachPosition, move: Move) -> PlayedMove:
        if isinstance(move, Swap):
            if any(tile not in position.hands[position.to_move.index] for tile in move.tiles):
                raise IllegalMove(say("You do not hold these."))
            return PlayedMove(position.to_move, say("exchanges {number}", number=len(move.tiles)))
        turn = super().judge(position, move)
        taking = as_taking(move)
        return replace(
            turn,
            points=turn.points + LINES[taking.line],
            squares=taking.squares,
            detail=say("It takes a whole line.") if taking.line else None,
            warning=say("A 1 brings little. Play it anyway?") if move.tile == "1" else None,
        )

    def apply(self, position: ReachPosition, move: Move, rng: SeededRandom) -> ReachPosition:
        if not isinstance(move, Swap):
            return super().apply(position, move, rng)
        turn = self.judge(position, move)
        left, count = list(position.hands[turn.seat.index]), len(move.tiles)
        for tile in move.tiles:
            left.remove(tile)
        hands = turn.seat.put(position.hands, (*left, *position.bag[:count]))
        return replace(
            position, to_move=turn.seat.other, last=turn, hands=hands, bag=position.bag[count:], face_down=()
        )

    def encode(self, move: Move) -> str:
        if isinstance(move, Swap):
            return f"swap {move.tiles}"
        return f"{super().encode(move)} {as_taking(move).line}".strip()

    def published(self, move: Move) -> str:
        return f"swap {len(move.tiles)}" if isinstance(move, Swap) else self.encode(move)

    def decode(self, text: str) -> Move:
        if found := re.fullmatch(r"swap ([1-5]{1,2})", text):
            return Swap(tiles=found[1])
        head, _space, line = text.partition(" ")
        if line not in LINES:
            raise BadNotation(say("There is no such line."))
        move = super().decode(head)
        return Taking(move.tile, move.square, line)

    def variants(self, view: ReachView, move: Move) -> tuple[Move, ...]:
        return (move,) if isinstance(move, Swap) else tuple(replace(as_taking(move), line=line) for line in LINES)


class GenerousDisplay(ReachDisplay):
    """The display of Reach with exchanges, hints, a remark and a view of the last game."""

    def compose(self, view: ReachView, placements: Placements) -> Move:
        move = super().compose(view, placements)
        return Taking(move.tile, move.square)

    def commands(self, view: ReachView) -> tuple[Command, ...]:
        return (Command("swap", say("Exchange"), say("Really exchange them?"), picks=(1, 2)),)

    def board(self, view: ReachView) -> Board:
        board = super().board(view)
        if not view.my_turn:
            return board
        return replace(board, cells=tuple(replace(cell, hint="" if cell.face else "7") for cell in board.cells))

    def notice(self, view: ReachView) -> Sentence | None:
        return say("This is your last turn.") if view.my_turn else None

    def interlude(self, view: ReachView) -> Interlude | None:
        if sum(map(bool, view.squares)) != 1:
            return None
        board = super().board(replace(view, viewer=None))
        return Interlude(say("The first game ended 10 to 4."), board, view.last.squares if view.last else ())
