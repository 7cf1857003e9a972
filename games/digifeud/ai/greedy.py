"""Greedy choice: candidates ranked by static equity, the points now plus the leave value of the tiles kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

from games.digifeud.ai.candidates import Candidate, LineCandidates, intersecting_lines
from games.digifeud.ai.fast_state import FastState, remaining
from games.digifeud.ai.leave_values import leave_value, max_leave_value
from games.digifeud.model.equations import tile_mask
from games.digifeud.model.tiles import BLANK

Ranked = tuple[float, Candidate]  # the equity first


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

    With `known`, the best candidate of all other lines, only `lines` are searched. A line is left as soon as its next
    score plus the highest possible leave value cannot win (branch and bound). This is the hot loop of the rollouts.
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
    """Return all moves of the mover, the highest equity first and the pass (None) last."""
    return [*(candidate for _equity, candidate in ranked(state)), None]


def ranked(state: FastState) -> list[Ranked]:
    """Return the mover's candidates with their equities, the highest first."""
    found = [(candidate.points + _leave_value_after(state, candidate), candidate) for candidate in playable(state)]
    return sorted(found, key=lambda one: -one[0])


def best_reply(state: FastState, known: Iterable[Ranked], after: Candidate) -> Candidate | None:
    """Return the mover's best candidate now that the opponent has played `after`.

    `known` is the mover's ranking from before that move: only the lines that the move intersects are searched again.
    """
    changed = intersecting_lines(after.line, state.direction_count)
    unchanged = next((one for one in known if one[1].line not in changed), None)
    return best_candidate(state, [state.lines[line] for line in changed], unchanged)


def _leave_value_after(state: FastState, candidate: Candidate) -> float:
    """Return the leave value of the tiles that the mover keeps; 0 once the number bag is empty."""
    if not state.bag:
        return 0
    numbers, operators = state.rack
    return leave_value(state.operator_set, remaining(candidate, numbers), operators.replace(candidate.operator, "", 1))
