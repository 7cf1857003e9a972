"""The endgame search: optimal with known hands, sound over sampled ones and with an exhausted budget."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import inf

import pytest

from games.rules import AnyBot, Seat, SeededRandom, subtract
from games.summy.ai.candidates import whole_hand
from games.summy.ai.endgame import EndgameSearch, Node
from games.summy.bots import ShortSumBot, ValueBot, bots, fast_bot
from games.summy.model.board import ARITHMETICS, HAND_SIZE
from games.summy.model.moves import Move, Swap
from games.summy.model.position import SummyPosition
from games.summy.rules import game
from tests.game_helpers import NO_CHANCE
from tests.sizes import cases, examples
from tests.summy.pictures import judge, play, points, standing

MOST_POINTS, STRONGEST = ShortSumBot(level=1, pieces=HAND_SIZE, seen=inf), bots[-1]
EVALUATOR = ValueBot()
CHANCE = SeededRandom(b"seed")
MATCHES = 34

# 9+9= lacks its outcome 18, which only the second player holds
WAITING = """
       a  b  c  d  e  f
    1  .  .  .  .  2  .
    2  .  .  .  .  .  .
    3  .  .  .  .  .  .
    4  .  .  .  .  .  .
    5  9  +  9  =  .  .
"""
TWO_WAITING = """
       a  b  c  d  e
    1  4  +  2  =  .
    2  .  .  .  .  .
    3  .  .  .  .  .
    4  .  .  .  .  .
    5  9  +  9  =  .
"""
# 10 at n12 and n13 completes 1+9=10, and 0+0=0 across it, whose grey piece at o13 is in the way of 8+1=9 down to o16
ACROSS = """
       j  k  l  m  n  o
    8  .  .  .  .  1  .
    9  .  .  .  .  +  .
   10  .  .  .  #  9  .
   11  .  .  .  .  =  .
   12  .  .  .  .  .  .
   13  0  +  0  =  .  .
   14  .  .  .  .  .  .
   15  .  .  .  .  .  .
   16  .  .  .  .  #  9
