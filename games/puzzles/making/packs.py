"""The pack of a game: checked puzzles in its folder, one line of JSON each, with which a new site begins.

Each puzzle is from a match with default options between two computers, and passes the same check as those that a site
finds itself. The seed of the match follows from its number, so position and hidden tiles are replayed from the number
and the moves.
"""

from __future__ import annotations

import hashlib
import json
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from games.catalogue import bots, games
from games.puzzles.kinds import Kind, main_kind
from games.puzzles.making.extraction import Effort, Found, find, play
from games.puzzles.making.lines import replay
from games.puzzles.making.themes import themes_of
from games.puzzles.making.verification import verified_hardness

ALPHABET = string.ascii_lowercase + string.digits  # of ids, as of those that a site draws
ID_LENGTH = 10
DAYS = 60  # daily puzzles of a pack
LEVELS = (None, 1, 3)  # of the computers, in turn: None is the fast bot; weak ones leave more points on the board
DECIDED = 0.2  # the margin of an answer: rollouts confirm a large one in a third of the time of a small one
THOROUGH = Effort(sums=3, by_chance=3, margin=DECIDED)  # positions evaluated by chance take most of the time
SUMS_ALONE = Effort(sums=3, by_chance=0, endings=False, margin=DECIDED)

JsonObject = dict[str, Any]  # json does not type what it reads


@dataclass(frozen=True)
class Packed:
    """A puzzle of a pack: the match, its moves up to the position, the puzzle, and whether it is reserved for a day.

    `rules` is the version of the game's rules under which it was checked, `options` are those of the match,
    `hardness` is the estimate of the check (`Found.hardness`); `found` has none of the measures behind it. `themes` is
    None where the file does not say them. In the file `points` are the best and the second best, and `chances` those
    of `Found`.
    """

    slug: str
    match: int
    daily: bool
    rules: int
    options: dict[str, str]
    moves: list[str]
    found: Found
    hardness: float
    themes: tuple[str, ...] | None = None

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


def search(slug: str, match: int, effort: Effort = THOROUGH) -> list[Packed]:
    """Play the match of this number, and return its puzzles that pass the check, none of them reserved yet."""
    game, seed = games()[slug], seed_of(slug, match)
    moves, options = play(slug, seed, level=_level_of(slug, match)), game.options_type().data()
    puzzles = find(slug, options, seed, moves, effort)
    pairs = [(one, verified_hardness(slug, options, seed, moves[: one.ply], one)) for one in puzzles]
    return [
        Packed(slug, match, False, game.rules_version, options, moves[: one.ply], one, hardness)
        for one, hardness in pairs
        if hardness is not None
    ]


def passes_again(one: Packed) -> bool:
    """Return whether a puzzle of the pack still passes the check, by the present rules and computer players."""
    if one.rules != games()[one.slug].rules_version:
        return False
    return verified_hardness(one.slug, one.options, one.seed, one.moves, one.found) is not None


def themed(one: Packed) -> Packed:
    """Return the puzzle with its themes; without them if it was checked under other rules than the present ones."""
    if one.rules != games()[one.slug].rules_version:
        return replace(one, themes=None)
    found, position = one.found, replay(games()[one.slug], one.options, one.seed, one.moves)[-1]
    themes = themes_of(one.slug, position, found.kind, found.best_points, found.solutions)
    return replace(one, themes=tuple(themes))


def added(pack: list[Packed], additions: list[Packed]) -> list[Packed]:
    """Return the pack with these puzzles added; the next days get every second one of the game's main kind."""
    grown = list(pack)
    for one in additions:
        days = sum(other.daily for other in grown)
        main = one.found.kind is main_kind(games()[one.slug])
        grown.append(replace(one, daily=main and days < DAYS and days <= len(grown) - days))
    return grown


def is_whole(pack: list[Packed], further: int) -> bool:
    """Return whether the pack has a puzzle for each of the `DAYS`, and so many `further` ones."""
    days = sum(one.daily for one in pack)
    return days >= DAYS and len(pack) - days >= further


def extended(slug: str, pack: list[Packed], further: int) -> Iterator[list[Packed]]:
    """Yield the pack after each further match until it is whole; it goes on after the last match that it knows.

    Puzzles of other kinds than the main one are looked for in the fast bot's matches only, as that takes long, and no
    longer once they are a quarter of what is wanted.
    """
    match, main = max((one.match for one in pack), default=0), main_kind(games()[slug])
    while not is_whole(pack, further):
        match += 1
        others = sum(one.found.kind is not main for one in pack)
        main_alone = _level_of(slug, match) is not None or 4 * others >= further
        effort = SUMS_ALONE if main is Kind.SUM and main_alone else THOROUGH
        pack = added(pack, search(slug, match, effort))
        yield pack


def _level_of(slug: str, match: int) -> int | None:
    """Return the level that plays the match. Endings come from the fast bot's alone, which plays to the end."""
    level = LEVELS[match % len(LEVELS)]
    return level if games()[slug].has_point_puzzles and level in bots().get(slug, ()) else None


def _row(one: Packed) -> JsonObject:
    puzzle = one.found
    row: JsonObject = {
        "match": one.match,
        "kind": puzzle.kind.value,
        "daily": one.daily,
        "hardness": round(one.hardness, 3),
        "rules": one.rules,
        "options": one.options,
        "best": puzzle.best,
        "points": (puzzle.best_points, puzzle.second_points),
        "choices": puzzle.choices,
        "answers": puzzle.answers,
        "moves": one.moves,
    }
    if puzzle.kind is not Kind.SUM:
        row["solutions"] = list(puzzle.solutions)
        row["chances"] = (puzzle.best_chance, puzzle.points_chance)
    if puzzle.line:
        row["line"] = puzzle.line
    return row | {"themes": one.themes} if one.themes is not None else row


def _packed(slug: str, row: JsonObject) -> Packed:
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
    themes = tuple(row["themes"]) if "themes" in row else None
    origin = (slug, row["match"], row["daily"], row["rules"], row["options"], row["moves"])
    return Packed(*origin, puzzle, row["hardness"], themes)
