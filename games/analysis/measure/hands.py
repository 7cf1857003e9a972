"""What the bag gave, beside what it could have given at the same moment, and what that says about a player's luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist, mean, variance

from games.analysis.measure.best import most_points
from games.analysis.measure.samples import dice_for, hands_for
from games.rules import AnyGame, Position, Seat


@dataclass(frozen=True)
class Draw:
    """One draw from the bag: the most points on the board with what came, and with what could have come instead."""

    most: int
    others: tuple[int, ...]


@dataclass(frozen=True)
class Luck:
    """How good one player's draws were: `extra` points more than on average, better than in `beaten` of 100 matches."""

    extra: int
    beaten: int


def draws_of(
    game: AnyGame, before: Position, move: object, after: Position, match: str, ply: int, listed: int
) -> Iterator[Draw]:
    """What the mover drew in this turn: a whole hand before it, where one is dealt then, and what came after the move.

    The board and what the mover kept stay as they are, so that a draw is luck alone. `listed` is how many moves there
    were, which decides how many other draws are looked at.
    """
    mover, many = before.to_move, hands_for(listed)
    if ply <= len(Seat) or not _holds(game, before, mover.other):
        view = game.view(before, mover.other)
        hands = (game.imagine(view, dice_for(match, "hand", ply, number)) for number in range(many))
        yield Draw(most_points(game, before), tuple(most_points(game, hand) for hand in hands))
    if after.result is None and _holds(game, after, mover):
        view = game.view(before, mover)
        dice = [dice_for(match, "draw", ply, number) for number in range(many)]
        drawn = [game.apply(game.imagine(view, one), move, one) for one in dice]
        others = tuple(_next_turn(game, other, mover) for other in drawn if other.result is None)
        yield Draw(_next_turn(game, after, mover), others)


def luck_of(draws: Iterable[Draw]) -> Luck:
    """The luck in these draws of one player.

    Their sum is compared with what others would add up to, as a normal distribution of which the samples give mean
    and variance; each sampled mean is itself off by a share of that variance.
    """
    extra = spread = 0.0
    for draw in draws:
        if len(draw.others) > 1:
            extra += draw.most - mean(draw.others)
            spread += variance(draw.others) * (1 + 1 / len(draw.others))
    beaten = NormalDist().cdf(extra / sqrt(spread)) if spread else 0.5
    return Luck(round(extra), min(99, max(1, round(100 * beaten))))


def _holds(game: AnyGame, position: Position, seat: Seat) -> bool:
    """Whether this player has something in hand; where one draws when one's turn begins, only one of the two has."""
    return bool(game.rack(game.view(position, seat), seat))


def _next_turn(game: AnyGame, position: Position, mover: Seat) -> int:
    """The most points that this player could make if nobody moved between."""
    return most_points(game, replace(position, to_move=mover))
