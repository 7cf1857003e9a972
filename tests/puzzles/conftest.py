"""Puzzles from matches between two computers, the same in every run, and moves that do not solve them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest
from django.utils import timezone

from games.catalogue import games, puzzles_file
from games.puzzles.kinds import Kind, main_kind
from games.puzzles.making import extraction
from games.puzzles.making.extraction import (
    Found,
    examine,
    examine_chances,
    examine_ending,
    find_endings,
    play,
    play_and_find,
    stand_out,
    tried,
)
from games.puzzles.making.lines import solved
from games.puzzles.making.packs import read_pack
from games.puzzles.making.verification import answers_stand_out
from games.puzzles.models import Puzzle, Source
from games.puzzles.services.solving import position_of
from games.rules import SeededRandom
from tests.kept import kept

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)
MOST_MATCHES = 40
# Match and ply of a puzzle of the game's main kind: to look there first spares the search of all positions of some
# matches, which takes seconds.
MAIN = {"digifeud": (5, 4), "sudoku": (249, 60), "summy": (0, 16)}
FIRST_LINE = {"digifeud": 15, "tenbyten": 8}  # the same for an ending of several moves


def passes_check(slug: str, seed: bytes, moves: list[str], found: Found) -> bool:
    """Return whether the check offers this puzzle."""
    return answers_stand_out(slug, games()[slug].options_type().data(), seed, moves[: found.ply], found)


@kept
def found_in(slug: str) -> tuple[bytes, list[str], Found]:
    """Return seed and moves of a match between two computers, and a puzzle of the game's main kind from it."""
    if slug == "tenbyten":  # to check one takes ten seconds
        return packed(slug, main_kind(games()[slug]))
    return found_first(slug, MAIN.get(slug), {main_kind(games()[slug])})


def found_first(slug: str, place: tuple[int, int] | None, kinds: set[Kind]) -> tuple[bytes, list[str], Found]:
    """Return the same for a puzzle of one of these kinds, at this place or, if there is none, wherever it is."""
    for seed, moves, puzzles in searched(slug, place):
        for one in puzzles:
            if one.kind in kinds and passes_check(slug, seed, moves, one):
                return seed, moves, one
    raise AssertionError(f"No such puzzle in {MOST_MATCHES} matches of {slug}")


def searched(slug: str, place: tuple[int, int] | None) -> Iterator[tuple[bytes, list[str], list[Found]]]:
    """Yield matches between two computers and their puzzles, first those at this place only."""
    if place:
        seed = place[0].to_bytes(32, "big")
        yield seed, *look_at(slug, seed, place[1])
    for number in range(MOST_MATCHES):
        seed = number.to_bytes(32, "big")
        yield seed, *play_and_find(slug, seed)


def look_at(slug: str, seed: bytes, ply: int) -> tuple[list[str], list[Found]]:
    """Return the moves of a match between two computers, and the puzzles of its position after `ply` moves."""
    game, moves = games()[slug], play(slug, seed)
    position = game.setup(game.options_type(), SeededRandom(seed, 0))
    for number, text in enumerate(moves[:ply], 1):
        position = game.apply(position, game.decode(text), SeededRandom(seed, number))
    summed = examine(game, position, ply, seed)
    if summed and not stand_out(game, position, summed, SeededRandom(seed + b"puzzles", ply)):
        summed = None
    by_chance = examine_chances(game, position, ply, SeededRandom(seed + b"chances", ply))
    ending = examine_ending(game, position, ply, solved(game, position, ply, seed))
    return moves, [tried(game, position, one, seed) for one in (summed, by_chance, ending) if one]


@cache
def packed(slug: str, *kinds: Kind) -> tuple[bytes, list[str], Found]:
    """Return the shortest puzzle of one of these kinds from the game's pack: to find one takes up to a minute."""
    shortest = min(
        (one for one in read_pack(slug, puzzles_file(slug)) if one.found.kind in kinds), key=lambda one: len(one.moves)
    )
    return shortest.seed, shortest.moves, shortest.found


