"""Measurements of one turn, as values that can be stored as JSON, and luck.

For luck the tiles that a player drew are compared with sampled other draws that were possible at the same moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import ceil, sqrt
from statistics import NormalDist, mean, variance
from typing import Any

from games.analysis.evaluation.candidates import NOTHING, Analyst, AnyEvaluation, Choice, Listed
from games.analysis.evaluation.rollouts import DRAWS, PLIES, Endings, falls, play_outs, rng_for
from games.catalogue import display_of, evaluator, fast_bot, games, rollout_bot
from games.rules import AnyBot, AnyGame, GreedyBot, Position, Seat, SeededRandom

SPOTS = 12  # turns of a match after which its first estimate plays rollouts, about
HURRY = 6  # the share of the rollouts of an analysis that its first estimate plays, as a divisor


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


JsonObject = dict[str, Any]  # json does not type what it reads


@dataclass(frozen=True)
class Measured:
    """The measurements of one turn: the available moves, the stake, the mover's draws, and sampled ends.

    `stake` is that of `Analyst.stake`. The start of a match has neither moves nor draws. A turn that ends the match has
    no sampled ends.
    """

    listed: Listed
    stake: float
    draws: tuple[Draw, ...]
    endings: Endings

    @property
    def data(self) -> JsonObject:
        """Return it as plain data, the inverse of `read`."""
        return asdict(self)

    @classmethod
    def read(cls, data: JsonObject) -> Measured:
        """Return the turn stored in `data`."""
        listed, endings = data["listed"], data["endings"]
        return cls(
            Listed(
                listed["count"],
                listed["most"],
                tuple(Choice(**choice) for choice in listed["best"]),
                Choice(**listed["played"]) if listed["played"] else None,
            ),
            data["stake"],
            tuple(Draw(draw["worth"], tuple(draw["others"])) for draw in data["draws"]),
            Endings(tuple(endings["leads"]), tuple(endings["openings"]), endings["resets"]),
        )


def measure_start(slug: str, start: Position, match: str, plies: int, version: int = 1) -> Measured:
    """Measure the start of the match with this id by rollouts; `plies` is their budget of moves together."""
    analyst = _analyst(slug, version)
    return Measured(NOTHING, 0.0, (), play_outs(analyst.game, analyst.bot, start, match, 0, plies))


def measure_turn(
    slug: str, before: Position, text: str, after: Position, match: str, ply: int, plies: int, version: int = 1
) -> Measured:
    """Measure turn number `ply` of the match with this id, given its move and the positions before and after."""
    analyst = _analyst(slug, version)
    game, move = analyst.game, analyst.game.decode(text)
    drawing = analyst.bot if analyst.evaluator is None else fast_bot(slug)
    draws = tuple(draws_of(game, drawing, before, move, after, match, ply))
    ends = Endings() if after.result else play_outs(game, analyst.bot, after, match, ply, plies)
    listed = analyst.list_best(before, move, match, ply, plies)
    return Measured(listed, analyst.stake(before, listed, match, ply), draws, ends)


def estimate(slug: str, positions: Sequence[Position], match: str, version: int = 1) -> list[Measured]:
    """Measure the start and all turns of the match with this id quickly: the most points, and rollouts after some.

    They have neither best moves nor draws. Each game of a match of several has rollouts.
    """
    analyst = _analyst(slug, version)
    game, evaluator = analyst.game, analyst.evaluator
    step = ceil(len(positions) / SPOTS)
    begins = {ply for ply in range(1, len(positions)) if falls(positions[ply - 1], positions[ply])}
    plies = (evaluator.rollout_plies if evaluator else PLIES) // (HURRY * SPOTS)
    measured = []
    for ply, here in enumerate(positions):
        scored = [points for _move, points in game.scored_moves(positions[ply - 1])] if ply else []
        listed = Listed(len(scored), max(scored, default=0), (), None)
        is_spot = here.result is None and (ply % step == 0 or ply in begins)
        ends = play_outs(game, analyst.bot, here, match, ply, plies) if is_spot else Endings()
        measured.append(Measured(listed, 0.0, (), ends))
    return measured


def weigh(slug: str, before: Position, text: str, best: str, match: str, ply: int, version: int = 1) -> list[Choice]:
    """Evaluate the best move of this turn and the one in `text`, in the determinizations by which the best was found.

    Return them in this order, or an empty list in a game without an evaluator.
    """
    analyst = _analyst(slug, version)
    if analyst.evaluator is None:
        return []
    game = analyst.game
    moves = {game.decode(best): best, game.decode(text): text}
    view = game.view(before, before.to_move)
    rng = rng_for(match, "candidates", ply, 0)
    evaluations = {one.move: one for one in analyst.evaluator.evaluate(view, list(moves), rng)}
    return [_choice(game, before, text, evaluations[move]) for move, text in moves.items()]


def list_best(slug: str, before: Position, text: str, match: str, ply: int, version: int = 1) -> list[Choice]:
    """Return the best moves of a position without rollouts, best first, and among them the one in `text`, if any.

    Return an empty list in a game without an evaluator.
    """
    analyst = _analyst(slug, version)
    if analyst.evaluator is None:
        return []
    return list(analyst.list_best(before, analyst.game.decode(text) if text else None, match, ply, 0).best)


def _choice(game: AnyGame, before: Position, text: str, evaluation: AnyEvaluation) -> Choice:
    return Choice(text, game.judge(before, evaluation.move).points, evaluation.chance, evaluation.error)


def _analyst(slug: str, version: int) -> Analyst:
    """Return the analyst for this version of the rules.

    The game's own bots know only the current version; older ones get the greedy `GreedyBot` and no evaluator.
    """
    game = games()[slug].version(version)
    if game is games()[slug]:
        return Analyst(game, rollout_bot(slug), evaluator(slug))
    return Analyst(game, GreedyBot(game), None)
