"""Move generation: exactly the moves that a brute-force search by the rule sheet finds."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest

from games.rules import Options
from games.summy.model.movegen import LineSum, LineSums, line_sums
from games.summy.model.position import SummyPosition
from games.summy.rules import game
from tests.playing import all_options
from tests.playing import play as play_match
from tests.sizes import examples
from tests.summy.brute_force import all_moves
from tests.summy.pictures import play, standing

MATCHES = examples(1, 8)
POSITIONS = 5


def assert_equal(position: SummyPosition) -> None:
    """Fail unless the legal moves are those of the brute-force search, each once."""
    found = [game.encode(move) for move in game.legal_moves(position)]
    assert len(found) == len(set(found))
    assert set(found) == all_moves(position)


@pytest.mark.parametrize("options", all_options(game), ids=str)
@pytest.mark.parametrize("number", range(MATCHES))
def test_it_equals_brute_force(options: Options, number: int) -> None:
    chance = random.Random(number)
    for position in chance.sample(play_match(game, options, number).positions[:-1], POSITIONS):
        count = chance.choice([4, 5, 5, 6])  # brute force takes minutes for eight pieces
        hand = chance.sample([*position.hand, *"0-=", *position.options.arithmetic.operators[-2:]], count)
        assert_equal(replace(position, hands=position.to_move.put(position.hands, tuple(hand))))


@pytest.mark.parametrize("hand", ["12+===::", "0x9-+:==", "00xx=+-7", "1=======", "++++----"])
def test_it_equals_brute_force_with_eight_pieces(hand: str) -> None:
    board = """
            c  d  e  f  g  h  i  j  k  l  m  n
        11  .  .  .  8  .  .  .  0  .  .  .  .
        12  .  .  .  :  .  .  .  x  .  .  .  .
        13  #  1  2  +  4  #  .  .  .  .  =  .
        14  .  .  .  .  .  .  .  1  .  .  .  5
        15  .  9  .  .  =  .  .  .  .  .  .  .
    """
    assert_equal(standing(board, hand=hand))


def test_a_hand_of_operators_can_only_be_exchanged() -> None:
    texts = [game.encode(move) for move in game.legal_moves(standing(hand="+++++++="))]
    assert len(texts) == 15
    assert all(text.startswith("swap ") for text in texts)


def test_there_are_at_most_255_exchanges() -> None:
    texts = [game.encode(move) for move in game.legal_moves(standing(hand="01234567"))]
    assert len(set(texts)) == len(texts) == 255


def test_they_are_generated_lazily() -> None:
    assert len(list(islice(game.legal_moves(standing(hand="2x364+=1")), 5))) == 5


def test_unchanged_lines_are_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    line_sums.cache_clear()
    position = standing(hand="2x364+=1")
    before = searched_lines(position, monkeypatch)
    after = replace(position, grid=play(position, "j13r 2x3=6").grid)
    changed = searched_lines(after, monkeypatch)
    assert set(before) == {*position.grid.rows, *position.grid.columns}
    assert set(changed) == {*after.grid.rows, *after.grid.columns} - {*position.grid.rows, *position.grid.columns}
    assert len(changed) == len(set(changed)) < 8


def test_crossing_sums_score_without_judging_each_move(monkeypatch: pytest.MonkeyPatch) -> None:
    board = """
           c  d  e  f  g  h
        3  .  .  4  .  .  .
        4  .  .  +  .  .  .
        5  .  .  1  .  .  .
        6  .  .  =  .  .  .
        7  .  .  .  .  2  .
    """
    position = standing(board, hand="5-=39x11")
    monkeypatch.setattr(type(game), "judge", lambda *_: pytest.fail("every move is judged"))
    scored = {game.encode(move): points for move, points in game.scored_moves(position)}
    assert scored["e7r 5-2=3"] == 20
    swaps = [text for text in scored if text.startswith("swap ")]
    assert swaps
    assert list(scored)[-len(swaps) :] == swaps


def searched_lines(position: SummyPosition, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the lines that are searched, not taken from the cache, to generate the moves of this position."""
    searched: list[str] = []
    search = LineSums.search

    def recorded(finder: LineSums, line: str) -> tuple[LineSum, ...]:
        searched.append(line)
        return search(finder, line)

    with monkeypatch.context() as patched:
        patched.setattr(LineSums, "search", recorded)
        list(game.legal_moves(position))
    return searched
