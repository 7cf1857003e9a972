"""Puzzles from matches between two computers, the same in every run, and moves that do not solve them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache

import pytest
from django.utils import timezone

from games.catalogue import games
from games.puzzles.extraction import Found, play_and_find
from games.puzzles.models import Puzzle, Source
from games.puzzles.positions import position_of
from games.puzzles.verification import strongest_solves

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)
MOST_MATCHES = 40


@cache
def found_in(slug: str) -> tuple[bytes, list[str], Found]:
    """Return the first match between two computers that yields a puzzle: its seed, its moves and the puzzle."""
    for number in range(MOST_MATCHES):
        seed = number.to_bytes(32, "big")
        moves, found = play_and_find(slug, seed)
        if found:
            return seed, moves, found[0]
    raise AssertionError(f"No puzzle in {MOST_MATCHES} matches of {slug}")


@cache
def found_where(slug: str, *, solved: bool) -> tuple[bytes, list[str], Found]:
    """Return the same for the first puzzle that the strongest computer solves, or does not solve."""
    options = games()[slug].options_type().data()
    for number in range(MOST_MATCHES):
        seed = number.to_bytes(32, "big")
        moves, all_found = play_and_find(slug, seed)
        for found in all_found:
            if strongest_solves(slug, options, seed, moves[: found.ply], found.best_points) is solved:
                return seed, moves, found
    raise AssertionError(f"No such puzzle in {MOST_MATCHES} matches of {slug}")


def make_puzzle(slug: str = "digifeud", number: int = 1, *, solved: bool | None = None, **more: object) -> Puzzle:
    """Return an offered puzzle of this game; `number` distinguishes several.

    `solved` says whether the strongest computer solves it; None allows both.
    """
    seed, moves, found = found_in(slug) if solved is None else found_where(slug, solved=solved)
    source = Source.objects.create(game_slug=slug, number=number, searched_at=timezone.now())
    facts = ("ply", "best", "best_points", "second_points", "choices", "answers", "hardness")
    told = {name: getattr(found, name) for name in facts}
    values = {"source": source, "game_slug": slug, "seed": seed, "moves": moves[: found.ply], **told}
    values = {**values, "state": Puzzle.State.OFFERED, **more}
    return Puzzle.objects.create(option_data=games()[slug].options_type().data(), **values)


def others(puzzle: Puzzle) -> list[tuple[str, int]]:
    """Return the legal moves that do not solve the puzzle, in notation, with their points, highest first."""
    scored = puzzle.game.scored_moves(position_of(puzzle))
    found = [(puzzle.game.encode(move), points) for move, points in scored if points != puzzle.best_points]
    return sorted(found, key=lambda one: (-one[1], one[0]))


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
