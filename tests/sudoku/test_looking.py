"""Looking ahead at Sudoku duel: when the last points are not the most, and what is exact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.rules import AnyBot, SeededRandom, Square
from games.sudoku.ai.bitboard import Outlook
from games.sudoku.ai.expectimax import estimate, is_short, weigh
from games.sudoku.bots import LooksAhead, MostPoints
from games.sudoku.lessons import LAST
from games.sudoku.model.board import SQUARES
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game
from tests.playing import play
from tests.sudoku.brute_force import all_moves
from tests.sudoku.pictures import standing
from tests.sudoku.plain_expectimax import chances

MATCHES = 500
CLOSE = 12


def chosen(bot: AnyBot, position: SudokuPosition) -> str:
    return game.encode(bot.choose(game.view(position, position.to_move), SeededRandom(b"some chance")))


def outlook(position: SudokuPosition) -> Outlook:
    return Outlook.of(game.view(position, position.to_move))


def late() -> Iterator[SudokuPosition]:
    """The last turns of matches between computers: few of the tiles unseen still fit, and the scores are close."""
    for number in range(MATCHES):
        position, ply = game.setup(game.options_type(), SeededRandom(b"late", number)), 0
        while position.result is None:
            if position.bag and is_short(seen := outlook(position)) and fitting(seen) <= 4:
                yield replace(position, scores=(100, 100 + CLOSE * (number % 3 - 1)))
            ply += 1
            move = MostPoints().choose(game.view(position, position.to_move), SeededRandom(b"some", ply))
            position = game.apply(position, move, SeededRandom(b""))


def fitting(seen: Outlook) -> int:
    """How many of the tiles unseen still fit somewhere."""
    return sum(many for many, places in zip(seen.unseen, seen.right, strict=True) if places)


def weighed(position: SudokuPosition) -> dict[Square, float]:
    """The chance to win with each square that is thought of."""
    return {square: chance for chance, _points, square in weigh(game.view(position, position.to_move))}


def test_most_points_only_draw_where_looking_ahead_wins() -> None:
    """The 8 that is left fits on f1 alone: 18 points there win; 19 elsewhere let the 8 make the same 19."""
    position = replace(standing(LAST, tile="2", bag="8", scores=(430, 430)), lost=("2",))
    assert chosen(LooksAhead(), position) == "f1"
    assert chosen(MostPoints(), position) in ("f3", "i1")
    assert {str(square): chance for square, chance in weighed(position).items()} == {"f1": 1, "f3": 0.5, "i1": 0.5}


def test_with_an_empty_bag_it_takes_the_most_points() -> None:
    """The match ends with this tile; points that change no result are taken all the same."""
    for scores in ((430, 430), (500, 0), (0, 500), (411, 430)):
        position = replace(standing(LAST, tile="2", bag="", scores=scores), lost=("2", "8"))
        found = weighed(position)
        assert chosen(LooksAhead(), position) in ("f3", "i1")
        assert found == {square: chances(position)[square] for square in found}


@pytest.mark.slow
def test_near_the_end_it_is_exact() -> None:
    """As plain expectimax over the rules finds it: the chances of all that it weighs, and none is better."""
    positions = list(late())
    assert len(positions) >= 30
    for position in positions:
        plain, found = chances(position), weighed(position)
        assert found == pytest.approx({square: plain[square] for square in found})
        assert max(found.values()) == pytest.approx(max(plain.values()))
    assert len({round(chance, 3) for position in positions for chance in weighed(position).values()}) > 15


def test_who_draws_is_ahead_by_half_a_tile() -> None:
    start = outlook(standing(". . 4", tile="4"))
    assert estimate(start) > 0.5
    assert estimate(start._replace(lead=-1)) < 0.5
    assert estimate(start._replace(unseen=(0,) * 9, lead=1)) == 1


def test_the_outlook_counts_like_the_rules() -> None:
    for position in play(game, game.options_type(), 3).positions[:-1:6]:
        seen, known = outlook(position), all_moves(position)
        digit = int(position.tile) - 1
        found = {str(SQUARES[bit.bit_length() - 1]): points for points, bit in seen.promising(digit, len(SQUARES))}
        assert found == {name: points for name, points in known.items() if points}
        assert list(found.values()) == sorted(found.values(), reverse=True)
        assert sum(seen.unseen) == len(position.bag)
