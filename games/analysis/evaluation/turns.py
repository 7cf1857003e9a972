"""Measurements of one turn, which can be stored."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import hypot
from typing import Any

from games.analysis.evaluation.candidates import NOTHING, Analyst, Choice, Listed
from games.analysis.evaluation.endings import Endings, play_outs
from games.analysis.evaluation.hands import Draw, draws_of
from games.analysis.evaluation.samples import rng_for
from games.catalogue import evaluator, games, hasty
from games.rules import MostPoints, Position

JsonObject = dict[str, Any]  # json does not type what it reads


@dataclass(frozen=True)
class Measured:
    """The measurements of one turn: the available moves, the mover's draws, and sampled ends.

    The start of a match has neither moves nor draws. A turn that ends the match has only its own ending.
    """

    listed: Listed
    draws: tuple[Draw, ...]
    endings: Endings

    @property
    def data(self) -> JsonObject:
        """Return it as plain data, for `read`."""
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
            tuple(Draw(draw["worth"], tuple(draw["others"])) for draw in data["draws"]),
            Endings(tuple(endings["leads"]), tuple(endings["openings"]), endings["resets"]),
        )


@dataclass(frozen=True)
class Weighed:
    """The winning chance, from 0 to 1, that a move gives away against the best one, with its standard error."""

    cost: float
    error: float


def measure_start(slug: str, start: Position, match: str, plies: int, version: int = 1) -> Measured:
    """Sample ends of the match with this id from its start; `plies` is the maximum number of moves of the rollouts."""
    analyst = _analyst(slug, version)
    return Measured(NOTHING, (), play_outs(analyst.game, analyst.bot, start, match, 0, plies))


def measure_turn(
    slug: str, before: Position, text: str, after: Position, match: str, ply: int, plies: int, version: int = 1
) -> Measured:
    """Measure turn number `ply` of the match with this id, given its move and the positions before and after."""
    analyst = _analyst(slug, version)
    game, bot, move = analyst.game, analyst.bot, analyst.game.decode(text)
    draws = tuple(draws_of(game, bot, before, move, after, match, ply))
    ends = Endings() if after.result else play_outs(game, bot, after, match, ply, plies)
    return Measured(analyst.list_best(before, move, match, ply, plies), draws, ends)


def weigh(slug: str, before: Position, text: str, best: str, match: str, ply: int, version: int = 1) -> Weighed | None:
    """Compare a move of this turn with its best one, by the evaluator and the determinizations that found that one.

    None in a game without an evaluator.
    """
    analyst = _analyst(slug, version)
    if analyst.evaluator is None:
        return None
    game = analyst.game
    tried, known = game.decode(text), game.decode(best)
    wanted = list(dict.fromkeys([tried, known]))
    view = game.view(before, before.to_move)
    found = {one.move: one for one in analyst.evaluator.evaluate(view, wanted, rng_for(match, "candidates", ply, 0))}
    return Weighed(found[known].chance - found[tried].chance, hypot(found[known].error, found[tried].error))


def _analyst(slug: str, version: int) -> Analyst:
    """Return the game in this version of its rules, with bots that know it: its own know only the current version."""
    game = games()[slug].version(version)
    if game is games()[slug]:
        return Analyst(game, hasty(slug), evaluator(slug))
    return Analyst(game, MostPoints(game), None)
