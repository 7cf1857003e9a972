"""Squares light up in puzzles and runs as in a match, by what the solver sees."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalogue import display_of
from games.puzzles.models import Puzzle, Run
from games.puzzles.services.runs import current, start_run
from games.puzzles.services.selection import FEWEST_IN_RUN
from games.puzzles.services.solving import position_of
from tests.puzzles.conftest import Clock, make_puzzle

SignedIn = Callable[[User], Client]
EQUALS = {"tile": "="}


def test_squares_light_up_by_what_the_solver_sees(puzzle: Puzzle) -> None:
    game, position = puzzle.game, position_of(puzzle)
    view = game.view(position, position.to_move)
    told = Client().get(reverse("puzzles:lights", args=[puzzle.pk]), EQUALS).json()
    assert told["fits"].split() == [str(square) for square in sorted(display_of(game).legal_squares(view, "="))]


def test_a_puzzle_that_is_withdrawn_or_not_there_lights_nothing(puzzle: Puzzle) -> None:
    Puzzle.objects.update(state=Puzzle.State.WITHHELD)
    for key in (puzzle.pk, "0000000000"):
        assert Client().get(reverse("puzzles:lights", args=[key]), EQUALS).status_code == 404


def test_squares_light_up_in_the_puzzle_of_ones_own_run(
    clock: Clock, anna: User, bob: User, signed_in: SignedIn
) -> None:
    for number in range(FEWEST_IN_RUN):
        make_puzzle(number=number + 1, rating=1000.0 + 100 * number)
    run = start_run(anna, "digifeud", Run.Kind.SPRINT)
    assert run
    first = current(run)
    assert first
    address, browser = reverse("puzzles:run_lights", args=[run.pk]), signed_in(anna)
    told = browser.get(address, EQUALS).json()
    assert told["fits"]
    assert told == browser.get(reverse("puzzles:lights", args=[first.puzzle.pk]), EQUALS).json()
    assert browser.get(address, {"square": "💥"}).json() == {}
    assert signed_in(bob).get(address, EQUALS).status_code == 404

    browser.post(reverse("puzzles:run_end", args=[run.pk]))
    assert browser.get(address, EQUALS).json() == {}