"""


def minimax(position: SummyPosition) -> int:
    """Return the margin from here on for the player to move, by plain minimax over all legal moves."""
    return _minimax(replace(position, scores=(0, 0), exchanged=((), ()), last=None))


@lru_cache(maxsize=1 << 12)
def _minimax(position: SummyPosition) -> int:
    return max(reached(position, move) for move in game.legal_moves(position))


def reached(position: SummyPosition, move: Move) -> int:
    """Return the margin for the player to move with this move, if both play optimally afterwards."""
    after, seat = game.apply(position, move, NO_CHANCE), position.to_move
    gained = after.scores[seat.index] - position.scores[seat.index]
    return gained if after.result else gained - minimax(after)


def node(position: SummyPosition) -> Node:
    return Node(position.grid, whole_hand(position.hand), whole_hand(position.hands[position.to_move.other.index]))


def endgames(own: int, other: int) -> list[SummyPosition]:
    """Return endgames of rollout matches, after both players exchanged down to these numbers of pieces."""
    found = []
    for position in filter(None, map(_first_endgame, range(MATCHES))):
        if len(position.hand) > own and len((waiting := _exchanged(position, own)).hand) > other:
            found.append(_exchanged(waiting, other))
    return found


@lru_cache
def _first_endgame(number: int) -> SummyPosition | None:
    """Return the first position of this match with an empty stock and both last moves to come, if there is one."""
    seed = bytes([number])
    position = game.setup(game.options_type(), SeededRandom(seed))
    while position.stock and not position.result:
        move = fast_bot.choose(game.view(position, position.to_move), SeededRandom(seed))
        position = game.apply(position, move, NO_CHANCE)
    return None if position.finished or position.result else position


def _exchanged(position: SummyPosition, count: int) -> SummyPosition:
    """Return the position after the player to move kept `count` pieces and exchanged the others, duplicates first."""
    hand = position.hand
    order = sorted(range(len(hand)), key=lambda place: hand[:place].count(hand[place]))
    return game.apply(position, Swap(tuple(hand[place] for place in order[count:])), NO_CHANCE)


def as_known(position: SummyPosition, hidden: str = "") -> SummyPosition:
    """Return the position with all other pieces exchanged by the player to move, which makes the other hand known.

    The `hidden` ones were exchanged by the opponent instead.
    """
    rest = subtract(ARITHMETICS["all"].pieces, (*position.grid.pieces, *position.hands[0], *position.hands[1], *hidden))
    seat = position.to_move
    return replace(position, exchanged=seat.other.put(seat.put(position.exchanged, rest), tuple(hidden)))


def chosen(bot: AnyBot, position: SummyPosition) -> str:
    return game.encode(bot.choose(game.view(position, position.to_move), SeededRandom(b"seed")))


@cases("sizes", {"6-5": (6, 5, 14), "5-6": (5, 6, 12), "6-6": (6, 6, 4)}, default=["6-5", "5-6"])
@pytest.mark.slow
def test_the_search_is_optimal(sizes: tuple[int, int, int]) -> None:
    """The search finds the minimax value, and the move of the strongest level reaches it."""
    own, other, thorough = sizes
    many = examples(1, thorough)
    found = endgames(own, other)[:many]
    assert len(found) == many
    for position in found:
        search = EndgameSearch()
        assert search.best(node(position)).value == minimax(position)
        assert not search.exhausted
        assert reached(position, game.decode(chosen(STRONGEST, as_known(position)))) == minimax(position)


@pytest.mark.parametrize(("scores", "outcome"), [((20, 30), Seat.FIRST), ((1, 30), None)])
def test_most_points_would_lose_where_another_move_does_not(scores: tuple[int, int], outcome: Seat | None) -> None:
    position = as_known(standing(WAITING, hand="36x=5+49", other="18++--x:", scores=scores))
    greedy = chosen(MOST_POINTS, position)
    assert judge(position, greedy).points == 32
    answered = play(position, greedy, "a5r 9+9=18")
    assert answered.result
    assert answered.result.winner is Seat.SECOND

    better = chosen(STRONGEST, position)
    assert better == "e1d 25+39=64"  # 29 points, and it blocks the 18 after 9+9=
    spoiled = play(position, better)
    over = play(spoiled, chosen(MOST_POINTS, spoiled))
    assert over.result
    assert over.result.winner is outcome


def test_two_sums_may_be_better_than_one_large_sum() -> None:
    """A player with five pieces left has another turn, even if the opponent makes its last move."""
    position = as_known(standing(TWO_WAITING, hand="61888:--", other="++--xx::"))
    assert judge(position, chosen(MOST_POINTS, position)).points == 31
    assert chosen(STRONGEST, position) == "a5r 9+9=18"  # 27 points with two pieces
    again = play(position, "a5r 9+9=18", "swap ++--")
    assert chosen(STRONGEST, again) == "a1r 4+2=6"  # 12 more points

    fewer = standing(TWO_WAITING, hand="61888--", other="++--x:")
    assert EndgameSearch().best(node(fewer)).value == minimax(fewer) == 27 + 12


def test_a_crossing_sum_without_points_may_still_be_in_the_way() -> None:
    position = standing(ACROSS, hand="01xx::", other="81+=xx")
    assert points(position, "n8d 1+9=10") == reached(position, game.decode("n8d 1+9=10")) == 11
    assert EndgameSearch().best(node(position), alpha=0).value == 11


def test_an_unknown_hand_is_sampled() -> None:
    position = standing(WAITING, hand="36x=5+49", other="18++--x:", scores=(20, 30))
    assert chosen(STRONGEST, as_known(position, hidden="x:")) == "e1d 25+39=64"


def test_a_search_with_no_budget_still_returns_a_legal_move() -> None:
    for position in endgames(6, 6):
        search = EndgameSearch(0)
        best = search.best(node(position))
        assert game.judge(position, best.move).seat is position.to_move
        assert search.exhausted


def test_the_winning_chances_are_exact_where_the_search_ends() -> None:
    """The most points lose where another move wins, and no pieces exchanged change it."""
    position = as_known(standing(WAITING, hand="36x=5+49", other="18++--x:", scores=(20, 30)))
    greedy, swap = game.decode(chosen(MOST_POINTS, position)), game.decode("swap 49")
    found = {one.move: one for one in EVALUATOR.evaluate(game.view(position, Seat.FIRST), [greedy, swap], CHANCE)}
    better = found[game.decode("e1d 25+39=64")]
    assert (found[greedy].chance, found[greedy].error) == (0, 0)
    assert (better.chance, better.error) == (1, 0)
    assert swap in found


def test_the_winning_chances_equal_minimax() -> None:
    for position in endgames(5, 5)[:3]:
        known = as_known(position)
        margins = {move: reached(position, move) for move in game.legal_moves(position)}
        found = EVALUATOR.evaluate(game.view(known, known.to_move), list(margins), CHANCE)
        lead = known.scores[known.to_move.index] - known.scores[known.to_move.other.index]
        for one in found:
            end = lead + margins[one.move]
            assert one.error or one.chance == 0.5 + 0.5 * ((end > 0) - (end < 0))
        assert any(not one.error for one in found)


def test_a_known_ending_is_solved_move_by_move() -> None:
    solved = 0
    for position in endgames(5, 5)[:3]:
        known, legal = as_known(position), list(game.legal_moves(position))
        found = EVALUATOR.solve_ending(game.view(known, known.to_move), legal, CHANCE) or []
        lead = known.scores[known.to_move.index] - known.scores[known.to_move.other.index]
        for one in found:
            end = lead + reached(position, one.move)
            assert (one.chance, one.error) == (0.5 + 0.5 * ((end > 0) - (end < 0)), 0)
        solved += bool(found)
    assert solved


def test_an_ending_with_a_stock_or_an_unknown_hand_is_not_solved() -> None:
    start = game.setup(game.options_type(), CHANCE)
    unknown = as_known(standing(WAITING, hand="36x=5+49", other="18++--x:"), hidden="x:")
    for position in (start, unknown):
        legal = list(game.legal_moves(position))
        assert EVALUATOR.solve_ending(game.view(position, position.to_move), legal, CHANCE) is None
