"""Computer players try a puzzle, and the more of them fail the harder it is estimated to be."""

from __future__ import annotations

from dataclasses import replace
from math import log2

import pytest

from games.catalogue import bots, games
from games.puzzles.making import extraction
from games.puzzles.making.extraction import FAILURES, TRIES, answers_of, share_solved
from games.puzzles.making.verification import verified_hardness
from games.rules import Position, SeededRandom
from tests.puzzles.conftest import found_in
from tests.sizes import cases

GAMES = ("digifeud", "summy", "sudoku", "tenbyten")
SEED = b"trials"


def position_in(slug: str) -> Position:
    """Return the position of the puzzle that `found_in` gives."""
    seed, moves, found = found_in(slug)
    game = games()[slug]
    position: Position = game.setup(game.options_type(), SeededRandom(seed, 0))
    for ply, text in enumerate(moves[: found.ply], 1):
        position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
    return position


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_all_who_try_find_one_of_all_moves_and_none_finds_none(slug: str) -> None:
    game, position = games()[slug], position_in(slug)
    tries = (len(bots()[slug]) - 1) * TRIES
    every = {move for move, _points in game.scored_moves(position)} | {*game.legal_moves(position)}
    assert share_solved(game, position, every, SEED, 3) == pytest.approx((tries + 0.5) / (tries + 1))
    assert share_solved(game, position, (), SEED, 3) == pytest.approx(0.5 / (tries + 1))


@pytest.mark.parametrize("slug", GAMES)
def test_the_same_tries_have_the_same_result(slug: str) -> None:
    game, position = games()[slug], position_in(slug)
    answers = answers_of(game, position, found_in(slug)[2])
    assert share_solved(game, position, answers, SEED, 3) == share_solved(game, position, answers, SEED, 3)


@pytest.mark.parametrize("known", [{}, {"tenbyten": {1: None}}])
def test_a_game_without_weaker_players_has_no_tries(monkeypatch: pytest.MonkeyPatch, known: object) -> None:
    monkeypatch.setattr(extraction, "bots", lambda: known)
    assert share_solved(games()["tenbyten"], position_in("tenbyten"), (), SEED, 0) == 1


def test_a_puzzle_that_fewer_solve_is_harder() -> None:
    found = found_in("tenbyten")[2]
    half, eighth = replace(found, share_solved=1 / 2), replace(found, share_solved=1 / 8)
    assert eighth.hardness - half.hardness == pytest.approx(2 * FAILURES)
    assert found.hardness == pytest.approx(
        replace(found, share_solved=1).hardness - FAILURES * log2(found.share_solved)
    )


@pytest.mark.slow
@cases("slug", GAMES, default=["sudoku"])
def test_the_check_estimates_the_same_as_the_search(slug: str) -> None:
    seed, moves, found = found_in(slug)
    stored = replace(found, squares=0, laid=0, share_solved=1.0)  # what a row does not have
    options = games()[slug].options_type().data()
    assert verified_hardness(slug, options, seed, moves[: found.ply], stored) == pytest.approx(found.hardness)
