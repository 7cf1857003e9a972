"""Greedy choice by static equity: the points of a candidate plus the leave value of the tiles that stay on the rack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

from games.digifeud.ai.candidates import Candidate, LineCandidates, intersecting_lines
from games.digifeud.ai.fast_state import FastState, remaining
from games.digifeud.ai.leave_values import leave_value, max_leave_value
from games.digifeud.model.equations import tile_mask
from games.digifeud.model.tiles import BLANK

Ranked = tuple[float, Candidate]  # equity and candidate


def playable(state: FastState, min_points: int = 0) -> Iterator[Candidate]:
    """Yield the candidates that the mover has the tiles for and that score at least `min_points`, line by line."""
    numbers, operators = state.rack
    lacking, blanks = ~tile_mask(numbers), numbers.count(BLANK)
    for line in state.lines:
        for candidate in line:
            if candidate[0] < min_points:
                break
            missing = candidate[1] & lacking
            if (not missing or (blanks and missing.bit_count() <= blanks)) and candidate[2] in operators:
                yield candidate


def best_candidate(
    state: FastState, lines: Iterable[LineCandidates] | None = None, known: Ranked | None = None
) -> Candidate | None:
    """Return the mover's candidate with the highest equity, the first of equals; None if only a pass is left.

    With `lines`, only these are searched, and `known` is the best candidate of all others. A line is abandoned once its
    next score plus the highest possible leave value does not exceed the best equity (branch and bound). This is the hot
    loop of the rollouts, so it unpacks candidates by index.
    """
    numbers, operators = state.rack
    lacking, blanks = ~tile_mask(numbers), numbers.count(BLANK)
    max_leave = max_leave_value(state.operator_set, numbers, operators)
    highest, best = known or (-inf, None)
    bound = highest - max_leave
    for line in state.lines if lines is None else lines:
        for candidate in line:
            points = candidate[0]
            if points <= bound:
                break
            missing = candidate[1] & lacking
            if (not missing or (blanks and missing.bit_count() <= blanks)) and candidate[2] in operators:
                equity = points + _leave_value_after(state, candidate)
                if equity > highest:
                    best, highest, bound = candidate, equity, equity - max_leave
    return best


def ordered_moves(state: FastState) -> list[Candidate | None]:
    """Return all moves of the mover: candidates by descending equity, then the pass (None)."""
    return [*(candidate for _equity, candidate in ranked(state)), None]


def ranked(state: FastState) -> list[Ranked]:
    """Return the mover's candidates with their equities, the highest equity first."""
    rankings = [(candidate.points + _leave_value_after(state, candidate), candidate) for candidate in playable(state)]
    return sorted(rankings, key=lambda one: -one[0])


def best_reply(state: FastState, known: Iterable[Ranked], after: Candidate) -> Candidate | None:
    """Return the mover's best candidate after the opponent played `after`.

    `known` is the mover's ranking before that move. Only the lines that the move intersects are searched again; the
    candidates of all others are unchanged.
    """
    changed = intersecting_lines(after.line, state.direction_count)
    unchanged = next((one for one in known if one[1].line not in changed), None)
    return best_candidate(state, [state.lines[line] for line in changed], unchanged)


def _leave_value_after(state: FastState, candidate: Candidate) -> float:
    """Return the leave value of the mover's tiles after the candidate; 0 once the number bag is empty."""
    if not state.bag:
        return 0
    numbers, operators = state.rack
    return leave_value(state.operator_set, remaining(candidate, numbers), operators.replace(candidate.operator, "", 1))
