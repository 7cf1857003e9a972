"""A program that uses on one board of a mirror match all that it saw on the other, to find out whether that helps.

    python -m tests.rules.peeker [MATCHES [GAME...]]

plays MATCHES of each game, or these (2000), against the same program that looks at one board only, on mirror boards in
step, and as many by the usual deal, where one board is over before the other begins. Each takes one of its best moves
by what it expects to draw: it looks at the reply and at its own next move. The peeker expects the tiles that the same
seat has drawn on the other board and not yet on this one; after a whole other board, all in its order.
"""

from __future__ import annotations

import hashlib
import math
import sys
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

from games.rules import AnyGame, Options, Position, Seat, SeededRandom

CONSIDERED = 3  # moves of a turn
NORMAL = 1.959964  # standard deviations that hold 95 % of a normal distribution
Tiles = tuple[str, ...]


def bag_of(position: Any) -> tuple[Tiles, ...]:  # noqa: ANN401 - each game has positions of its own
    """Return the tiles that are still to be drawn, by kind."""
    if hasattr(position, "racks"):
        return position.bag.numbers, position.bag.operators
    return (position.bag if hasattr(position, "tiles") else getattr(position, _pile(position)),)


def with_bag(position: Any, bag: tuple[Tiles, ...]) -> Position:  # noqa: ANN401 - the same
    """Return the position with these tiles still to be drawn."""
    if hasattr(position, "racks"):
        changed: Position = replace(position, bag=type(position.bag)(*bag))
    else:
        changed = replace(position, **{_pile(position): bag[0]})
    return changed


def _pile(position: Position) -> str:
    return next(name for name in ("bag", "stock", "container") if hasattr(position, name))


@dataclass
class Board:
    """One board while it is played, with the tiles that each seat has drawn, by kind."""

    game: AnyGame
    seed: bytes
    position: Position
    ply: int = 0
    drawn: dict[tuple[Seat, int], list[str]] = field(default_factory=dict)

    @classmethod
    def begun(cls, game: AnyGame, options: Options, seed: bytes) -> Board:
        """Return the board before the first move."""
        return cls(game, seed, game.setup(options, SeededRandom(seed, 0)))

    def play(self, move: object) -> None:
        """Make the next move, and note what its player drew."""
        before = self.position
        self.ply += 1
        self.position = self.game.apply(before, move, SeededRandom(self.seed, self.ply))
        for kind, (old, new) in enumerate(zip(bag_of(before), bag_of(self.position), strict=True)):
            gone = Counter(old) - Counter(new)
            self.drawn.setdefault((before.to_move, kind), []).extend(gone.elements())

    def expected(self, other: Board) -> tuple[Tiles, ...]:
        """Return what the player to move would draw next if the other board's draws came here too, by kind."""
        seat, coming = self.position.to_move, []
        for kind, bag in enumerate(bag_of(self.position)):
            ahead = Counter(other.drawn.get((seat, kind), ())) - Counter(self.drawn.get((seat, kind), ()))
            coming.append(tuple((ahead & Counter(bag)).elements()))
        return tuple(coming)


def choose(board: Board, coming: tuple[Tiles, ...], chance: SeededRandom) -> object:
    """Return the move that is best by its points, the best reply and the best next move, if `coming` is drawn next.

    All else is dealt at random from what the player to move does not see.
    """
    game, mover = board.game, board.position.to_move
    imagined = game.determinize(game.view(board.position, mover), chance)
    bag = []
    for first, rest in zip(coming, bag_of(imagined), strict=True):
        left = list(rest)
        for tile in first:
            left.remove(tile)
        bag.append((*first, *left))
    guess = with_bag(replace(imagined, options=replace(imagined.options, mirror="no")), tuple(bag))
    ranked = sorted(game.scored_moves(guess), key=lambda one: -one[1])[:CONSIDERED]

    def worth(move: object, points: int) -> int:
        after = game.apply(guess, move, chance)
        for sign in (-1, 1):
            if after.result:
                return points
            best, gain = max(game.scored_moves(after), key=lambda one: one[1], default=(None, 0))
            points += sign * gain if after.to_move is (mover if sign > 0 else mover.other) else 0
            if sign < 0 and best is not None:
                after = game.apply(after, best, chance)
        return points

    return max(ranked, key=lambda one: worth(*one))[0]


def in_step(game: AnyGame, number: int, *, peeks: bool = True) -> tuple[float, float]:
    """Return the results of the peeker on both boards of a mirror match, on the first of which it begins."""
    seed = hashlib.sha256(b"mirror %d" % number).digest()
    options = replace(game.options_type().renewed(), mirror="yes")
    boards = [Board.begun(game, options, seed) for _ in range(2)]
    peekers = (Seat.FIRST, Seat.SECOND)
    while running := [place for place in (0, 1) if boards[place].position.result is None]:
        moves = {}
        for place in running:  # both choose before either is shown
            board, other = boards[place], boards[1 - place]
            sees = peeks and board.position.to_move is peekers[place]
            coming = board.expected(other) if sees else tuple(() for _ in bag_of(board.position))
            moves[place] = choose(board, coming, SeededRandom(seed + bytes([place]), board.ply))
        for place, move in moves.items():
            boards[place].play(move)
    return _result(boards[0].position, peekers[0]), _result(boards[1].position, peekers[1])


def one_after_the_other(game: AnyGame, number: int) -> tuple[float, float]:
    """Return the peeker's results where the bag is shuffled once and it knows its order from the other board."""
    seed = hashlib.sha256(b"usual %d" % number).digest()
    options = game.options_type().renewed()
    results = []
    for place, peeker in enumerate((Seat.FIRST, Seat.SECOND)):
        board = Board.begun(game, options, seed)
        while board.position.result is None:
            coming = bag_of(board.position)
            if board.position.to_move is not peeker:
                coming = tuple(() for _ in coming)
            # The bag itself is what remains of the order that the other board has shown.
            chance = SeededRandom(seed + bytes([place]), board.ply)
            board.play(choose(replace_hidden(board), coming, chance))
        results.append(_result(board.position, peeker))
    return results[0], results[1]


def replace_hidden(board: Board) -> Board:
    """Return the board with open hands, which both know from the other board."""
    opened = replace(board.position, options=replace(board.position.options, mirror="yes"))
    return replace(board, position=opened)


def _result(position: Position, seat: Seat) -> float:
    winner = position.result.winner if position.result else None
    return 0.5 if winner is None else float(winner is seat)


def interval(pairs: list[tuple[float, float]], width: float = NORMAL) -> tuple[float, float, float]:
    """Return the rate of points over pairs of boards, and its interval, `width` standard errors to both sides."""
    shares = [sum(pair) / 2 for pair in pairs]
    rate = math.fsum(shares) / len(shares)
    spread = math.fsum((share - rate) ** 2 for share in shares) / (len(shares) - 1)
    half = width * math.sqrt(spread / len(shares))
    return rate, rate - half, rate + half


def main(matches: int, slugs: Collection[str]) -> None:
    """Print the rates of the peeker in each game."""
    from games.catalogue import games

    for game in [game for slug, game in games().items() if game.has_mirrors and (slug in slugs or not slugs)]:
        for name, play in (("mirror", in_step), ("usual deal, one after the other", one_after_the_other)):
            rate, low, high = interval([play(game, number) for number in range(matches // 2)])
            print(f"{game.slug}, {name}: {rate:.1%} ({low:.1%} to {high:.1%}), {matches} matches", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, sys.argv[2:])
