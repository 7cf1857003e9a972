"""Luck: the tiles that a player drew, compared with sampled other draws that were possible at the same moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist, mean, variance

from games.analysis.evaluation.samples import DRAWS, rng_for
from games.catalogue import display_of
from games.rules import AnyBot, AnyGame, Position, Seat, SeededRandom


@dataclass(frozen=True)
class Draw:
    """One draw: the points a fast bot makes with the drawn tiles, and with others that could have been drawn."""

    worth: int
    others: tuple[int, ...]


@dataclass(frozen=True)
class Luck:
    """One player's luck: `extra` points above the mean, and the percentile `beaten` of it, 1 to 99."""

    extra: int
    beaten: int


def draws_of(
    game: AnyGame, bot: AnyBot, before: Position, move: object, after: Position, match: str, ply: int
) -> Iterator[Draw]:
    """Yield the mover's draws in this turn: a whole hand before it, where one is dealt, and the refill after the move.

    The board and the kept tiles stay as they are, so that only luck is measured. The value of a draw is the points of
    the bot's move with it.
    """
    mover = before.to_move
    if ply <= len(Seat) or not _holds(game, before, mover.other):
        view = game.view(before, mover.other)
        hands = [game.determinize(view, rng_for(match, "hand", ply, number)) for number in range(DRAWS)]
        yield _compared(game, bot, before, hands, mover)
    if after.result is None and _holds(game, after, mover):
        view = game.view(before, mover)
        rng = [rng_for(match, "draw", ply, number) for number in range(DRAWS)]
        positions = [game.apply(game.determinize(view, one), move, one) for one in rng]
        yield _compared(game, bot, after, positions, mover)


def luck_of(draws: Iterable[Draw]) -> Luck:
    """Return the luck in these draws of one player.

    Their sum is compared with the distribution of the sum of other draws: normal, with mean and variance estimated from
    the samples. The variance includes the error of the sampled means.
    """
    extra = spread = 0.0
    for draw in draws:
        if len(draw.others) > 1:
            extra += draw.worth - mean(draw.others)
            spread += variance(draw.others) * (1 + 1 / len(draw.others))
    beaten = NormalDist().cdf(extra / sqrt(spread)) if spread else 0.5
    return Luck(round(extra), min(99, max(1, round(100 * beaten))))


def _holds(game: AnyGame, position: Position, seat: Seat) -> bool:
    """Return whether this player holds tiles; in games that draw at the start of a turn, only the mover does."""
    return bool(display_of(game).rack(game.view(position, seat), seat))


def _compared(game: AnyGame, bot: AnyBot, real: Position, others: Sequence[Position], mover: Seat) -> Draw:
    """Return the values of the real draw and of sampled other draws that do not end the match."""
    return Draw(
        _worth(game, bot, real, mover), tuple(_worth(game, bot, one, mover) for one in others if not one.result)
    )


def _worth(game: AnyGame, bot: AnyBot, position: Position, mover: Seat) -> int:
    """Return the points the bot would make for this player now, as if it were the player's turn."""
    here = replace(position, to_move=mover)
    points: int = game.judge(here, bot.choose(game.view(here, mover), SeededRandom(b"any"))).points
    return points
