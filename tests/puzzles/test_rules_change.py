"""A game changes a rule: its puzzles stay as they were for who has begun them, and are offered to no one else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.catalogue import games
from games.puzzles.jobs import keep_stock
from games.puzzles.models import Puzzle, Run, RunPuzzle, Source
from games.puzzles.services import solving
from games.puzzles.services.selection import next_puzzle
from games.puzzles.services.solving import position_of, try_move
from games.rules import SeededRandom
from tests.example_games.reach.rules import Reach
from tests.matches.test_rules_version import ReachThree, ReachTwo, install

SEED = bytes(32)
SignedIn = Callable[[User], Client]


@pytest.fixture
def puzzle(db: None, monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    """Return a puzzle after a first move in the centre, which version 2 forbids, on a site with version 1."""
    monkeypatch.setitem(games(), "reach", Reach())
    game = Reach()
    start = game.setup(game.options_type(), SeededRandom(SEED, 0))
    first = next(text for move in game.legal_moves(start) if "b2" in (text := game.encode(move)))
    after = game.apply(start, game.decode(first), SeededRandom(SEED, 1))
    best = game.encode(next(game.legal_moves(after)))
    counted = {"best": best, "best_points": 1, "second_points": 0, "choices": 9, "answers": 1, "hardness": 1.0}
    return Puzzle.objects.create(
        source=Source.objects.create(game_slug="reach", number=1), game_slug="reach", seed=SEED, moves=[first], ply=1,
        option_data=game.options_type().data(), state=Puzzle.State.OFFERED, **counted,
    )  # fmt: skip


def restart(game: Reach) -> None:
    """Restart the site with this version of the game."""
    install(game)
    solving._replay.cache_clear()


def status(puzzle: Puzzle, browser: Client) -> int:
    return browser.get(reverse("puzzles:puzzle", args=[puzzle.pk])).status_code


def test_who_has_begun_it_finishes_it_under_its_own_rules(
    puzzle: Puzzle, anna: User, bob: User, signed_in: SignedIn
) -> None:
    try_move(puzzle, anna, puzzle.best)
    before = position_of(puzzle)
    restart(ReachTwo())
    assert position_of(Puzzle.objects.get()) == before
    keep_stock()
    assert status(puzzle, signed_in(anna)) == 200
    assert status(puzzle, signed_in(bob)) == 410
    assert next_puzzle(bob, "reach", None) is None


def test_a_run_goes_on(puzzle: Puzzle, anna: User, signed_in: SignedIn) -> None:
    run = Run.objects.create(kind=Run.Kind.REPEAT, game_slug="reach", player=anna, begun_at=timezone.now())
    RunPuzzle.objects.create(run=run, puzzle=puzzle, number=1)
    restart(ReachTwo())
    assert signed_in(anna).get(reverse("puzzles:run", args=[run.pk])).status_code == 200


def test_rules_that_are_gone_take_its_page_along(puzzle: Puzzle, anna: User, signed_in: SignedIn) -> None:
    try_move(puzzle, anna, puzzle.best)
    restart(ReachThree())
    assert status(puzzle, signed_in(anna)) == 404
