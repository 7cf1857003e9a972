"""Why the best move of a turn of Summy is better than the one played: points now, answers, and an exchange."""

from __future__ import annotations

from statistics import mean

from games.rules import SeededRandom
from games.rules.reasons import DEALS, Why, by_points, deals_of, features_of, next_points, sure_gain, why
from games.summy.model.moves import Move, Swap
from games.summy.model.position import SummyView
from games.summy.rules import game

LEAST = 3  # points that are a reason
MANY = DEALS[-1]  # deals that tell what the next sum is worth: with 16 it may be ten points off
POINTS = ("points", "points_rises", "points_opens")  # reasons by the points of this turn


def explain(view: SummyView, played: Move, best: Move, rng: SeededRandom, number: int) -> Why | None:
    """Return the surest reason why `best` is better than `played` in so many deals; None if none is sure."""
    deals = deals_of(game, view, rng, number)
    one, other = (features_of(game, deals, move) for move in (played, best))
    if isinstance(best, Swap) and not one.ends:
        before, after = (next_points(game, features) for features in (one, other))
        if sure_gain(before, after, one.turn.points + LEAST):
            return why("swap", before=round(mean(before)), after=round(mean(after)))
    sentence = by_points(one, other, LEAST)
    if (sentence and sentence.key not in POINTS) or one.ends or other.ends or isinstance(best, Swap):
        return sentence
    before, after = (next_points(game, features) for features in (one, other))
    more = other.turn.points - one.turn.points
    # What the opponent's answer gains is taken off. Points that are the reason are said alone unless the next sum is
    # worth still more.
    least = (more if sentence else max(0, -more) + LEAST) + max(0, mean(other.answers) - mean(one.answers))
    if number < MANY and mean(after) - mean(before) >= least:
        return None  # it takes more deals
    if not sure_gain(before, after, least):
        return sentence
    worth = {"before": round(mean(before)), "after": round(mean(after))}
    if more >= LEAST:
        return why("more_next", more=more, **worth)
    return why("less_next", fewer=-more, **worth) if more <= -LEAST else why("next", **worth)
