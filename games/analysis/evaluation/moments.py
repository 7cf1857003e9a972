"""The three moments that decided a match, and why the best move of each was better than the one played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from games.analysis.evaluation.candidates import SURE, Choice
from games.analysis.evaluation.report import LEAST_COST as LEAST_MISS
from games.analysis.evaluation.report import Report, TurnReport
from games.catalogue import explainer, games
from games.rules import AnyGame, Position, SeededRandom
from games.rules.reasons import DEALS, Why, why

MOMENTS = 3
LEAST_COST = 0.03  # of a moment that is a mistake
NOW = ("points", "points_rises")  # reasons by the points of the turn
OTHERS = 4  # of the best moves, that a reason is looked for, if the best one has none
MAY_BRING = ("next", "only_next", "more_next", "colours_next", "blank_next", "blanks_next")  # reasons by the next turn
AS_GOOD = 0.02  # the chance that a move as good as the best one may lack
LEAST_CHANGE = 0.1  # of the winning chance, of a moment that is none


@dataclass(frozen=True)
class Moment:
    """A turn that decided the match, by its ply, and why a better move was better, if a reason is sure.

    `better` is that move in notation; it is empty for the best one.
    """

    ply: int
    why: Why | None
    better: str = ""

    @property
    def data(self) -> list[object]:
        """Return it as plain data, the inverse of `read`."""
        return [self.ply, self.why and [self.why.key, dict(self.why.values)], self.better]

    @classmethod
    def read(cls, data: Sequence[object]) -> Moment:
        """Return the moment stored in `data`."""
        match data:
            case [int(ply), [str(key), dict(values)], *better]:
                return cls(ply, Why(key, tuple(values.items())), str(better[0]) if better else "")
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
    moves = game.decode(played), game.decode(best)
    for number in DEALS:
        reason = find(view, *moves, SeededRandom(b"reasons", ply), number)
        if reason and not reason.is_estimated:
            break
    return reason


def reason_of(
    slug: str, before: Position, played: str, choices: Sequence[Choice], ply: int, version: int = 1
) -> Moment:
    """Return the moment of a miss: the best move if a reason for it is sure, else one about as good that has one.

    `choices` are those of the analysis, the best first. What a search to the end proves is said rather than what the
    next turn may bring.
    """
    best, own = choices[0], next((one for one in choices if one.text == played), None)
    reason = explain(slug, before, played, best.text, ply, version)
    if own and (reason is None or reason.key in MAY_BRING) and (proved := _searched(best, own)):
        reason = proved
    if own and reason and reason.key in NOW and _are_beside(choices, best, own):
        reason = None
    for one in choices[1:OTHERS] if own and reason is None else ():
        if not own or not is_alike(one, best, own):
            continue
        other = explain(slug, before, played, one.text, ply, version)
        if other and not (other.key in NOW and _are_beside(choices, one, own)):
            return Moment(ply, other, one.text)
    return Moment(ply, reason)


def _are_beside(choices: Sequence[Choice], best: Choice, played: Choice) -> bool:
    """Return whether points are beside the point: a move without more points than the played one is as good."""
    return any(best.chance - one.chance <= AS_GOOD and one.points <= played.points for one in choices)


def is_alike(one: Choice, best: Choice, played: Choice) -> bool:
    """Return whether a move is about equal to the best one and, as errors differ, costs at most half of the played."""
    cost, given = best.chance - one.chance, best.chance - played.chance
    return cost <= given / 2 and (cost < LEAST_MISS or cost <= SURE * hypot(best.error, one.error))


def _searched(best: Choice, played: Choice) -> Why | None:
    """Return the reason by chances that a search to the end has found in all deals."""
    if best.chance == 1 and not best.error:
        return why("searched")
    return why("hopeless") if played.chance == 0 and not played.error else None
