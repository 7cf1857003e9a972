"""The pack of a game: checked puzzles in its folder, one line of JSON each, with which a new site begins.

Each puzzle is from a match with default options between two computers. The seed of the match follows from its number,
so position and hidden tiles are replayed from the number and the moves.
"""

from __future__ import annotations

import hashlib
import json
import string
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NotRequired, TypedDict

from games.puzzles.kinds import Kind
from games.puzzles.lines import Line
from games.puzzles.making.extraction import Found

ALPHABET = string.ascii_lowercase + string.digits  # of ids, as of those that a site draws
ID_LENGTH = 10


class Row(TypedDict):
    """A line of the file. `points` are the best and the second best, `chances` those of `Found`."""

    match: int
    kind: str
    daily: bool
    hardness: float
    rules: int
    options: dict[str, str]
    best: str
    points: tuple[int, int]
    choices: int
    answers: int
    solutions: NotRequired[list[str]]
    chances: NotRequired[tuple[float | None, float | None]]
    line: NotRequired[Line]
    moves: list[str]


@dataclass(frozen=True)
class Packed:
    """A puzzle of a pack: the match, its moves up to the position, the puzzle, and whether it is reserved for a day.

    `rules` is the version of the game's rules under which it was checked, `options` are those of the match, and
    `hardness` is the estimate of the check (`Found.hardness`); `found` has none of the measures behind it.
    """

    slug: str
    match: int
    daily: bool
    rules: int
    options: dict[str, str]
    moves: list[str]
    found: Found
    hardness: float

    @property
    def id(self) -> str:
        """Return the id of the puzzle, the same on every site, so that none is loaded twice."""
        number = int.from_bytes(hashlib.sha256(b"%b %d" % (self.seed, len(self.moves))).digest(), "big")
        return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(ID_LENGTH))

    @property
    def seed(self) -> bytes:
        """Return the seed of the match."""
        return seed_of(self.slug, self.match)


def seed_of(slug: str, match: int) -> bytes:
    """Return the seed of the match of this number between two computers, the same on every site."""
    return hashlib.sha256(f"puzzle pack {slug} {match}".encode()).digest()


def read_pack(slug: str, file: Path) -> list[Packed]:
    """Return the puzzles in this file of the game; none if there is no such file."""
    lines = file.read_text().splitlines() if file.exists() else []
    return [_packed(slug, json.loads(line)) for line in lines]


def write_pack(file: Path, pack: Iterable[Packed]) -> None:
    """Write the puzzles into this file, in the order of their matches and moves."""
    rows = map(_row, sorted(pack, key=lambda one: (one.match, len(one.moves))))
    new_file = file.with_suffix(".new")  # renamed once it is whole
    new_file.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))
    new_file.replace(file)


def _row(one: Packed) -> Row:
    puzzle = one.found
    row = Row(
        match=one.match,
        kind=puzzle.kind.value,
        daily=one.daily,
        hardness=round(one.hardness, 3),
        rules=one.rules,
        options=one.options,
        best=puzzle.best,
        points=(puzzle.best_points, puzzle.second_points),
        choices=puzzle.choices,
        answers=puzzle.answers,
        moves=one.moves,
    )
    if puzzle.kind is not Kind.SUM:
        row["solutions"] = list(puzzle.solutions)
        row["chances"] = (puzzle.best_chance, puzzle.points_chance)
    if puzzle.line:
        row["line"] = puzzle.line
    return row


def _packed(slug: str, row: Row) -> Packed:
    best_chance, points_chance = row.get("chances", (None, None))
    puzzle = Found(
        ply=len(row["moves"]),
        best=row["best"],
        best_points=row["points"][0],
        second_points=row["points"][1],
        choices=row["choices"],
        answers=row["answers"],
        squares=0,
        kind=Kind(row["kind"]),
        solutions=tuple(row.get("solutions", ())),
        best_chance=best_chance,
        points_chance=points_chance,
        line=row.get("line", {}),
    )
    return Packed(slug, row["match"], row["daily"], row["rules"], row["options"], row["moves"], puzzle, row["hardness"])
