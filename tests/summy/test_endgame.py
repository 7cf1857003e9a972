"""The last turns of the strongest computer: with an empty stock and known hands nobody can play them better."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from games.rules import AnyBot, Seat, SeededRandom
from games.summy.ai.candidates import held
from games.summy.ai.determinization import on_grid
from games.summy.ai.endgame import Endgame, Late
from games.summy.bots import bots, hasty
from games.summy.model.moves import Move, Swap
from games.summy.model.pieces import ALL, take
from games.summy.model.position import SummyPosition
from games.summy.rules import game
from tests.summy.pictures import judge, play, standing
from tests.verbs import NO_CHANCE

MOST_POINTS, STRONGEST = bots[2], bots[3]
MATCHES = 34

# 9+9= waits for an 18, which only the second player has
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


def plain(position: SummyPosition) -> int:
    """By how many points the player to move comes out ahead from here on: every move of both is tried by the rules."""
    return _plain(replace(position, scores=(0, 0), gone=((), ()), last=None))


@lru_cache(maxsize=1 << 12)
def _plain(position: SummyPosition) -> int:
    return max(reached(position, move) for move in game.legal_moves(position))


def reached(position: SummyPosition, move: Move) -> int:
    """By how many points the player to move comes out ahead with this move, if both play their best afterwards."""
    after, seat = game.apply(position, move, NO_CHANCE), position.to_move
    gained = after.scores[seat.index] - position.scores[seat.index]
    return gained if after.result else gained - plain(after)


def late(position: SummyPosition) -> Late:
    return Late(position.grid, held(position.hand), held(position.hands[position.to_move.other.index]))


def ends(own: int, other: int) -> list[SummyPosition]:
    """Moments of quick matches with an empty stock, once both have exchanged down to so many pieces."""
    found = []
    for position in filter(None, map(_late, range(MATCHES))):
        if len(position.hand) > own and len((waiting := _exchanged(position, own)).hand) > other:
            found.append(_exchanged(waiting, other))
    return found


@lru_cache
def _late(number: int) -> SummyPosition | None:
    """The first moment of this match with an empty stock where nobody has made the last move, if there is one."""
    seed = bytes([number])
    position = game.setup(game.options_type(), SeededRandom(seed))
    while position.stock and not position.result:
        move = hasty.choose(game.view(position, position.to_move), SeededRandom(seed))
        position = game.apply(position, move, NO_CHANCE)
    return None if position.done or position.result else position


def _exchanged(position: SummyPosition, count: int) -> SummyPosition:
    """After the player to move has kept so many pieces; those of which there are two or more go first."""
    hand = position.hand
    order = sorted(range(len(hand)), key=lambda place: hand[:place].count(hand[place]))
    return game.apply(position, Swap(tuple(hand[place] for place in order[count:])), NO_CHANCE)


def as_known(position: SummyPosition, hidden: str = "") -> SummyPosition:
    """All other pieces were exchanged by the player to move, who knows the other hand then, but for those hidden."""
    rest = take(ALL, (*on_grid(position.grid), *position.hands[0], *position.hands[1], *hidden))
    seat = position.to_move
    return replace(position, gone=seat.other.put(seat.put(position.gone, rest), tuple(hidden)))


def chosen(bot: AnyBot, position: SummyPosition) -> str:
    return game.encode(bot.choose(game.view(position, position.to_move), SeededRandom(b"seed")))


@pytest.mark.parametrize(("own", "other", "many"), [(6, 5, 14), (5, 6, 12), (6, 6, 4)])
@pytest.mark.slow
def test_nobody_can_do_better(own: int, other: int, many: int) -> None:
    """The search finds what trying everything finds, and the strongest computer's move reaches it."""
    found = ends(own, other)[:many]
    assert len(found) == many
    for position in found:
        search = Endgame()
        assert search.best(late(position)).worth == plain(position)
        assert not search.spent
        assert reached(position, game.decode(chosen(STRONGEST, as_known(position)))) == plain(position)


@pytest.mark.parametrize(("scores", "outcome"), [((20, 30), Seat.FIRST), ((1, 30), None)])
def test_most_points_would_lose_where_another_move_does_not(scores: tuple[int, int], outcome: Seat | None) -> None:
    position = as_known(standing(WAITING, hand="36x=5+49", other="18++--x:", scores=scores))
    greedy = chosen(MOST_POINTS, position)
    assert judge(position, greedy).points == 32
    answered = play(position, greedy, "a5r 9+9=18")
    assert answered.result
    assert answered.result.winner is Seat.SECOND

    better = chosen(STRONGEST, position)
    assert better == "e1d 25+39=64"  # 29, and no 18 can be laid behind 9+9= any more
    spoiled = play(position, better)
    over = play(spoiled, chosen(MOST_POINTS, spoiled))
    assert over.result
    assert over.result.winner is outcome


def test_two_sums_may_be_better_than_a_large_one() -> None:
    """Who keeps five pieces has another turn, even if the opponent closes."""
    position = as_known(standing(TWO_WAITING, hand="61888:--", other="++--xx::"))
    assert judge(position, chosen(MOST_POINTS, position)).points == 31
    assert chosen(STRONGEST, position) == "a5r 9+9=18"  # 27 with two pieces
    again = play(position, "a5r 9+9=18", "swap ++--")
    assert chosen(STRONGEST, again) == "a1r 4+2=6"  # 12 more

    fewer = standing(TWO_WAITING, hand="61888--", other="++--x:")
    assert Endgame().best(late(fewer)).worth == plain(fewer) == 27 + 12


def test_where_the_opponent_has_exchanged_many_hands_are_imagined() -> None:
    position = standing(WAITING, hand="36x=5+49", other="18++--x:", scores=(20, 30))
    assert chosen(STRONGEST, as_known(position, hidden="x:")) == "e1d 25+39=64"


def test_a_search_that_may_look_at_next_to_nothing_still_moves() -> None:
    for position in ends(6, 6):
        search = Endgame(0)
        best = search.best(late(position))
        assert game.judge(position, best.move).seat is position.to_move
        assert search.spent
