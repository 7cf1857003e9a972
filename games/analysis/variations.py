"""Variations: moves other than those of the match, each compared with the best one of its position.

No request waits for an evaluation: it is begun, and cached once a worker has made it; until then the page asks again.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass, replace
from math import hypot

from django.core.cache import caches

from core.limits import Bulkhead, Permit
from games.analysis.errors import TooManyAsked
from games.analysis.evaluation.candidates import SURE, Choice
from games.analysis.evaluation.report import TurnReport
from games.analysis.evaluation.turns import list_best, weigh
from games.matches.models import Match
from games.rules import Position
from games.workers import NotDone, run

SHOWN = 5  # best moves of a position
KEPT = 3600  # seconds for which an evaluation is cached
FAILED, FAILED_KEPT = "failed", 10  # what is cached for an evaluation that failed, and the seconds
CLAIM = 120  # seconds in which no other process begins the same evaluation, unless it ends before
AT_ONCE, EACH = 8, 4  # evaluations that wait, in each process; those of one visitor

logger = logging.getLogger(__name__)
_bulkhead = Bulkhead("variations", at_once=AT_ONCE, each=EACH)
_evaluator = ThreadPoolExecutor(1, thread_name_prefix="variations")  # waits for the worker; uses no database


class BeingMade(Exception):
    """The evaluation is not there yet; it has begun."""


@dataclass(frozen=True)
class Asker:
    """The visitor who asks for an evaluation: the names that a bulkhead counts, and the rate limit."""

    visitors: frozenset[Hashable]
    may_ask: Callable[[], bool]  # counts one more


@dataclass(frozen=True)
class Compared:
    """A move, and the best one in the same position."""

    move: Choice
    best: Choice

    @property
    def is_about_equal(self) -> bool:
        """Return whether the difference between the two is less than two errors."""
        return self.best.chance - self.move.chance <= SURE * hypot(self.best.error, self.move.error)


def compare(match: Match, row: TurnReport, before: Position, texts: Sequence[str], asker: Asker) -> Compared | None:
    """Compare the last move of a variation with the best one in `before`, the position in which it was made.

    The variation begins at the turn of `row`. If it has only one move, a stored candidate of that turn keeps its
    chance, and any other move is placed relative to the stored best one. None in a game without an evaluator. Raises
    BeingMade until the evaluation is there, `workers.NotDone` if it failed, Busy, and TooManyAsked.
    """
    text, ply = texts[-1], row.ply + len(texts) - 1
    if len(texts) == 1:
        return _compare_first(match, row, before, text, asker)
    choices = _list_best(match, before, texts, ply, text, asker)
    own = next((choice for choice in choices if choice.text == text), None)
    return Compared(own, choices[0]) if own else None


def best_moves(match: Match, position: Position, texts: Sequence[str], ply: int, asker: Asker) -> list[Choice]:
    """Return the best moves of the position after a variation, best first; `ply` is the number of the next move.

    Raises like `compare`.
    """
    return _list_best(match, position, [*texts, ""], ply, "", asker)[:SHOWN]


def _compare_first(match: Match, row: TurnReport, before: Position, text: str, asker: Asker) -> Compared | None:
    if not row.choices:
        return None
    best = row.choices[0]
    for choice in row.choices:
        if choice.text == text:
            return Compared(choice, best)
    choices = _cached(
        ("weigh", match.pk, str(row.ply), best.text, text),
        lambda: run(weigh, match.game_slug, before, text, best.text, match.pk, row.ply, match.rules_version),
        asker,
    )
    if not choices:
        return None
    cost = choices[0].chance - choices[1].chance
    return Compared(replace(choices[1], chance=min(1.0, max(0.0, best.chance - cost))), best)


def _list_best(
    match: Match, position: Position, texts: Sequence[str], ply: int, text: str, asker: Asker
) -> list[Choice]:
    return _cached(
        ("list_best", match.pk, str(ply), *texts),
        lambda: run(list_best, match.game_slug, position, text, match.pk, ply, match.rules_version),
        asker,
    )


def _cached(names: Sequence[str], evaluate: Callable[[], list[Choice]], asker: Asker) -> list[Choice]:
    """Return the cached evaluation with these names as its key; on a miss begin it. Raises like `compare`.

    The first name is that of the evaluation: both have moves among their names, which may be the same.
    """
    key = f"variation.{hashlib.sha256(repr(names).encode()).hexdigest()}"
    rows: list[tuple[str, int, float, float]] | str | None = caches["pages"].get(key)
    if rows is None:
        _begin(key, evaluate, asker)
        raise BeingMade
    if isinstance(rows, str):
        raise NotDone
    return [Choice(*one) for one in rows]


def _begin(key: str, evaluate: Callable[[], list[Choice]], asker: Asker) -> None:
    """Begin the evaluation unless it has begun in any process (single flight); raises Busy, and TooManyAsked."""
    if not caches["pages"].add(f"{key}.claim", True, CLAIM):
        return
    try:
        if not asker.may_ask():
            raise TooManyAsked
        _evaluator.submit(_evaluate, key, evaluate, _bulkhead.take(asker.visitors))
    except BaseException:
        caches["pages"].delete(f"{key}.claim")
        raise


def _evaluate(key: str, evaluate: Callable[[], list[Choice]], permit: Permit) -> None:
    try:
        caches["pages"].set(key, [astuple(choice) for choice in evaluate()], KEPT)
    except Exception as fault:
        if not isinstance(fault, NotDone):
            logger.exception("A variation could not be evaluated")
        caches["pages"].set(key, FAILED, FAILED_KEPT)
    finally:
        caches["pages"].delete(f"{key}.claim")
        permit.leave()
