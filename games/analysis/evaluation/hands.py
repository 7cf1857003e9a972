"""What the bag gave, beside what it could have given at the same moment, and what that says about a player's luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist, mean, variance

from games.analysis.evaluation.samples import DRAWS, rng_for
from games.rules import AnyBot, AnyGame, Position, Seat, SeededRandom


@dataclass(frozen=True)
class Draw:
    """One draw from the bag: what a quick player makes on the board of what came, and of what could have come."""

    worth: int
    others: tuple[int, ...]


@dataclass(frozen=True)
class Luck:
    """How good one player's draws were: `extra` points more than on average, better than in `beaten` of 100 matches."""

    extra: int
    beaten: int


def draws_of(
    game: AnyGame, bot: AnyBot, before: Position, move: object, after: Position, match: str, ply: int
) -> Iterator[Draw]:
    """What the mover drew in this turn: a whole hand before it, where one is dealt then, and what came after the move.

    The board and what the mover kept stay as they are, so that a draw is luck alone. It is worth the points of the
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
    """The luck in these draws of one player.

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
    """Whether this player has something in hand; where one draws when one's turn begins, only one of the two has."""
    return bool(game.rack(game.view(position, seat), seat))


def _compared(game: AnyGame, bot: AnyBot, real: Position, others: Sequence[Position], mover: Seat) -> Draw:
    """The worth of the real draw, beside those of the others that leave the match running."""
    return Draw(
        _worth(game, bot, real, mover), tuple(_worth(game, bot, one, mover) for one in others if not one.result)
    )


def _worth(game: AnyGame, bot: AnyBot, position: Position, mover: Seat) -> int:
    """The points that the bot would make for this player now, if it is not the player's turn as if it were."""
    here = replace(position, to_move=mover)
    points: int = game.judge(here, bot.choose(game.view(here, mover), SeededRandom(b"any"))).points
    return points
