"""Move generation: the legal moves are exactly those of the brute-force generator."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from games.digifeud.model.board import DigifeudOptions
from games.digifeud.rules import game
from games.rules import Options
from tests.digifeud.all_options import each_option
from tests.digifeud.brute_force import all_moves
from tests.digifeud.pictures import play, standing
from tests.playing import play as play_match
from tests.sizes import examples

MATCHES = examples(2, 13)
POSITIONS = examples(15, 120)  # of each set of options: every other one of these matches


@each_option
@pytest.mark.slow
def test_it_equals_brute_force(options: Options) -> None:
    matches = [play_match(game, options, number) for number in range(MATCHES)]
    positions = [position for number, match in enumerate(matches) for position in match.positions[number % 2 : -1 : 2]]
    assert len(positions) >= POSITIONS  # openings, middle games and empty bags
    for position in positions:
        found = [game.encode(move) for move in game.legal_moves(position)]
        assert len(found) == len(set(found))
        assert set(found) == all_moves(position)


@each_option
def test_the_scores_equal_those_of_judge(options: Options) -> None:
    for position in play_match(game, options, 1).positions:
        judged = [(move, game.judge(position, move).points) for move in game.legal_moves(position)]
        assert list(game.scored_moves(position)) == judged


@each_option
def test_it_equals_brute_force_with_two_blanks(options: DigifeudOptions) -> None:
    board = """
            c  d  e  f  g  h  i  j  k
        7   9  +  6  =  15 -  8  =  7
        8   .  .  .  .  .  .  .  .  .
        11  .  .  0  .  5  .  45 .  .
    """
    position = replace(standing(board, rack="??017"), options=options)
    assert {game.encode(move) for move in game.legal_moves(position)} == all_moves(position)


def test_a_player_without_a_calculation_can_only_pass() -> None:
    assert [game.encode(move) for move in game.legal_moves(standing(signs=""))] == ["pass"]


def test_there_is_none_when_it_is_over() -> None:
    assert list(game.legal_moves(play(standing(), "pass", "pass", "pass"))) == []


def test_they_are_generated_lazily() -> None:
    moves = game.legal_moves(standing(rack="01234567??"))
    assert len(list(islice(moves, 5))) == 5
