"""The extraction of puzzles: one move is clearly best, and there are enough others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import pytest

from games.catalogue import evaluator, games
from games.puzzles import extraction
from games.puzzles.difficulty import Level, first_rating, level_of
from games.puzzles.extraction import examine, find, play, play_and_find
from games.puzzles.kinds import Kind
from games.rules import Position, SeededRandom
from tests.puzzles.conftest import found_in

EVERY_GAME = sorted(games())
REAL_GAMES = [slug for slug in EVERY_GAME if type(games()[slug]).__module__.startswith("games.")]
SEED = bytes(32)


@pytest.mark.parametrize("slug", REAL_GAMES)
def test_every_game_has_puzzles_and_they_hold_against_brute_force(slug: str) -> None:
    game = games()[slug]
    seed, moves, found = found_in(slug)
    position: Position = game.setup(game.options_type(), SeededRandom(seed, 0))
    for ply, text in enumerate(moves[: found.ply], 1):
        position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
    points = sorted((game.judge(position, move).points for move in game.legal_moves(position)), reverse=True)
    assert points[0] == found.best_points == game.judge(position, game.decode(found.best)).points
    assert next(made for made in points if made < points[0]) == found.second_points
    assert (points.count(points[0]), len(points)) == (found.answers, found.choices)
    assert found.best_points >= extraction.AHEAD * found.second_points
    assert found.choices >= extraction.FEWEST_MOVES
    known = evaluator(slug)
    assert known
    answers = [move for move, made in game.scored_moves(position) if made == points[0]]
    evaluated = known.evaluate(game.view(position, position.to_move), answers, SeededRandom(b"another chance"))
    assert evaluated[0].move in answers


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_computers_play_any_game_the_same_way_twice(slug: str) -> None:
    moves = play(slug, SEED, longest=6)
    assert moves == play(slug, SEED, longest=6)
    assert len(find(slug, games()[slug].options_type().data(), SEED, moves)) <= extraction.KEPT


@pytest.mark.parametrize("slug", REAL_GAMES)
def test_the_same_match_has_the_same_puzzles(slug: str) -> None:
    seed, moves, first = found_in(slug)
    assert find(slug, games()[slug].options_type().data(), seed, moves)[0] == first


@dataclass
class Given:
    """A game with the given points of moves: the part of the interface that `examine` uses."""

    points: Sequence[int]
    ending: bool = False

    def scored_moves(self, position: object) -> Iterator[tuple[int, int]]:
        yield from enumerate(self.points)

    def judge(self, position: object, move: int) -> Dummy:
        return Dummy(points=self.points[move])

    def apply(self, position: object, move: int, rng: SeededRandom) -> Dummy:
        return Dummy(result="over" if self.ending else None)

    def encode(self, move: int) -> str:
        return str(move)

    def view(self, position: object, viewer: None) -> None: ...

    def interlude(self, view: None) -> None: ...


@dataclass
class Dummy:
    """A turn and a position, as far as `examine` needs them."""

    points: int = 0
    result: object = None
    squares: tuple[int, ...] = (1, 2, 3)


SOMEWHERE: Any = Dummy()  # `Given` and `Dummy` are only parts of a game and a position


def given(points: Sequence[int], *, ending: bool = False) -> Any:  # noqa: ANN401 - see above
    """Return such a game."""
    return Given(points, ending)


FEW = [0] * 12


@pytest.mark.parametrize(
    ("points", "is_one"),
    [
        ([*FEW, 20, 12, 11, 10], True),
        ([*FEW, 20, 20, 20, 12, 11], True),  # the same calculation laid in different ways
        ([*FEW, 20, 20, 20, 20, 20, 12, 11], False),  # too many ways to be one move
        ([*FEW, 20, 18, 11, 10], False),  # the second is too close
        ([*FEW, 20], False),  # no other move scores
        ([20, 12, 11, 10], False),  # too little to choose from
        ([0] * 20, False),
        ([], False),
    ],
)
def test_what_a_puzzle_is(points: list[int], is_one: bool) -> None:
    found = examine(given(points), SOMEWHERE, 3, SEED)
    assert (found is not None) == is_one
    if found:
        assert (found.best_points, found.second_points, found.choices) == (20, 12, len(points))


def test_a_move_that_ends_the_match_is_not_asked_for() -> None:
    assert examine(given([*FEW, 20, 12, 11, 10], ending=True), SOMEWHERE, 3, SEED) is None


def test_what_makes_a_puzzle_hard() -> None:
    plain = examine(given([*FEW, 20, 12, 11, 10]), SOMEWHERE, 0, SEED)
    many = examine(given([*FEW * 9, 20, 12, 11, 10]), SOMEWHERE, 0, SEED)
    near = examine(given([*FEW, 20, 17, 11, 10]), SOMEWHERE, 0, SEED)
    assert plain
    assert many
    assert near
    assert plain.hardness == pytest.approx(4 + 2 * 0.6 + 0.6)
    assert min(many.hardness, near.hardness) > plain.hardness


def test_puzzles_no_one_tried_are_easy_medium_and_hard_in_every_game() -> None:
    others = [float(number) for number in range(99)]
    ratings = [first_rating(number + 0.5, others) for number in range(98)]
    assert ratings == sorted(ratings)
    assert first_rating(49, others) == pytest.approx(1500)
    assert first_rating(7, []) == 1500
    levels = [level_of(rating) for rating in ratings]
    assert {level: levels.count(level) // 10 for level in Level} == {"easy": 3, "medium": 3, "hard": 3}


def test_a_position_is_one_puzzle_though_two_kinds_would_fit() -> None:
    seed = sha256(b"x puzzles digifeud 3").digest()  # before its last moves a pass is best, and begins a line that wins
    _moves, found = play_and_find("digifeud", seed)
    assert [(one.ply, one.kind) for one in found] == [(8, Kind.LINE)]
