"""The three moments that decided a match, and why the best move of each was better than the one played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.analysis.evaluation.report import Report, TurnReport
from games.catalogue import explainer, games
from games.rules import AnyGame, Position, SeededRandom
from games.rules.reasons import Why

MOMENTS = 3
LEAST_COST = 0.03  # of a moment that is a mistake
LEAST_CHANGE = 0.1  # of the winning chance, of a moment that is none


@dataclass(frozen=True)
class Moment:
    """A turn that decided the match, by its ply, and why the best move was better, if a reason is sure."""

    ply: int
    why: Why | None

    @property
    def data(self) -> list[object]:
        """Return it as plain data, the inverse of `read`."""
        return [self.ply, self.why and [self.why.key, dict(self.why.values)]]

    @classmethod
    def read(cls, data: Sequence[object]) -> Moment:
        """Return the moment stored in `data`."""
        match data:
            case [int(ply), [str(key), dict(values)]]:
                return cls(ply, Why(key, tuple(values.items())))
            case [int(ply), *_]:
                return cls(ply, None)
        raise ValueError(data)


def deciding(report: Report) -> list[TurnReport]:
    """Return the turns that decided the match, at most three, in their order.

    They are those that cost most; where these are fewer, those that changed the winning chances most follow.
    """
    misses = [row for row in report.rows if row.is_miss and row.cost >= LEAST_COST]
    chosen = sorted(misses, key=lambda row: -row.cost)[:MOMENTS]
    others = [row for row in report.rows if row not in chosen and abs(row.change) >= LEAST_CHANGE]
    chosen += sorted(others, key=lambda row: -abs(row.change))[: MOMENTS - len(chosen)]
    return sorted(chosen, key=lambda row: row.ply)


def explain(slug: str, before: Position, played: str, best: str, ply: int, version: int = 1) -> Why | None:
    """Return why the best move of a turn is better than the played one; None if no reason is sure."""
    game: AnyGame = games()[slug].version(version)
    find = explainer(slug)
    if find is None or game is not games()[slug]:
        return None
    view = game.view(before, before.to_move)
    why: Why | None = find(view, game.decode(played), game.decode(best), SeededRandom(b"reasons", ply))
    return why
