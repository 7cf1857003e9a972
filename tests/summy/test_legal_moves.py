"""The list of legal moves is exactly what a plain search by the rule sheet finds."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest

from games.summy.model import movegen
from games.summy.model.long_sums import Spelled, Speller, speller
from games.summy.model.position import SummyPosition
from games.summy.rules import game
from tests.playing import play as play_match
from tests.summy.brute_force import all_moves
from tests.summy.pictures import play, standing

MATCHES = 8
POSITIONS = 5


def assert_equal(position: SummyPosition) -> None:
    """Fails unless the list is what plain search finds, each move once."""
    found = [game.encode(move) for move in game.legal_moves(position)]
    assert len(found) == len(set(found))
    assert set(found) == all_moves(position)


@pytest.mark.parametrize("number", range(MATCHES))
def test_it_equals_plain_search(number: int) -> None:
    chance = random.Random(number)
    for position in chance.sample(play_match(game, game.options_type(), number).positions[:-1], POSITIONS):
        count = chance.choice([4, 5, 5, 6])  # plain search takes minutes for eight pieces
        hand = chance.sample([*position.hand, *"0x-:="], count)
        assert_equal(replace(position, hands=position.to_move.put(position.hands, tuple(hand))))


@pytest.mark.parametrize("hand", ["12+===::", "0x9-+:==", "00xx=+-7", "1=======", "++++----"])
def test_it_equals_plain_search_with_eight_pieces(hand: str) -> None:
    board = """
            c  d  e  f  g  h  i  j  k  l  m  n
        11  .  .  .  8  .  .  .  0  .  .  .  .
        12  .  .  .  :  .  .  .  x  .  .  .  .
        13  #  1  2  +  4  #  .  .  .  .  =  .
        14  .  .  .  .  .  .  .  1  .  .  .  5
        15  .  9  .  .  =  .  .  .  .  .  .  .
    """
    assert_equal(standing(board, hand=hand))


def test_a_hand_full_of_signs_can_only_be_exchanged() -> None:
    texts = [game.encode(move) for move in game.legal_moves(standing(hand="+++++++="))]
    assert len(texts) == 15
    assert all(text.startswith("swap ") for text in texts)


def test_there_are_at_most_255_exchanges() -> None:
    texts = [game.encode(move) for move in game.legal_moves(standing(hand="01234567"))]
    assert len(set(texts)) == len(texts) == 255


def test_they_come_one_by_one() -> None:
    assert len(list(islice(game.legal_moves(standing(hand="2x364+=1")), 5))) == 5


def test_untouched_lines_keep_their_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    speller.cache_clear()
    position = standing(hand="2x364+=1")
    before = list_lines(position, monkeypatch)
    after = replace(position, grid=play(position, "j13r 2x3=6").grid)
    touched = list_lines(after, monkeypatch)
    assert set(before) == {*position.grid.rows, *position.grid.columns}
    assert set(touched) == {*after.grid.rows, *after.grid.columns} - {*position.grid.rows, *position.grid.columns}
    assert len(touched) == len(set(touched)) < 8


def test_a_piece_across_that_makes_a_sum_counts_without_being_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    board = """
           c  d  e  f  g  h
        3  .  .  4  .  .  .
        4  .  .  +  .  .  .
        5  .  .  1  .  .  .
        6  .  .  =  .  .  .
        7  .  .  .  .  2  .
    """
    position = standing(board, hand="5-=39x11")
    monkeypatch.setattr(type(game), "judge", lambda *_: pytest.fail("judging is slow"))
    told = {game.encode(move): points for move, points in game.scored_moves(position)}
    assert told["e7r 5-2=3"] == 20
    swaps = [text for text in told if text.startswith("swap ")]
    assert swaps
    assert list(told)[-len(swaps) :] == swaps


def list_lines(position: SummyPosition, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that are looked at when all moves of this position are listed."""
    seen: list[str] = []
    look = movegen._listed

    def noted(line: str, known: Speller) -> tuple[Spelled, ...]:
        seen.append(line)
        return look(line, known)

    with monkeypatch.context() as patched:
        patched.setattr(movegen, "_listed", noted)
        list(game.legal_moves(position))
    return seen
