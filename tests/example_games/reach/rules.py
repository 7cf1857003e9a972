"""Reach, a minimal example: lay hidden tiles on nine squares; the first player to reach the goal wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.rules import (
    BadNotation,
    Game,
    IllegalMove,
    Options,
    Part,
    PlayedMove,
    Position,
    Result,
    Seat,
    SeededRandom,
    Square,
    View,
    option,
    plain,
    say,
)

SIZE = 3
SQUARES = tuple(Square(row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))
TILES = tuple("12345" * 3)
HAND = 2


@dataclass(frozen=True)
class ReachOptions(Options):
    """The number of points that wins."""

    goal: str = option(say("Goal"), {"10": say("10 points"), "15": say("15 points")}, "10")


@dataclass(frozen=True)
class Move:
    """One tile on one square."""

    tile: str
    square: Square


@dataclass(frozen=True, kw_only=True)
class ReachPosition(Position):
    """The squares, the hidden hands and the sealed bag."""

    options: ReachOptions
    squares: tuple[str, ...] = ("",) * SIZE**2
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    bag: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ReachView(View):
    """The information of one viewer; a hidden hand is None."""

    options: ReachOptions
    squares: tuple[str, ...]
    hands: tuple[tuple[str, ...] | None, tuple[str, ...] | None]
    sizes: tuple[int, int]
    bag: int


class Reach(Game[ReachOptions, ReachPosition, ReachView, Move]):
    """The smallest game with a hidden hand, an option and an end."""

    slug = "reach"
    name = "Reach"
    aim = say("Lay a tile each turn; who first reaches the goal wins.")
    example = "4b2"
    options_type = ReachOptions
    draws_by_agreement = True

    def setup(self, options: ReachOptions, rng: SeededRandom) -> ReachPosition:
        tiles = rng.shuffled(TILES)
        hands = (tiles[:HAND], tiles[HAND : 2 * HAND])
        return ReachPosition(options=options, hands=hands, bag=tiles[2 * HAND :], face_down=(Seat.SECOND,))

    def legal_moves(self, position: ReachPosition) -> Iterator[Move]:
        if position.result is None:
            for tile in sorted(set(position.hands[position.to_move.index])):
                yield from (Move(tile, square) for square in SQUARES if not position.squares[SQUARES.index(square)])

    def judge(self, position: ReachPosition, move: Move) -> PlayedMove:
        if position.result:
            raise IllegalMove(say("The match is over."))
        if move.square not in SQUARES:
            raise IllegalMove(say("The board has no square {square}.", square=str(move.square)))
        if position.squares[SQUARES.index(move.square)]:
            raise IllegalMove(say("{square} is taken.", square=str(move.square)))
        if move.tile not in position.hands[position.to_move.index]:
            raise IllegalMove(say("You have no {tile}.", tile=move.tile))
        points = int(move.tile)
        parts = (Part(say("{tile} for the tile", tile=move.tile), points, move.square),)
        return PlayedMove(position.to_move, plain(self.encode(move)), points, (move.square,), parts=parts)

    def apply(self, position: ReachPosition, move: Move, rng: SeededRandom) -> ReachPosition:
        turn = self.judge(position, move)
        hand = list(position.hands[turn.seat.index])
        hand.remove(move.tile)
        return _finish(
            replace(
                position,
                to_move=turn.seat.other,
                scores=turn.seat.put(position.scores, position.scores[turn.seat.index] + turn.points),
                last=turn,
                face_down=(),
                squares=_with(position.squares, move),
                hands=turn.seat.put(position.hands, (*hand, *position.bag[:1])),
                bag=position.bag[1:],
            )
        )

    def longest(self, options: ReachOptions) -> int:
        return SIZE**2

    def view(self, position: ReachPosition, viewer: Seat | None) -> ReachView:
        first, second = (position.hands[s.index] if position.shows(s, viewer) else None for s in Seat)
        return ReachView(
            viewer=viewer,
            options=position.options,
            to_move=position.to_move,
            scores=position.scores,
            last=position.last,
            result=position.result,
            face_down=position.face_down,
            squares=position.squares,
            hands=(first, second),
            sizes=(len(position.hands[0]), len(position.hands[1])),
            bag=len(position.bag),
        )

    def determinize(self, view: ReachView, rng: SeededRandom) -> ReachPosition:
        seen = [*filter(None, view.squares), *(tile for hand in view.hands for tile in hand or ())]
        unseen = list(TILES)
        for tile in seen:
            unseen.remove(tile)
        bag, hands = rng.shuffled(unseen), []
        for hand, size in zip(view.hands, view.sizes, strict=True):
            hands.append(bag[:size] if hand is None else hand)
            bag = bag[size:] if hand is None else bag
        return ReachPosition(
            options=view.options,
            to_move=view.to_move,
            scores=view.scores,
            last=view.last,
            result=view.result,
            face_down=view.face_down,
            squares=view.squares,
            hands=(hands[0], hands[1]),
            bag=bag,
        )

    def encode(self, move: Move) -> str:
        return f"{move.tile}{move.square}"

    def decode(self, text: str) -> Move:
        if match := re.fullmatch(r"([1-5])([a-c][1-3])", text.strip().lower()):
            return Move(match[1], Square.parse(match[2]))
        raise BadNotation(say("Write a tile and a square, such as {example}.", example=self.example))


def _with(squares: tuple[str, ...], move: Move) -> tuple[str, ...]:
    return tuple(move.tile if square == move.square else face for square, face in zip(SQUARES, squares, strict=True))


def _finish(position: ReachPosition) -> ReachPosition:
    """Return the position, with its result if the goal is reached or the board is full."""
    reached = max(position.scores) >= int(position.options.goal)
    if not reached and not all(position.squares):
        return position
    first, second = position.scores
    winner = None if first == second else Seat.FIRST if first > second else Seat.SECOND
    reason = say("The goal is reached.") if reached else say("The board is full.")
    return replace(position, result=Result(winner, reason))


game = Reach()
