"""A brute-force move generator, written directly from the rule sheet: the oracle for the real one."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from games.digifeud.model.position import DigifeudPosition
from games.rules import Square

SIZE = 13
TABLES = {(table, times) for table in range(6) for times in range(11)}  # of 0 to 5
STEPS = {"2": {"r": (0, 1), "d": (1, 0)}, "4": {"r": (0, 1), "d": (1, 0), "l": (0, -1), "u": (-1, 0)}}


def all_moves(position: DigifeudPosition) -> set[str]:
    """Return the legal moves of the player to move, in notation."""
    steps = STEPS[position.options.directions]
    squares = product(range(1, SIZE + 1), range(1, SIZE + 1), steps.items())
    moves = {"pass"}
    for row, column, (letter, (down, right)) in squares:
        line = [Square(row + down * distance, column + right * distance) for distance in range(5)]
        if all(1 <= number <= SIZE for number in line[-1]):
            moves |= {f"{line[0]}{letter} {text}" for text in _calculations(position, line)}
    return moves


def _calculations(position: DigifeudPosition, line: list[Square]) -> tuple[str, ...]:
    faces = [position.grid.faces[(square.row - 1) * SIZE + square.column - 1] for square in line]
    is_first = not any(position.grid.faces)
    if faces[1] or faces[3]:
        return ()
    if not (Square(7, 7) in line[::2] if is_first else faces[0] or faces[2] or faces[4]):
        return ()
    if any(face and not face.isdigit() for face in faces[::2]) or (is_first and (line[0].row + line[0].column) % 2):
        return ()
    numbers, operators = "".join(position.rack.numbers), "".join(sorted(set(position.rack.operators)))
    return _fillings((faces[0], faces[2], faces[4]), numbers, operators, position.options.operators)


@lru_cache(maxsize=1 << 12)
def _fillings(faces: tuple[str, str, str], numbers: str, operators: str, level: str) -> tuple[str, ...]:
    """Return every calculation that a rack makes around these numbers; many lines of a board have the same."""
    found = []
    operands = [[(face, "")] if face.isdigit() else _digit_spellings(numbers) for face in faces[:2]]
    for (a, tiles_a), (b, tiles_b) in product(*operands):
        for operator in operators:
            outcome = _evaluate(_plain(a), operator, _plain(b), level)
            if outcome is None or (faces[2] and int(faces[2]) != outcome):
                continue
            for c, tiles_c in [(faces[2], "")] if faces[2] else _number_spellings(str(outcome)):
                if _holds(numbers, tiles_a + tiles_b + tiles_c):
                    found.append(f"{a}{operator}{b}={c}")
    return tuple(found)


def _holds(numbers: str, tiles: str) -> bool:
    """Return whether the rack has all these number tiles."""
    return all(tiles.count(tile) <= numbers.count(tile) for tile in tiles)


def _digit_spellings(numbers: str) -> list[tuple[str, str]]:
    """Return every way to place one digit from this rack, as (text, tile)."""
    ways = [(digit, digit) for digit in "0123456789"] + [(f"?{digit}", "?") for digit in "0123456789"]
    return [way for way in ways if way[1] in numbers]


def _number_spellings(number: str) -> list[tuple[str, str]]:
    """Return every way to place this number, as (text, tiles)."""
    ways = product(*([(digit, digit), (f"?{digit}", "?")] for digit in number))
    return [("".join(text for text, _tile in way), "".join(tile for _text, tile in way)) for way in ways]


def _plain(text: str) -> int:
    return int(text.replace("?", ""))


def _evaluate(a: int, operator: str, b: int, level: str) -> int | None:
    """Return the outcome, or None if it is negative, too high for the level, in no table of it, or a fraction."""
    if operator == "/" and (b == 0 or a % b):
        return None
    if operator == "x" and level == "+-x5" and (a, b) not in TABLES and (b, a) not in TABLES:
        return None
    outcome = {"+": a + b, "-": a - b, "x": a * b, "/": a // b if b else 0}[operator]
    return outcome if 0 <= outcome <= (20 if level == "+-20" else 99) else None
