"""Luck: what a player drew, compared with what the bag could have given at the same moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist, mean, variance

from games.analysis.evaluation.samples import DRAWS, rng_for
from games.rules import AnyBot, AnyGame, Position, Seat, SeededRandom


@dataclass(frozen=True)
class Draw:
    """One draw: what a fast bot makes of the tiles that came, and of others that could have come."""

    worth: int
    others: tuple[int, ...]


@dataclass(frozen=True)
class Luck:
    """One player's luck: `extra` points above average, better than in `beaten` of 100 matches."""

    extra: int
    beaten: int


def draws_of(
    game: AnyGame, bot: AnyBot, before: Position, move: object, after: Position, match: str, ply: int
) -> Iterator[Draw]:
    """Return the mover's draws in this turn: a whole hand before it, where one is dealt, and the refill after the move.

    The board and what the mover kept stay as they are, so that only luck is measured. A draw is worth the points of the
    move that the bot makes with it.
    """
    mover = before.to_move
    if ply <= len(Seat) or not _holds(game, before, mover.other):
        view = game.view(before, mover.other)
        hands = [game.determinize(view, rng_for(match, "hand", ply, number)) for number in range(DRAWS)]
        yield _compared(game, bot, before, hands, mover)
    if after.result is None and _holds(game, after, mover):
        view = game.view(before, mover)
        rng = [rng_for(match, "draw", ply, number) for number in range(DRAWS)]
        drawn = [game.apply(game.determinize(view, one), move, one) for one in rng]
        yield _compared(game, bot, after, drawn, mover)


def luck_of(draws: Iterable[Draw]) -> Luck:
    """Return the luck in these draws of one player.

    Their sum is compared with what others would add up to, as a normal distribution of which the samples give mean
    and variance; each sampled mean is itself off by a share of that variance.
    """
    extra = spread = 0.0
    for draw in draws:
        if len(draw.others) > 1:
            extra += draw.worth - mean(draw.others)
            spread += variance(draw.others) * (1 + 1 / len(draw.others))
    beaten = NormalDist().cdf(extra / sqrt(spread)) if spread else 0.5
    return Luck(round(extra), min(99, max(1, round(100 * beaten))))


def _holds(game: AnyGame, position: Position, seat: Seat) -> bool:
    """Return whether this player holds tiles; in games that draw at the start of a turn only the mover does."""
    return bool(game.rack(game.view(position, seat), seat))


def _compared(game: AnyGame, bot: AnyBot, real: Position, others: Sequence[Position], mover: Seat) -> Draw:
    """Return the value of the real draw, and of sampled others that leave the match running."""
    return Draw(
        _worth(game, bot, real, mover), tuple(_worth(game, bot, one, mover) for one in others if not one.result)
    )


def _worth(game: AnyGame, bot: AnyBot, position: Position, mover: Seat) -> int:
    """Return the points the bot would make for this player now, as if it were the player's turn."""
    here = replace(position, to_move=mover)
    points: int = game.judge(here, bot.choose(game.view(here, mover), SeededRandom(b"any"))).points
    return points
