"""The extraction of puzzles: one move is clearly best, and there are enough others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import pytest

from games.catalogue import evaluator, games
from games.puzzles.kinds import Kind, Level, first_rating, level_of
from games.puzzles.making import extraction, lines
from games.puzzles.making.extraction import examine, examine_ending, find, play
from games.rules import Board, Cell, Evaluation, Position, SeededRandom, Square
from games.sudoku.model.position import SudokuPosition
from tests.puzzles.conftest import found_in, found_line
from tests.sizes import cases
from tests.sudoku.plain_expectimax import win_probabilities

EVERY_GAME = sorted(games())
REAL_GAMES = [slug for slug in EVERY_GAME if type(games()[slug]).__module__.startswith("games.")]
POINT_GAMES = [slug for slug in REAL_GAMES if games()[slug].has_point_puzzles]
SEED = bytes(32)
MOST = extraction.KEPT + extraction.KEPT_BY_CHANCE + extraction.KEPT_LINES + extraction.KEPT_ENDINGS


@pytest.mark.parametrize("slug", POINT_GAMES)
def test_a_game_has_puzzles_of_most_points_and_they_hold_against_brute_force(slug: str) -> None:
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


@pytest.mark.thorough  # by default: the same view and dice in tests/test_every_bot.py
@pytest.mark.slow
@cases("slug", EVERY_GAME, default=["digifeud"])
def test_computers_play_any_game_the_same_way_twice(slug: str) -> None:
    moves = play(slug, SEED, longest=6)
    assert moves == play(slug, SEED, longest=6)
    assert len(find(slug, games()[slug].options_type().data(), SEED, moves)) <= extraction.KEPT


@pytest.mark.slow
@cases("slug", REAL_GAMES, default=["sudoku"])  # the slowest: test_trials.py searches twice too
def test_the_same_match_has_the_same_puzzles(slug: str) -> None:
    seed, moves, first = found_in(slug)
    assert first in find(slug, games()[slug].options_type().data(), seed, moves)


@pytest.fixture
def _is_its_own_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a game that is given show itself."""
    for module in (extraction, lines):
        monkeypatch.setattr(module, "display_of", lambda game: game)


@dataclass
class Given:
    """A game with the given points of moves: the part of the interface that `examine` uses."""

    points: Sequence[int]
    ending: bool = False
    has_point_puzzles: bool = True

    def scored_moves(self, position: object) -> Iterator[tuple[int, int]]:
        yield from enumerate(self.points)

    def judge(self, position: object, move: int) -> Dummy:
        return Dummy(points=self.points[move])

    def apply(self, position: object, move: int, rng: SeededRandom) -> Dummy:
        return Dummy(result="over" if self.ending else None)

    def encode(self, move: int) -> str:
        return str(move)

    def view(self, position: object, viewer: None) -> None: ...

    def board(self, view: None) -> Board:
        return Board(1, 3, (Cell(Square(1, 1), "7"), Cell(Square(1, 2)), Cell(Square(1, 3))))

    def interlude(self, view: None) -> None: ...


@dataclass
class Dummy:
    """A turn and a position, as far as `examine` needs them."""

    points: int = 0
    result: object = None
    squares: tuple[Square, ...] = (Square(1, 1), Square(1, 2), Square(1, 3))
    to_move: None = None
    warning: None = None


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
@pytest.mark.usefixtures("_is_its_own_display")
def test_what_a_puzzle_is(points: list[int], is_one: bool) -> None:
    found = examine(given(points), SOMEWHERE, 3, SEED)
    assert (found is not None) == is_one
    if found:
        assert (found.best_points, found.second_points, found.choices) == (20, 12, len(points))


@pytest.mark.usefixtures("_is_its_own_display")
def test_a_move_that_ends_the_match_is_not_asked_for() -> None:
    assert examine(given([*FEW, 20, 12, 11, 10], ending=True), SOMEWHERE, 3, SEED) is None


@pytest.mark.usefixtures("_is_its_own_display")
def test_mere_counting_is_no_puzzle() -> None:
    game: Any = Given([*FEW, 20, 12, 11, 10], has_point_puzzles=False)
    assert examine(game, Dummy(), 3, SEED) is None  # type: ignore[arg-type]


