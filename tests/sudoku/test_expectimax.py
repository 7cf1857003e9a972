"""The expectimax search of Sudoku Duel: exact near the end, and better than greedy play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain

import pytest

from games.rules import AnyBot, SearchLimitReached, SeededRandom, Square
from games.sudoku.ai.bitboard import Bitboard
from games.sudoku.ai.endgame import EndgameSearch
from games.sudoku.ai.expectimax import evaluate, is_solvable, search, win_probability
from games.sudoku.bots import ExpectimaxBot, GreedyBot
from games.sudoku.lessons import ENDGAME
from games.sudoku.model.board import DIGITS, SQUARES
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game
from tests.playing import play
from tests.sizes import examples
from tests.sudoku.brute_force import all_moves
from tests.sudoku.pictures import standing
from tests.sudoku.plain_expectimax import win_probabilities

# Of the first 500 matches those that have such an endgame, 37 in all; playing the others would take most of the time.
MATCHES = (
    *(0, 6, 28, 32, 35, 63, 74, 77, 81, 102, 158, 183, 208, 211, 255, 257, 260, 339, 351, 353, 373, 394, 429, 434),
    *(456, 457, 491),
)
LEAD = 12


def chosen(bot: AnyBot, position: SudokuPosition) -> str:
    return game.encode(bot.choose(game.view(position, position.to_move), SeededRandom(b"some chance")))


def bitboard(position: SudokuPosition) -> Bitboard:
    return Bitboard.from_view(game.view(position, position.to_move))


@cache
def endgames() -> tuple[SudokuPosition, ...]:
    """Return endgames of greedy matches, with close scores and at most four placeable unseen tiles."""
    return tuple(chain.from_iterable(map(endgames_of, MATCHES[:: examples(3, 1)])))


def endgames_of(number: int) -> Iterator[SudokuPosition]:
    """Generate those of one match."""
    position, ply = game.setup(game.options_type(), SeededRandom(b"late", number)), 0
    while position.result is None:
        if position.bag and is_solvable(board := bitboard(position)) and placeable(board) <= 4:
            yield replace(position, scores=(100, 100 + LEAD * (number % 3 - 1)))
        ply += 1
        move = GreedyBot().choose(game.view(position, position.to_move), SeededRandom(b"some", ply))
        position = game.apply(position, move, SeededRandom(b""))


def late(number: int, moves: int) -> SudokuPosition:
    """Return the position of a greedy match after this many moves."""
    position = game.setup(game.options_type(), SeededRandom(b"late", number))
    for ply in range(1, moves + 1):
        move = GreedyBot().choose(game.view(position, position.to_move), SeededRandom(b"some", ply))
        position = game.apply(position, move, SeededRandom(b""))
    return position


def placeable(board: Bitboard) -> int:
    """Return how many unseen tiles have a valid square."""
    return sum(count for count, mask in zip(board.unseen, board.valid, strict=True) if mask)


def searched(position: SudokuPosition) -> dict[Square, float]:
    """Return the win probability of each move of the search."""
    return {square: value for value, _points, square in search(game.view(position, position.to_move))}


def test_greedy_play_draws_where_the_search_wins() -> None:
    """The last 8 is valid on f1 alone: 18 points there win; 19 points elsewhere let the 8 score 19 as well."""
    position = replace(standing(ENDGAME, tile="2", bag="8", scores=(430, 430)), lost=("2",))
    assert chosen(ExpectimaxBot(), position) == "f1"
    assert chosen(GreedyBot(), position) in ("f3", "i1")
    assert {str(square): value for square, value in searched(position).items()} == {"f1": 1, "f3": 0.5, "i1": 0.5}


def test_with_an_empty_bag_the_search_takes_the_most_points() -> None:
    """The match ends with this tile; the most points are taken even if they cannot change the result."""
    for scores in ((430, 430), (500, 0), (0, 500), (411, 430)):
        position = replace(standing(ENDGAME, tile="2", bag="", scores=scores), lost=("2", "8"))
        found = searched(position)
        assert chosen(ExpectimaxBot(), position) in ("f3", "i1")
        exact = win_probabilities(position)
        assert found == {square: exact[square] for square in found}
        evaluations = evaluate(game.view(position, position.to_move), list(exact))
        assert {one.move: one.chance for one in evaluations} == exact
        assert all(one.error == 0 for one in evaluations)


@pytest.mark.slow
def test_the_search_is_exact_near_the_end() -> None:
    """Every searched move has the value of exhaustive expectimax over the rules, and no other move has a higher one."""
    values: set[float] = set()
    assert len(endgames()) >= examples(10, 30)
    for position in endgames():
        exact, found = win_probabilities(position), searched(position)
        assert found == pytest.approx({square: exact[square] for square in found})
        assert max(found.values()) == pytest.approx(max(exact.values()))
        values |= {round(value, 3) for value in found.values()}
    assert len(values) > 15


@pytest.mark.slow
def test_an_ending_is_solved_exactly_for_puzzles() -> None:
    """All legal moves have the value of exhaustive expectimax, those that lose the tile too."""
    for position in endgames()[:: examples(4, 3)]:
        exact = win_probabilities(position)
        found = ExpectimaxBot().solve_ending(game.view(position, position.to_move), list(exact), SeededRandom(b"any"))
        assert found
        assert {one.move: one.chance for one in found} == pytest.approx(exact)
        assert not any(one.error for one in found)


def test_an_ending_is_solved_without_every_state() -> None:
    """A search of all states gave up after 30,000, so that this position made no puzzle."""
    position = late(0, 60)
    digit = DIGITS.index(game.view(position, position.to_move).tile)
    chances = EndgameSearch(bitboard(position), nodes=6_000).chances(digit)
    assert len(set(chances.values())) > 1
    assert all(0 <= chance <= 1 for chance in chances.values())


def test_the_middle_of_a_match_is_not_solved() -> None:
    start = game.setup(game.options_type(), SeededRandom(b"any"))
    legal = list(game.legal_moves(start))
    assert ExpectimaxBot().solve_ending(game.view(start, start.to_move), legal, SeededRandom(b"any")) is None


def test_the_exact_search_keeps_its_budget() -> None:
    board = bitboard(next(position for position in endgames() if placeable(bitboard(position)) > 2))
    with pytest.raises(SearchLimitReached):
        EndgameSearch(board._replace(lead=0), nodes=0).chances(
            next(digit for digit, count in enumerate(board.unseen) if count)
        )


def test_the_player_to_draw_is_ahead_by_half_a_tile() -> None:
    start = bitboard(standing(". . 4", tile="4"))
    assert win_probability(start) > 0.5
    assert win_probability(start._replace(lead=-1)) < 0.5
    assert win_probability(start._replace(unseen=(0,) * 9, lead=1)) == 1


def test_the_bitboard_equals_brute_force() -> None:
    for position in play(game, game.options_type(), 3).positions[:-1:6]:
        board, expected = bitboard(position), all_moves(position)
        digit = int(position.tile) - 1
        found = {
            str(SQUARES[bit.bit_length() - 1]): points for points, bit in board.best_placements(digit, len(SQUARES))
        }
        assert found == {name: points for name, points in expected.items() if points}
        assert list(found.values()) == sorted(found.values(), reverse=True)
        assert sum(board.unseen) == len(position.bag)
