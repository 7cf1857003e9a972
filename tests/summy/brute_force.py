"""A reference move generator: brute force straight from the rule sheet, independent of the model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from games.summy.model.position import SummyPosition

SIZE = 25
LETTERS = "abcdefghijklmnopqrstuvwxy"
ORDER = "0123456789+-x:="
SUM = re.compile(r"(\d+)([-+x:]\d+)+=\d+")
BROKEN = re.compile(r"^[-+x:=]|[-+x:=][-+x:=]|(?<!\d)0\d|=.*[-+x:=]|^\d+=")


def all_moves(position: SummyPosition) -> set[str]:
    """Return the legal moves of the player to move, in notation."""
    hand = position.hand
    in_order = sorted(hand, key=ORDER.index)
    swaps = {f"swap {''.join(pieces)}" for count in range(1, 9) for pieces in combinations(in_order, count)}
    across = ["".join(row) for row in position.grid.rows]
    down = ["".join(column) for column in zip(*across, strict=True)]
    known: dict[str, list[str]] = {}
    turns: dict[frozenset[tuple[int, int, str]], str] = {}
    for letter, lines in (("d", down), ("r", across)):  # of two names of one turn, the later one, to the right, is kept
        for number, line in enumerate(lines):
            for first, window in _windows(line, len(hand)):
                if window not in known:
                    texts = _fillings(window, Counter(hand))
                    known[window] = [text for text in texts if is_of_level(text, position.options.calculations)]
                for text in known[window]:
                    cells = [(number, first + far) if letter == "r" else (first + far, number) for far in range(SIZE)]
                    laid = frozenset((*cells[far], piece) for far, piece in enumerate(text) if window[far] == ".")
                    turns[laid] = f"{LETTERS[cells[0][1]]}{cells[0][0] + 1}{letter} {text}"
    return swaps | set(turns.values())


# Of each easier kind of arithmetic: the signs, the highest number, the highest table
EASIER = {"+-20": ("+-", 20, 10), "+-x5": ("+-x", 100, 5), "+-x": ("+-x", 100, 10)}


def is_of_level(text: str, calculations: str) -> bool:
    """Return whether every step of this true sum is one of its kind of arithmetic: products first, then in order."""
    if calculations not in EASIER:
        return True
    signs, highest, table = EASIER[calculations]
    left, outcome = text.split("=")
    tokens: list[str | int] = [int(one) if one.isdigit() else one for one in re.findall(r"\d+|.", left)]
    numbers = [one for one in (*tokens, int(outcome)) if isinstance(one, int)]
    if not set(re.sub(r"\d", "", left)) <= set(signs):
        return False
    while "x" in tokens:
        at = tokens.index("x")
        one, other = sorted((int(tokens[at - 1]), int(tokens[at + 1])))
        if one > table or other > 10:
            return False
        numbers.append(one * other)
        tokens[at - 1 : at + 2] = [one * other]
    while len(tokens) > 1:
        one, sign, other = int(tokens[0]), tokens[1], int(tokens[2])
        numbers.append(one + other if sign == "+" else one - other)
        tokens[:3] = [numbers[-1]]
    return all(0 <= number <= highest for number in numbers)


def _windows(line: str, most: int) -> Iterator[tuple[int, str]]:
    """Yield every span of the line that may become a maximal run with an old and a new piece in it."""
    for first in range(SIZE):
        for end in range(first + 1, SIZE + 1):
            window = line[first:end]
            around = line[max(first - 1, 0) : first] + line[end : end + 1]
            is_whole = "#" not in window and set(around) <= set(".#")
            if is_whole and 0 < window.count(".") <= most and set(window) != {"."}:
                yield first, window


def _fillings(window: str, held: Counter[str], done: str = "") -> Iterator[str]:
    """Yield every complete sum that pieces of the hand on the empty squares make of the window."""
    if BROKEN.search(done):
        return
    if len(done) == len(window):
        if SUM.fullmatch(done) and is_true(done):
            yield done
        return
    here = window[len(done)]
    if here != ".":
        yield from _fillings(window, held, done + here)
        return
    for piece in [piece for piece, count in held.items() if count]:
        held[piece] -= 1
        yield from _fillings(window, held, done + piece)
        held[piece] += 1


def is_true(text: str) -> bool:
    """Return whether both sides of a sum are equal."""
    left, outcome = text.split("=")
    if re.search(r":0(?!\d)", left):
        return False
    exact = re.sub(r"\d+", lambda digits: f"Fraction({digits[0]})", left).replace("x", "*").replace(":", "/")
    return bool(eval(exact, {"Fraction": Fraction}) == int(outcome))  # noqa: S307 (a plain sum)
