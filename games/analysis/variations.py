"""Variations: moves other than those of the match, each compared with the best one of its position."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, replace

from django.core.cache import caches

from games.analysis.evaluation.candidates import Choice
from games.analysis.evaluation.report import Row
from games.analysis.evaluation.turns import list_best, weigh
from games.matches.models import Match
from games.rules import AnyGame, IllegalMove, Position, SeededRandom
from games.workers import run

LONGEST = 12  # moves of a variation
SHOWN = 5  # best moves of a position
KEPT = 3600  # seconds for which an evaluation is cached
EXAMPLE = b"tiles drawn in a variation are examples"


@dataclass(frozen=True)
class Compared:
    """A move, and the best one in the same position."""

    move: Choice
    best: Choice


def follow(game: AnyGame, start: Position, texts: Sequence[str], ply: int) -> list[Position]:
    """Return the start of a variation and the positions after each of its moves, given in notation.

    The first move is number `ply` of the match. Tiles are drawn with a fixed seed, not the match's, so that the same
    moves give the same positions. Raises BadNotation, and IllegalMove, also for a move after the end.
    """
    found = [start]
    for number, text in enumerate(texts, ply):
        if found[-1].result:
            raise IllegalMove(found[-1].result.reason)
        found.append(game.apply(found[-1], game.decode(text), SeededRandom(EXAMPLE, number)))
    return found


def compare(match: Match, row: Row, before: Position, texts: Sequence[str]) -> Compared | None:
    """Compare the last move of a variation with the best one in `before`, the position in which it was made.

    The variation begins at the turn of `row`. If it has only one move, a stored candidate of that turn keeps its
    chance, and any other move is placed relative to the stored best one. None in a game without an evaluator. Raises
    `workers.NotDone`.
    """
    text, ply = texts[-1], row.ply + len(texts) - 1
    if len(texts) == 1:
        return _compare_first(match, row, before, text)
    found = _list_best(match, before, texts, ply, text)
    own = next((choice for choice in found if choice.text == text), None)
    return Compared(own, found[0]) if own else None


def best_moves(match: Match, position: Position, texts: Sequence[str], ply: int) -> list[Choice]:
    """Return the best moves of the position after a variation, best first; `ply` is the number of the next move.

    Raises `workers.NotDone`.
    """
    return _list_best(match, position, [*texts, ""], ply, "")[:SHOWN]


def _compare_first(match: Match, row: Row, before: Position, text: str) -> Compared | None:
    if not row.choices:
        return None
    best = row.choices[0]
    for choice in row.choices:
        if choice.text == text:
            return Compared(choice, best)
    found = _cached(
        ("weigh", match.pk, str(row.ply), best.text, text),
        lambda: run(weigh, match.game_slug, before, text, best.text, match.pk, row.ply, match.rules_version),
    )
    if not found:
        return None
    cost = found[0].chance - found[1].chance
    return Compared(replace(found[1], chance=min(1.0, max(0.0, best.chance - cost))), best)


def _list_best(match: Match, position: Position, texts: Sequence[str], ply: int, text: str) -> list[Choice]:
    return _cached(
        ("list_best", match.pk, str(ply), *texts),
        lambda: run(list_best, match.game_slug, position, text, match.pk, ply, match.rules_version),
    )


def _cached(names: Sequence[str], evaluate: Callable[[], list[Choice]]) -> list[Choice]:
    """Return the cached evaluation with these names as its key; on a miss evaluate and cache it.

    The first name is that of the evaluation: both have moves among their names, which may be the same.
    """
    key = f"variation.{hashlib.sha256(repr(names).encode()).hexdigest()}"
    found: list[tuple[str, int, float, float]] | None = caches["pages"].get(key)
    if found is None:
        found = [astuple(choice) for choice in evaluate()]
        caches["pages"].set(key, found, KEPT)
    return [Choice(*one) for one in found]