@pytest.mark.thorough
def test_in_sudoku_duel_the_replies_decide_and_that_holds_against_brute_force() -> None:
    """The answer has fewer points than another square, and wins more often over all draws and replies."""
    seed, moves, found = found_in("sudoku")
    game = games()["sudoku"]
    position: Position = game.setup(game.options_type(), SeededRandom(seed, 0))
    for ply, text in enumerate(moves[: found.ply], 1):
        position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
    exact = {game.encode(move): chance for move, chance in win_probabilities(cast(SudokuPosition, position)).items()}
    most = [game.encode(move) for move, points in game.scored_moves(position) if points == found.second_points]
    assert found.kind is Kind.ENDING
    assert found.best not in most
    assert exact[found.best] == max(exact.values()) == pytest.approx(found.best_chance)
    others = [chance for text, chance in exact.items() if text not in found.solutions]
    assert min(exact[text] for text in found.solutions) >= max(others) + extraction.EXACT_MARGIN
    assert max(exact[text] for text in most) == pytest.approx(found.points_chance)


@pytest.mark.parametrize(
    ("moves", "solutions"),
    [
        ([(9, 0.5), (9, 0.6), (3, 0.4)], ("1",)),  # as many points, and a better reply to the other one
        ([(9, 0.5), (3, 0.6), (3, 0.6), (3, 0.1)], ("1", "2")),
        ([(9, 0.6), (3, 0.5), (3, 0.4)], None),  # the most points are best
        ([(9, 0.595), (3, 0.6), (3, 0.4)], None),  # less than one in a hundred
        ([(9, 0.5), (3, 0.6)], None),  # too little to choose from
        ([(9, 0.1)] + [(3, 0.6)] * 5, None),  # too many answers
    ],
)
@pytest.mark.usefixtures("_is_its_own_display")
def test_what_an_ending_is(moves: list[tuple[int, float]], solutions: tuple[str, ...] | None) -> None:
    game: Any = Given([points for points, _chance in moves])
    known = sorted((Evaluation(number, chance, 0.0) for number, (_points, chance) in enumerate(moves)), key=by_loss)
    found = examine_ending(game, Dummy(), 3, known)  # type: ignore[arg-type]
    assert (found and found.solutions) == solutions
    unsure = [replace(one, error=0.01) for one in known]
    assert examine_ending(game, Dummy(), 3, unsure) is None  # type: ignore[arg-type]


def by_loss(one: Evaluation[int]) -> float:
    return -one.chance


@pytest.mark.usefixtures("_is_its_own_display")
def test_what_makes_a_puzzle_hard() -> None:
    plain = examine(given([*FEW, 20, 12, 11, 10]), SOMEWHERE, 0, SEED)
    many = examine(given([*FEW * 9, 20, 12, 11, 10]), SOMEWHERE, 0, SEED)
    near = examine(given([*FEW, 20, 17, 11, 10]), SOMEWHERE, 0, SEED)
    assert plain
    assert many
    assert near
    assert (plain.squares, plain.laid) == (3, 2)
    assert plain.hardness == pytest.approx(4 + 2 * 0.6 + 1.5 * 2 + 0.2 * 3)
    longer = replace(plain, laid=3)
    misled, line = replace(plain, kind=Kind.CHANCE), replace(plain, kind=Kind.LINE, line={"0": ["1", {"2": ["", {}]}]})
    assert min(one.hardness for one in (many, near, longer, misled)) > plain.hardness
    assert line.hardness == pytest.approx(misled.hardness + 2)  # it has one more turn
    passing = replace(misled, squares=0, laid=0)
    assert passing.hardness == pytest.approx(replace(misled, squares=5, laid=4).hardness)  # not easier than to place


def test_puzzles_no_one_tried_are_easy_medium_and_hard_in_every_game() -> None:
    others = [float(number) for number in range(99)]
    ratings = [first_rating(number + 0.5, others) for number in range(98)]
    assert ratings == sorted(ratings)
    assert first_rating(49, others) == pytest.approx(1500)
    assert first_rating(7, []) == 1500
    levels = [level_of(rating) for rating in ratings]
    assert {level: levels.count(level) // 10 for level in Level} == {"easy": 3, "medium": 3, "hard": 3}


@pytest.mark.thorough
@pytest.mark.slow
def test_a_position_is_one_puzzle_though_two_kinds_would_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ending of several moves begins where a move by chance would be asked for as well."""
    seed, moves, line = found_line("digifeud")
    monkeypatch.setattr(extraction, "examine", lambda *_: None)
    monkeypatch.setattr(extraction, "examine_chances", lambda *_: replace(line, kind=Kind.PASS))
    monkeypatch.setattr(extraction, "find_endings", lambda *_: [line])
    found = find("digifeud", games()["digifeud"].options_type().data(), seed, moves)
    assert [(one.ply, one.kind) for one in found] == [(line.ply, Kind.LINE)]
