"""The computer players: their fast state agrees with the rules, and they choose sensible moves."""

from __future__ import annotations

import random
from hashlib import sha256
from statistics import mean, stdev

import pytest

from games.catalogue import bots
from games.digifeud.ai import rollouts
from games.digifeud.ai.endgame import MAX_NODES, Search
from games.digifeud.ai.evaluation import best_candidate, ordered_moves, playable
from games.digifeud.ai.rollouts import (
    FORMULA,
    FURTHER_DEALS,
    NETWORK,
    NETWORK_ROUNDS,
    ROUNDS,
    Judge,
    best_by_rollouts,
    estimates,
    method,
    shortlist,
)
from games.digifeud.ai.state import FastState
from games.digifeud.bots import SearchBot, fast_bot, rollout_bot
from games.digifeud.model.board import DigifeudOptions
from games.digifeud.model.moves import Move
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import Seat, SeededRandom
from tests.digifeud.all_options import each_option
from tests.digifeud.pictures import fast_state, standing

BOARD = """
       e  f  g  h  i
    7  5  +  8  =  13
"""
RNG = SeededRandom(b"computers")


def comparable(state: FastState) -> tuple[object, ...]:
    """Return everything on which the fast state and the rules must agree."""
    tiles = [sorted(text) for text in (*state.numbers, *state.operators, state.bag, state.operator_bag)]
    return tiles, state.scores, state.passed, state.mover, state.faces


def chosen(position: DigifeudPosition, level: int) -> str:
    """Return the move of the computer player of this level, in notation."""
    view = game.view(position, position.to_move)
    return game.encode(bots()["digifeud"][level].choose(view, RNG))


def without_blanks(scored: tuple[Move, int]) -> tuple[str, int]:
    """Return the move without the marks of blanks, and its points."""
    return game.encode(scored[0]).replace("?", ""), scored[1]


@each_option
def test_the_fast_state_plays_like_the_rules(options: DigifeudOptions) -> None:
    for number in range(3):
        seed = bytes([number])
        position = game.setup(options, SeededRandom(seed))
        state, ply = fast_state(position), 0
        while not state.is_over:
            ply += 1
            candidate = None if ply % 7 == 0 else best_candidate(state)
            position = game.apply(position, state.as_move(candidate), SeededRandom(seed, ply))
            state.play(candidate)
            if position.result is None:
                assert comparable(state) == comparable(fast_state(position))
        assert position.result
        assert state.scores == list(position.scores)


@each_option
def test_the_playable_candidates_are_the_legal_moves(options: DigifeudOptions) -> None:
    position = game.setup(options, SeededRandom(b"offers"))
    for ply in range(1, 12):
        state = fast_state(position)
        candidates = [(state.as_move(candidate), candidate.points) for candidate in playable(state)]
        legal = game.scored_moves(position)
        assert sorted(map(without_blanks, candidates)) == sorted(set(map(without_blanks, legal)) - {("pass", 0)})
        move = fast_bot.choose(game.view(position, position.to_move), RNG)
        position = game.apply(position, move, SeededRandom(b"offers", ply))


def test_of_equal_points_the_better_leave_is_kept() -> None:
    board = """
           g
        7  3
    """
    position = standing(board, rack="3?0", signs="+", bag="1")
    assert game.encode(fast_bot.choose(game.view(position, Seat.FIRST), RNG)).endswith("3+0=3")


def test_without_a_calculation_they_pass() -> None:
    for level in range(1, 9):
        assert chosen(standing(BOARD, signs=""), level) == "pass"


@pytest.mark.parametrize("operators", ["+-x", "+-x/"])  # with and without a value network
def test_a_far_leader_passes_and_passes_again(operators: str) -> None:
    leading = standing(
        BOARD, rack="0001", signs="+-x", other="6789", scores=(900, 0), bag="1" * 20, operators=operators
    )
    assert chosen(leading, 8) == "pass"
    passed = standing(
        BOARD,
        rack="94",
        signs="+-x",
        other="1",
        scores=(30, 0),
        passed=(True, False),
        bag="1" * 20,
        operators=operators,
    )
    assert chosen(passed, 8) == "pass"


