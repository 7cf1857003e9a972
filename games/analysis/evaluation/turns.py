"""Everything that is measured about one turn, in a form that can be kept."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from games.analysis.evaluation.best import Choice, Listed, list_best
from games.analysis.evaluation.endings import Endings, play_outs
from games.analysis.evaluation.hands import Draw, draws_of
from games.catalogue import games, hasty
from games.rules import AnyBot, AnyGame, MostPoints, Position


@dataclass(frozen=True)
class Measured:
    """One turn: the moves there were, what the mover drew, and how it went on from there.

    The start of a match has neither moves nor draws. A turn that ends the match has no endings but its own.
    """

    listed: Listed
    draws: tuple[Draw, ...]
    endings: Endings

    @property
    def data(self) -> dict[str, Any]:
        """As plain data, for `read`."""
        return asdict(self)

    @classmethod
    def read(cls, data: dict[str, Any]) -> Measured:
        """The turn that `data` keeps."""
        listed, endings = data["listed"], data["endings"]
        return cls(
            Listed(listed["count"], tuple(Choice(**choice) for choice in listed["best"])),
            tuple(Draw(draw["worth"], tuple(draw["others"])) for draw in data["draws"]),
            Endings(tuple(endings["leads"]), tuple(endings["openings"]), endings["resets"]),
        )


def measure_start(slug: str, start: Position, match: str, plies: int, version: int = 1) -> Measured:
    """How the match of this name could end from its start; `plies` is how many moves the play-outs may take."""
    return Measured(Listed(0, ()), (), play_outs(*_rules(slug, version), start, match, 0, plies))


def measure_turn(
    slug: str, before: Position, text: str, after: Position, match: str, ply: int, plies: int, version: int = 1
) -> Measured:
    """Measures turn number `ply` of the match of this name: the move in notation, the positions before and after it."""
    game, bot = _rules(slug, version)
    draws = tuple(draws_of(game, bot, before, game.decode(text), after, match, ply))
    ends = Endings() if after.result else play_outs(game, bot, after, match, ply, plies)
    return Measured(list_best(game, before), draws, ends)


def _rules(slug: str, version: int) -> tuple[AnyGame, AnyBot]:
    """Return the game in that version of its rules and its rollout bot; a game's own bot knows the present one."""
    game = games()[slug].version(version)
    return game, hasty(slug) if game is games()[slug] else MostPoints(game)
