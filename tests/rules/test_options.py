"""What stored options, points and chance mean at their limits, in every game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.digifeud import bots as digifeud_bots
from games.digifeud.rules import game as digifeud
from games.rules import PlayedMove, Result, Seat, SeededRandom, prospects, say
from games.rules.bot import is_likely
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game as sudoku
from games.summy import bots as summy_bots
from games.summy.rules import game as summy
from games.tenbyten.rules import game as tenbyten
from tests.digifeud.pictures import standing as digifeud_standing
from tests.summy.pictures import standing as summy_standing

FIRST = """
       e  f  g  h  i
    7  5  +  8  =  13
"""


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({"drawn_games": "7"}, "drawn_games: there is no rule '7'"),
        ({"mirror": "maybe"}, "mirror: 'maybe' is neither no nor yes"),
        ({"handicap": 3}, "handicap: 3 is no number"),
        ({"handicap": "one"}, "handicap: 'one' is no number"),
        ({"handicap": "28/9"}, "handicap: '28/9' is not among the 27 of this game"),
        ({"handicap": "1/2"}, "handicap: '1/2' is not among the 27 of this game"),
    ],
)
def test_options_that_no_match_can_have_are_refused(data: dict[str, str], fault: str) -> None:
    with pytest.raises(ValueError, match=":") as refused:
        tenbyten.options_type.read(data)
    assert str(refused.value) == fault


def test_the_highest_handicap_is_read_and_none_in_a_mirror_match() -> None:
    assert tenbyten.options_type.read({"handicap": "-9"}).given == (0, 27)
    assert sudoku.options_type.read({"handicap": "100"}).given == (100, 0)
    with pytest.raises(ValueError, match="not among the 0 of this game"):
        sudoku.options_type.read({"handicap": "1", "mirror": "yes"})


def start(scores: tuple[int, int]) -> SudokuPosition:
    """Return a position of Sudoku Duel of which the second player waits, with these points."""
    return replace(sudoku.setup(sudoku.options_type(), SeededRandom(bytes(32))), scores=scores)


@pytest.mark.parametrize(("lead", "is_sure"), [(10, False), (11, True), (0, False), (-20, False)])
def test_who_leads_by_more_than_the_other_can_gain_has_won(
    monkeypatch: pytest.MonkeyPatch, lead: int, *, is_sure: bool
) -> None:
    """By as much as that is not enough: it may become a draw."""
    monkeypatch.setattr(type(sudoku), "bounds", lambda _game, _view: (10, 99))
    position = start((20, 20 + lead))
    assert sudoku.is_decided(sudoku.view(position, Seat.SECOND), Seat.SECOND) is is_sure
    over = sudoku.adjudicate(position).result
    assert over
    winner = Seat.SECOND if lead > 0 else Seat.FIRST if lead < 0 else None
    assert (over.winner, over.counts) == (winner, is_sure)


@pytest.mark.parametrize(("scores", "winner"), [((5, 5), None), ((6, 5), Seat.FIRST), ((5, 6), Seat.SECOND)])
def test_most_points_win(scores: tuple[int, int], winner: Seat | None) -> None:
    assert summy_standing(scores=scores).decided_by_points(say("")).result == Result(winner, say(""))


def test_a_block_that_would_favour_low_numbers_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """2²⁵⁶ − 1 is a multiple of 3: so many blocks are shared by 0, 1 and 2, and the last one is left over."""
    blocks = iter([(1 << 256) - 1, (1 << 256) - 2, 4])
    monkeypatch.setattr(SeededRandom, "_block", lambda _rng: next(blocks))
    assert [SeededRandom(b"").below(3) for _draw in range(2)] == [2, 1]


@pytest.mark.parametrize(
    ("draw", "probability", "expected"), [(0, 0.0, False), (0, 1e-9, True), ((1 << 20) - 1, 1.0, True)]
)
def test_what_has_no_chance_never_happens(
    monkeypatch: pytest.MonkeyPatch, draw: int, probability: float, *, expected: bool
) -> None:
    monkeypatch.setattr(SeededRandom, "below", lambda _rng, _limit: draw)
    assert is_likely(probability, SeededRandom(b"")) is expected


@pytest.mark.parametrize(
    ("warned", "expected"), [((), (0, 1, 2)), ((0,), (1, 2)), ((0, 1, 2), (0, 1, 2))], ids=["none", "one", "all"]
)
def test_moves_with_a_warning_are_sensible_where_there_are_no_others(
    monkeypatch: pytest.MonkeyPatch, warned: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    """A move that places nothing is so only where nothing can be placed."""
    position = start((0, 0))
    moves = list(sudoku.legal_moves(position))[:3]
    warnings = {moves[number] for number in warned}
    usual = {move: PlayedMove(Seat.FIRST, say(""), squares=(move,)) for move in moves}
    turns = {move: replace(turn, warning=say("?") if move in warnings else None) for move, turn in usual.items()}
    monkeypatch.setattr(type(sudoku), "legal_moves", lambda _game, _position: moves)
    monkeypatch.setattr(type(sudoku), "judge", lambda _game, _position, move: turns[move])
    view = sudoku.view(position, Seat.FIRST)
    found = prospects(sudoku, view, SeededRandom(b""))
    assert [one.move for one in found] == [moves[number] for number in expected]
    turns |= {move: replace(turn, squares=()) for move, turn in [*turns.items()][:2]}
    assert [one.move for one in prospects(sudoku, view, SeededRandom(b""))] == [moves[2]]
    turns |= {move: replace(turn, squares=()) for move, turn in turns.items()}
    assert [one.move for one in prospects(sudoku, view, SeededRandom(b""))] == [moves[number] for number in expected]


def test_an_ending_of_summy_with_too_many_moves_is_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    position = summy_standing(hand="2x361111", other="00000000", finished=Seat.SECOND)
    view, moves = summy.view(position, Seat.FIRST), list(summy.legal_moves(position))
    monkeypatch.setattr(summy_bots, "SOLVED_MOVES", len(moves))
    found = summy_bots.ValueBot().solve_ending(view, moves, SeededRandom(b""))
    assert found
    assert {one.move for one in found} >= {*moves}
    monkeypatch.setattr(summy_bots, "SOLVED_MOVES", len(moves) - 1)
    assert summy_bots.ValueBot().solve_ending(view, moves, SeededRandom(b"")) is None


def test_an_ending_of_digifeud_with_too_many_moves_is_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    position = digifeud_standing(FIRST, rack="1", signs="+", other="2")
    view, moves = digifeud.view(position, Seat.FIRST), list(digifeud.legal_moves(position))
    monkeypatch.setattr(digifeud_bots, "SOLVED_MOVES", len(moves))
    found = digifeud_bots.SearchBot().solve_ending(view, moves, SeededRandom(b""))
    assert found
    assert {one.move for one in found} == {*moves}
    monkeypatch.setattr(digifeud_bots, "SOLVED_MOVES", len(moves) - 1)
    assert digifeud_bots.SearchBot().solve_ending(view, moves, SeededRandom(b"")) is None
