"""What a new piece does on the line that crosses its own: which piece, on which cell, makes a sum there."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from games.summy.model.board import EMPTY
from games.summy.model.equations import is_sum
from games.summy.model.pieces import ORDER, points_of

SHORTEST = 5  # pieces of a sum
_BEFORE, _AFTER = re.compile("[^.#]*$"), re.compile("[^.#]*")

Made = dict[str, int]  # points by the piece that makes the sum


@lru_cache(maxsize=1 << 13)
def completions(line: str) -> dict[int, Made]:
    """The sums that a single piece makes on this line, by the number of its cell, counted from 1."""
    found = {}
    for place, cell in enumerate(line, 1):
        if cell == EMPTY and (made := _completed(line[: place - 1], line[place:])):
            found[place] = made
    return found


def _completed(front: str, back: str) -> Made:
    before, after = _BEFORE.search(front), _AFTER.match(back)
    if not (before and after) or len(before[0]) + len(after[0]) < SHORTEST - 1:
        return {}
    texts = {piece: before[0] + piece + after[0] for piece in ORDER}
    return {piece: points_of(text) for piece, text in texts.items() if is_sum(text)}


def crossings(lines: Iterable[str]) -> dict[int, dict[int, Made]]:
    """Of all lines of one direction: what is made on them, by the number of the line across and by the cell there."""
    found: dict[int, dict[int, Made]] = defaultdict(dict)
    for place, line in enumerate(lines, 1):
        for number, made in completions(line).items():
            found[number][place] = made
    return found