@pytest.mark.parametrize("operators", ["+-x", "+-x/"])
def test_a_player_behind_plays_on(operators: str) -> None:
    behind = standing(
        BOARD,
        rack="94",
        signs="+-x",
        other="9",
        scores=(0, 90),
        passed=(True, False),
        bag="1" * 20,
        operators=operators,
    )
    assert chosen(behind, 8) != "pass"


def test_the_last_tile_is_played_if_that_wins() -> None:
    position = standing(BOARD, rack="94", signs="-", other="98", scores=(0, 25), bag="")
    after = game.apply(position, game.decode(chosen(position, 8)), SeededRandom(b"any"))
    assert after.result
    assert after.result.winner is Seat.FIRST


def test_rollouts_draw_their_deals_lazily_and_no_more() -> None:
    position = standing(BOARD)
    state = fast_state(position)
    deals, moves = iter([state] * sum(deals for deals, _kept in ROUNDS)), shortlist(ordered_moves(state))
    assert best_by_rollouts(moves, deals) in moves
    assert next(deals, None) is None


def test_a_value_network_with_more_deals_judges_while_the_bag_has_tiles() -> None:
    for operators, bag, halvings, expected in (
        ("+-x", "1" * 20, 0, (NETWORK_ROUNDS, NETWORK)),
        ("+-x", "1" * 20, 1, (ROUNDS, FORMULA)),
        ("+-x", "", 0, (ROUNDS, FORMULA)),
        ("+-x/", "1" * 20, 0, (ROUNDS, FORMULA)),
    ):
        state = fast_state(standing(BOARD, rack="94", signs="+-x", other="98", bag=bag, operators=operators))
        assert method(state, halvings) == expected


def test_the_judge_decides_how_many_turns_follow() -> None:
    """The network sees the position when the mover is to play again, the formula when the opponent is."""
    seen: list[tuple[int, int]] = []
    state = fast_state(standing(BOARD, rack="01133448", signs="+-x", bag="1" * 20, operators="+-x"))

    def probability(after: FastState, seat: int) -> float:
        seen.append((after.mover, seat))
        return 0.5

    for plies in (NETWORK.plies, FORMULA.plies):
        best_by_rollouts(ordered_moves(state)[:1], iter([state]), ((1, 1),), Judge(plies, probability))
    assert seen == [(0, 0), (1, 0)]


@pytest.mark.parametrize("halvings", range(5))
def test_a_hurried_search_has_half_the_deals_each_time(halvings: int) -> None:
    state = fast_state(standing(BOARD))
    drawn = iter([state] * 100)
    best_by_rollouts(shortlist(ordered_moves(state)), drawn, halvings=halvings)
    assert 100 - len(list(drawn)) == sum(max(1, deals >> halvings) for deals, _kept in ROUNDS)