@kept
def found_line(slug: str) -> tuple[bytes, list[str], Found]:
    """Return the same for an ending of several moves."""
    game = games()[slug]
    for number in range(FIRST_LINE[slug], FIRST_LINE[slug] + MOST_MATCHES):
        seed = number.to_bytes(32, "big")
        moves = play(slug, seed)
        positions = [game.setup(game.options_type(), SeededRandom(seed, 0))]
        for ply, text in enumerate(moves, 1):
            positions.append(game.apply(positions[-1], game.decode(text), SeededRandom(seed, ply)))
        for one in find_endings(game, positions, seed):
            if one.kind is Kind.LINE:
                return seed, moves, one
    raise AssertionError(f"No such ending in {MOST_MATCHES} matches of {slug}")


@kept
def found_to_fail(slug: str) -> tuple[bytes, list[str], Found]:
    """Return the same for the first position that would be a puzzle if points alone decided."""
    game = games()[slug]
    for number in range(MOST_MATCHES):
        seed = number.to_bytes(32, "big")
        moves = play(slug, seed)
        position = game.setup(game.options_type(), SeededRandom(seed, 0))
        for ply, text in enumerate(moves):
            found = examine(game, position, ply, seed)
            if found and not passes_check(slug, seed, moves, found):
                return seed, moves, found
            position = game.apply(position, game.decode(text), SeededRandom(seed, ply + 1))
    raise AssertionError(f"No such position in {MOST_MATCHES} matches of {slug}")


def make_puzzle(
    slug: str = "digifeud",
    number: int = 1,
    *,
    passes: bool = True,
    by_chance: bool = False,
    several: bool = False,
    passing: bool = False,
    **more: object,
) -> Puzzle:
    """Return an offered puzzle of this game; `number` distinguishes several.

    `passes` says whether its answers are the best moves by winning chance too, `by_chance` whether the most points are
    not among them, `several` whether it is an ending of several moves, `passing` whether it is answered by a pass.
    """
    if several:
        seed, moves, found = packed(slug, Kind.LINE)
    elif passing:
        seed, moves, found = packed(slug, Kind.PASS)
    elif by_chance:
        # Summy's pack has none by estimates
        kinds = (Kind.ENDING,) if slug == "summy" else (Kind.CHANCE, Kind.DEFENCE, Kind.PASS)
        seed, moves, found = packed(slug, *kinds)
    else:
        seed, moves, found = found_in(slug) if passes else found_to_fail(slug)
    source = Source.objects.create(game_slug=slug, number=number, searched_at=timezone.now())
    facts = ["ply", "best", "best_points", "second_points", "choices", "answers", "hardness"]
    facts += ["kind", "line", "best_chance", "points_chance"]
    told = {name: getattr(found, name) for name in facts}
    told["solutions"] = list(found.solutions)
    values = {"source": source, "game_slug": slug, "seed": seed, "moves": moves[: found.ply], **told}
    values = {**values, "state": Puzzle.State.OFFERED, **more}
    if values["state"] != Puzzle.State.UNCHECKED:
        values.setdefault("checked_at", timezone.now())
    return Puzzle.objects.create(option_data=games()[slug].options_type().data(), **values)


def others(puzzle: Puzzle) -> list[tuple[str, int]]:
    """Return the legal moves that do not solve the puzzle, in notation, with their points, highest first."""
    scored = puzzle.game.scored_moves(position_of(puzzle))
    found = [(puzzle.game.encode(move), points) for move, points in scored if points != puzzle.best_points]
    return sorted(found, key=lambda one: (-one[1], one[0]))


@pytest.fixture
def points_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make puzzles of positions in which a move has clearly the most points, whatever its winning chance."""
    monkeypatch.setattr(extraction, "stand_out", lambda *_: True)


@pytest.fixture
def puzzle(db: None) -> Puzzle:
    """Return a puzzle of Digifeud that is not reserved."""
    return make_puzzle()


@pytest.fixture
def wrong(puzzle: Puzzle) -> str:
    """Return the second best move."""
    return others(puzzle)[0][0]


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Replace the current time by a clock that shows noon on a Monday until a test sets it."""
    clock = Clock()
    monkeypatch.setattr("django.utils.timezone.now", clock)
    return clock
