"""Measurements of one turn, as values that can be stored as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from games.analysis.evaluation.candidates import NOTHING, Analyst, AnyEvaluation, Choice, Listed
from games.analysis.evaluation.endings import Endings, play_outs
from games.analysis.evaluation.hands import Draw, draws_of
from games.analysis.evaluation.samples import rng_for
from games.catalogue import evaluator, fast_bot, games, rollout_bot
from games.rules import AnyGame, GreedyBot, Position

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