def test_a_hurried_endgame_search_visits_half_the_positions_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    visited: list[int] = []

    def search(nodes: int) -> Search:
        visited.append(nodes)
        return Search(nodes)

    monkeypatch.setattr("games.digifeud.ai.endgame.Search", search)
    position = standing(BOARD, rack="94", signs="-", other="98", scores=(0, 25), bag="")
    strongest = bots()["digifeud"][8]
    for halvings in range(3):
        strongest.hurried(halvings).choose(game.view(position, Seat.FIRST), RNG)
    assert visited == [MAX_NODES, MAX_NODES // 2, MAX_NODES // 4]
    assert bots()["digifeud"][7].hurried(0) == bots()["digifeud"][7]


@pytest.mark.parametrize("level", range(1, 7))
def test_even_a_beginner_spends_no_blank_on_a_few_points(level: int) -> None:
    position = standing(BOARD, rack="0123?679")
    view = game.view(position, Seat.FIRST)
    for number in range(40):
        move = bots()["digifeud"][level].choose(view, SeededRandom(b"thrift", number))
        assert "?" not in game.encode(move) or game.judge(position, move).points >= 28
    assert "?" in chosen(standing(BOARD, rack="??"), level)  # unless there is nothing else to do


def test_rollouts_end_with_the_passes_of_a_leader_and_not_of_a_loser() -> None:
    """A bot that never passes gives a lead too little worth: costs were said twice too high for it."""
    ahead = standing(BOARD, rack="0001", other="6789", scores=(200, 0), bag="1" * 20)
    assert game.encode(rollout_bot.choose(game.view(ahead, Seat.FIRST), SeededRandom(b"rollouts"))) == "pass"
    assert game.encode(fast_bot.choose(game.view(ahead, Seat.FIRST), SeededRandom(b"rollouts"))) != "pass"
    again = standing(BOARD, rack="94", other="1", scores=(90, 0), passed=(True, False), bag="1" * 20)
    assert game.encode(rollout_bot.choose(game.view(again, Seat.FIRST), SeededRandom(b"rollouts"))) == "pass"
    behind = standing(BOARD, rack="94", other="9", scores=(0, 90), passed=(True, False), bag="1" * 20)
    assert game.encode(rollout_bot.choose(game.view(behind, Seat.FIRST), SeededRandom(b"rollouts"))) != "pass"


def test_the_best_move_is_measured_in_deals_that_did_not_choose_it() -> None:
    state = fast_state(standing(BOARD))
    moves = shortlist(ordered_moves(state))
    chosen_in = sum(deals for deals, _kept in ROUNDS)
    deals = iter([state] * (chosen_in + FURTHER_DEALS))
    found = estimates(moves, deals, 1)
    assert next(deals, None) is None
    assert len(found) == len(moves)
    assert all(0 <= one.chance <= 1 for one in found)


def test_what_a_move_costs_depends_little_on_the_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that wins 15 of 100 less often, where the deals move each chance by as much."""
    state, lots = fast_state(standing(BOARD)), random.Random(1)
    played, best = shortlist(ordered_moves(state))[:2]

    def outcome(_deal: object, move: object, _judge: object = None) -> float:
        return lots.gauss(0.6 if move is best else 0.45, 0.15)

    monkeypatch.setattr(rollouts, "_rollout", outcome)
    drawn = sum(deals for deals, _kept in ROUNDS) + FURTHER_DEALS
    found = [estimates([played, best], iter([state] * drawn), 1) for _time in range(100)]
    costs = [other.chance - own.chance for own, other in found]
    assert mean(costs) == pytest.approx(0.15, abs=0.01)
    assert stdev(costs) < 0.035  # 0.053 with 16 deals


def test_one_ends_matches_that_it_leads_and_its_neighbours_play_on() -> None:
    leading = standing(BOARD, rack="0001", other="6789", scores=(200, 0), bag="1" * 20)
    assert [level for level in range(1, 7) if chosen(leading, level) == "pass"] == [6]
    assert chosen(standing(BOARD, rack="94", other="9", scores=(0, 90), bag="1" * 20), 6) != "pass"


def test_who_leads_on_a_closed_board_can_still_pass_later() -> None:
    """By other players' play-outs a sum of 39 points wins as often as passing at once: always."""
    moves = (
        *("g7r 8x8=64", "i7d 8x8=64", "k7d 64+5=69", "i9r 8x5=?40", "g11r 5+64=69"),
        *("m9d 40-1=39", "g9d 9+5=14", "e13r 3x14=42", "c9r 3x3=9"),
    )
    seed = sha256(b"moments digifeud 43129").digest()
    position = game.setup(DigifeudOptions(), SeededRandom(seed, 0))
    for ply, text in enumerate(moves, 1):
        position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
    view, played = game.view(position, position.to_move), game.decode("i13r 42-?3=39")
    chances = {one.move: one.chance for one in SearchBot().evaluate(view, [played], SeededRandom(b"closed", 1))}
    assert chances[played] > 0.85
