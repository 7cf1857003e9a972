"""Why the best move of a turn of Digifeud is better than the one played: passes, the coloured squares, blanks."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from games.digifeud.model.board import BLANK
from games.digifeud.model.moves import Calculation, Move, Pass, number_tiles
from games.digifeud.model.position import DigifeudView
from games.digifeud.rules import game
from games.rules import Part, SeededRandom
from games.rules.reasons import (
    DEALS,
    Features,
    Why,
    by_points,
    deals_of,
    differs,
    features_of,
    next_points,
    sure_gain,
    why,
)

LEAST = 4  # points that are a reason
TIMES = 4  # as many deals as other games: what one move is worth differs by 40 points from deal to deal
MANY = DEALS[-1] * TIMES  # deals in which a share of wins is counted that is said
NEARLY_ALL, MOST = 15 / 16, 3 / 4  # of the deals
BLANK_WORTH = 20  # points that a blank is worth for sure: 28 by the leave values (`ai.state`)
LIKELY = 2.0  # standard errors by which the next move is worth more than what the opponent's answers gain
LITTLE = 60  # points more that the next move may outweigh
FAR_MORE = 2  # times the points more: answers that fall by more than this are the reason
MOSTLY = 2 / 3  # of the points more that are owed to coloured squares, if these are what was not seen


def explain(view: DigifeudView, played: Move, best: Move, rng: SeededRandom, number: int) -> Why | None:
    """Return the surest reason why `best` is better than `played` in `TIMES` as many deals; None if none is sure."""
    deals = deals_of(game, view, rng, number := number * TIMES)
    one, other = (features_of(game, deals, move) for move in (played, best))
    mover = view.to_move
    lead = view.scores[mover.index] - view.scores[mover.other.index]
    if isinstance(best, Pass) and lead > 0 and not view.grid.is_empty:
        if other.won:
            return why("pass_ends", lead=lead)
        wins = 0 if view.passed[mover.index] else _wins_by_two_passes(other)
        if wins >= NEARLY_ALL * number:
            return why("pass_leads", lead=lead)
        if number >= MANY and wins >= MOST * number:
            return why("pass_often", lead=lead, share=round(100 * wins / number))
    if isinstance(played, Pass) and one.lost and lead < 0:
        return why("pass_played_ends", behind=-lead)
    sentence = by_points(one, other, LEAST)
    if sentence is None:
        if _blanks_kept(view, played, best) == 1 and (differs(one, other, LEAST) or 0) > -LEAST:
            fewer = one.turn.points - other.turn.points
            if fewer < BLANK_WORTH:
                return why("blank_fewer", fewer=fewer) if fewer >= LEAST else why("blank")
        return _next_turn(view, played, best, one, other, None)
    if sentence.key == "trade":
        return _next_turn(view, played, best, one, other, sentence)
    more, colours = other.turn.points - one.turn.points, _colour(other) - _colour(one)
    are_squares = colours >= MOSTLY * more and -_rise(one, other) <= FAR_MORE * more
    if sentence.key in ("points", "points_rises", "points_opens") or (sentence.key == "opens_points" and are_squares):
        return _more_now(one, other, sentence, more=more, colours=colours)
    return sentence


def _more_now(one: Features, other: Features, sentence: Why, *, more: int, colours: int) -> Why | None:
    """Return the points more as the reason, with the mover's next move if that is worth still more, and the colours.

    What the squares alone decide is said before what the opponent answers. None where only more deals tell whether the
    next move is worth more.
    """
    if more < LITTLE:
        before, after = (next_points(game, features) for features in (one, other))
        least = more + max(0, _rise(one, other))
        if len(one.answers) < MANY and mean(after) - mean(before) >= least:
            return None
        if sure_gain(before, after, least):
            key = "colours_next" if colours >= more else "more_next"
            return why(key, more=more, before=round(mean(before)), after=round(mean(after)))
    if sentence.key == "points_rises" or colours < MOSTLY * more:
        return sentence
    return why("colours", more=more) if colours >= more else why("coloured", more=more, colours=colours)


def _wins_by_two_passes(passed: Features) -> int:
    """Return in how many deals passing again wins if the opponent's answer to this pass scores the most."""
    wins = 0
    for number, reply in enumerate(passed.replies):
        if reply:
            rng = SeededRandom(b"passes", number)
            after = game.apply(*reply, rng)
            end = after if after.result else game.apply(after, Pass(), rng)
            wins += end.result is not None and end.result.winner is reply[0].to_move.other
    return wins


def _blanks_kept(view: DigifeudView, played: Move, best: Move) -> int:
    """Return how many blanks fewer the best move uses than the one played; none unless both are calculations."""
    if not (isinstance(played, Calculation) and isinstance(best, Calculation)):
        return 0
    used = [number_tiles(view.grid, move.squares, move.texts).count(BLANK) for move in (played, best)]
    return max(0, used[0] - used[1])


def _rise(one: Features, other: Features) -> float:
    """Return by how much the opponent's best answer is worth more after the best move than after the one played."""
    return mean(other.answers) - mean(one.answers)


def _next_turn(
    view: DigifeudView,
    played: Move,
    best: Move,
    one: Features,
    other: Features,
    sentence: Why | None,
) -> Why | None:
    """Return that the next move is worth more, if that is sure and outweighs what is given up; else what was found.

    The points given up and what the opponent's answers gain must be less, unless a blank that is kept makes up for
    them; and of a trade the fall of these answers. It takes many deals: with fewer this is None if it may be so.
    """
    more = other.turn.points - one.turn.points
    fewer = max(0, -more)
    kept = _blanks_kept(view, played, best) if fewer >= LEAST else 0
    if one.ends or other.ends or isinstance(best, Pass):  # what a pass keeps could be played now
        return sentence
    before, after = (next_points(game, features) for features in (one, other))
    rise = _rise(one, other)
    least = max(LEAST + fewer, -rise - kept * BLANK_WORTH if sentence else 0)
    if len(one.answers) < MANY and mean(after) - mean(before) >= least:
        return None
    if not sure_gain(before, after, least):
        return sentence
    net = _net(before, one), _net(after, other, more + kept * BLANK_WORTH)
    if rise > 0 and not sure_gain(*net, LEAST, LIKELY):
        return sentence
    worth = {"before": round(mean(before)), "after": round(mean(after))}
    if more >= LEAST:  # the opponent's answers take these back, but not what follows
        return why("more_next", more=more, **worth)
    if fewer < LEAST:
        return why("only_next", **worth)
    return why(("next", "blank_next", "blanks_next")[kept], fewer=fewer, **worth)


def _net(worths: Sequence[int], features: Features, now: int = 0) -> list[int]:
    """Return in each deal the points now and of the next move, less those of the opponent's answer between."""
    return [now + worth - answer for worth, answer in zip(worths, features.answers, strict=True)]


def _colour(features: Features) -> int:
    """Return the points that a calculation owes to coloured squares: all but its answer, counted once."""
    parts: tuple[Part, ...] = features.turn.parts
    if not parts:
        return 0
    return features.turn.points - int(str(features.turn.text).rpartition("=")[2].replace("?", ""))
