"""Why the best move of a turn of Summy is better than the one played: points now, answers, and an exchange."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from statistics import mean, stdev

from games.rules import SeededRandom
from games.rules.reasons import SURE, Why, by_points, deals_of, features_of, why
from games.summy.model.moves import Move, Swap
from games.summy.model.position import SummyPosition, SummyView
from games.summy.rules import game

LEAST = 3  # points that are a reason


def explain(view: SummyView, played: Move, best: Move, rng: SeededRandom) -> Why | None:
    """Return the surest reason why `best` is better than `played`; None if none is sure."""
    deals = deals_of(game, view, rng)
    one, other = (features_of(game, deals, move) for move in (played, best))
    if isinstance(best, Swap) and not one.ends:
        before, after = (_next_sums(deals, move) for move in (played, best))
        gaps = [now - then for then, now in zip(before, after, strict=True)]
        gap = mean(gaps)
        if gap >= one.turn.points + LEAST and gap > SURE * stdev(gaps) / sqrt(len(gaps)):
            return why("swap", before=round(mean(before)), after=round(mean(after)))
    return by_points(one, other, LEAST)


def _next_sums(deals: Sequence[SummyPosition], move: Move) -> list[int]:
    """Return the most points that the mover can make next after this move, with the pieces drawn in each deal.

    The opponent's turn between is left out, as it is about the same after both moves.
    """
    points = []
    for number, position in enumerate(deals):
        after = game.apply(position, move, SeededRandom(b"reasons", number))
        here = replace(after, to_move=position.to_move)
        points.append(0 if after.result else max((worth for _move, worth in game.scored_moves(here)), default=0))
    return points
