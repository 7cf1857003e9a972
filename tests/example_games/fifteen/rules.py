"""Fifteen, numerical tic-tac-toe: three numbers in a line that add up to fifteen win."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.rules import (
    BadNotation,
    Game,
    IllegalMove,
    Options,
    PlayedMove,
    Position,
    Result,
    Seat,
    SeededRandom,
    Square,
    View,
    plain,
    say,
)

SIZE, TARGET = 3, 15
SQUARES = tuple(Square(row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))
NUMBERS = (("1", "3", "5", "7", "9"), ("2", "4", "6", "8"))  # by seat: the first player has the odd ones
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class Move:
    """One number on one square."""

    number: str
    square: Square


@dataclass(frozen=True, kw_only=True)
class FifteenPosition(Position):
    """The numbers on the squares; everything else follows from them."""

    squares: tuple[str, ...] = ("",) * SIZE**2


@dataclass(frozen=True, kw_only=True)
class FifteenView(View):
    """The same: nothing is hidden."""

    squares: tuple[str, ...]


class Fifteen(Game[Options, FifteenPosition, FifteenView, Move]):
    """A game with perfect information and no options."""

    slug = "fifteen"
    name = "Fifteen"
    aim = say("Lay a number each turn; three in a line that add up to 15 win.")
    example = "5b2"
    options_type = Options
    perfect_information = True

    def setup(self, options: Options, rng: SeededRandom) -> FifteenPosition:
        """Return an empty board; nothing is shuffled."""
        return FifteenPosition(options=options)

    def legal_moves(self, position: FifteenPosition) -> Iterator[Move]:
        """Yield each number left on each free square."""
        if position.result is None:
            for number in left(position.squares, position.to_move):
                for square, face in zip(SQUARES, position.squares, strict=True):
                    if not face:
                        yield Move(number, square)

    def judge(self, position: FifteenPosition, move: Move) -> PlayedMove:
        """Return what the move does; raise IllegalMove where a rule forbids it."""
        if position.result:
            raise IllegalMove(say("The match is over."))
        if move.square not in SQUARES:
            raise IllegalMove(say("The board has no square {square}.", square=str(move.square)))
        if position.squares[SQUARES.index(move.square)]:
            raise IllegalMove(say("{square} is taken.", square=str(move.square)))
        if move.number not in left(position.squares, position.to_move):
            raise IllegalMove(say("You have no {tile}.", tile=move.number))
        return PlayedMove(position.to_move, plain(self.encode(move)), squares=(move.square,))

    def apply(self, position: FifteenPosition, move: Move, rng: SeededRandom) -> FifteenPosition:
        """Return the position after the move, with its result if it ends the match."""
        turn = self.judge(position, move)
        squares = list(position.squares)
        squares[SQUARES.index(move.square)] = move.number
        after = replace(position, squares=tuple(squares), to_move=turn.seat.other, last=turn)
        if any(is_fifteen(after.squares, line) for line in LINES):
            return replace(after, result=Result(turn.seat, say("Three numbers in a line add up to 15.")))
        if all(after.squares):
            return replace(after, result=Result(None, say("The board is full.")))
        return after

    def longest(self, options: Options) -> int:
        """Return the number of squares."""
        return len(SQUARES)

    def view(self, position: FifteenPosition, viewer: Seat | None) -> FifteenView:
        """Return the whole position to every viewer."""
        return FifteenView(
            viewer=viewer,
            options=position.options,
            to_move=position.to_move,
            scores=position.scores,
            last=position.last,
            result=position.result,
            squares=position.squares,
        )

    def determinize(self, view: FifteenView, rng: SeededRandom) -> FifteenPosition:
        """Return the position itself: there is nothing to guess."""
        return FifteenPosition(
            options=view.options,
            to_move=view.to_move,
            scores=view.scores,
            last=view.last,
            result=view.result,
            squares=view.squares,
        )

    def encode(self, move: Move) -> str:
        """Return the number and the square, such as `5b2`."""
        return f"{move.number}{move.square}"

    def decode(self, text: str) -> Move:
        """Read what `encode` writes."""
        if match := re.fullmatch(r"([1-9])([a-c][1-3])", text.strip().lower(), re.ASCII):
            return Move(match[1], Square.parse(match[2]))
        raise BadNotation(say("Write a number and a square, such as {example}.", example=self.example))


def left(squares: tuple[str, ...], seat: Seat) -> list[str]:
    """Return the seat's numbers that do not lie on the board yet."""
    return [number for number in NUMBERS[seat.index] if number not in squares]


def is_fifteen(squares: tuple[str, ...], line: tuple[int, ...]) -> bool:
    """Return whether the line is full and adds up to fifteen."""
    faces = [squares[index] for index in line]
    return all(faces) and sum(map(int, faces)) == TARGET


game = Fifteen()
