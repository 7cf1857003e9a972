"""Endgame search: exact once the bag is empty, compared with full minimax by the rules themselves."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import count
from math import comb, inf, prod

import pytest

from games.catalogue import bots, evaluator
from games.digifeud.ai import endgame
from games.digifeud.ai.endgame import POINTS, WIN, Search, best_moves, possible_deals
from games.digifeud.ai.evaluation import ordered_moves
from games.digifeud.bots import SampledGreedyBot, SearchBot, fast_bot
from games.digifeud.model.board import BLANK, SQUARES, DigifeudOptions, Tiles
from games.digifeud.model.moves import Move
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import SearchLimitReached, Seat, SeededRandom, subtract
from tests.digifeud.all_options import OPTIONS, TELLING, each_option
from tests.digifeud.pictures import fast_state, play, standing
from tests.playing import all_options
from tests.sizes import cases, examples

RNG = SeededRandom(b"any")
STRONGEST = SearchBot()
SEEDS = range(examples(2, 8))  # of each of the six sets of options
MAX_NUMBER_TILES = 5  # number tiles on both racks: the limit for full minimax
VOID_SQUARES = tuple(square for square in SQUARES if square.row % 2 == 0 and square.column % 2 == 0)

each_late = cases(
    "options, seed",
    OPTIONS,
    {str(seed): seed for seed in SEEDS},
    default=[f"{name}-{SEEDS[place % len(SEEDS)]}" for place, name in enumerate(TELLING)],
)
each_dear = cases("options", OPTIONS, default=TELLING[::2])


@lru_cache
def late_position(options: DigifeudOptions, seed: int) -> DigifeudPosition:
    """Return the first position of this match with few tiles left, both sides played by `fast_bot`."""
    position, ply = game.setup(options, SeededRandom(bytes([seed]))), 0
    while sum(len(rack.numbers) for rack in position.racks) > MAX_NUMBER_TILES or position.bag.numbers:
        ply += 1
        move = fast_bot.choose(game.view(position, position.to_move), RNG)
        position = game.apply(position, move, SeededRandom(bytes([seed]), ply))
    assert position.result is None
    return position


def open_to_all(position: DigifeudPosition, *, hidden: int = 0) -> DigifeudPosition:
    """Return the position at equal points, with `hidden` operators in the bag and the others on void squares."""
    kept, buried = position.bag.operators[:hidden], position.bag.operators[hidden:]
    grid = position.grid.with_placed(dict(zip(VOID_SQUARES, buried, strict=False)))
    return replace(position, scores=(0, 0), grid=grid, bag=Tiles((), kept))


@lru_cache(maxsize=1 << 12)
def margin(position: DigifeudPosition) -> int:
    """Return the final lead of the player to move under optimal play, by full minimax."""
    return max(after(position, move) for move in game.legal_moves(position))


def after(position: DigifeudPosition, move: Move) -> int:
    """Return the final lead of the player who makes this move, under optimal play after it."""
    seat, found = position.to_move, game.apply(position, move, RNG)
    return found.scores[seat.index] - found.scores[seat.other.index] if found.result else -margin(found)


def chosen(position: DigifeudPosition) -> Move:
    """Return the move of the strongest computer player."""
    move: Move = bots()["digifeud"][8].choose(game.view(position, position.to_move), RNG)
    return move


@each_late
def test_the_search_equals_full_minimax(options: DigifeudOptions, seed: int) -> None:
    position = late_position(options, seed)
    assert Search(10_000).margin(fast_state(position), -POINTS, POINTS) == margin(position)


@each_late
def test_with_nothing_hidden_no_move_is_better(options: DigifeudOptions, seed: int) -> None:
    position = open_to_all(late_position(options, seed))
    assert game.determinize(game.view(position, position.to_move), RNG).bag == Tiles()
    assert after(position, chosen(position)) == margin(position)


@each_dear
@pytest.mark.slow
def test_a_blank_is_played_optimally(options: DigifeudOptions) -> None:
    position = late_position(options, 4)
    mine, theirs = position.rack, position.racks[position.to_move.other.index]
    blank = Tiles((BLANK, *mine.numbers[1:]), mine.operators)
    position = replace(position, racks=position.to_move.put((theirs, theirs), blank))
    assert Search(10_000).margin(fast_state(position), -POINTS, POINTS) == margin(position)


@cases("options", OPTIONS, default=TELLING[2::2])  # those of the first take five seconds
def test_with_a_hidden_rack_no_move_wins_more_of_the_possible_deals(options: DigifeudOptions) -> None:
    position = open_to_all(late_position(options, 2), hidden=1)
    deals = consistent_deals(position)
    assert len(deals) > 1

    def value(move: Move) -> tuple[int, int]:
        """Return the deals won less the deals lost, then the points."""
        margins = [(weight, after(deal, move)) for deal, weight in deals.items()]
        return sum(weight * ((one > 0) - (one < 0)) for weight, one in margins), sum(map(prod, margins))

    assert value(chosen(position)) == max(map(value, game.legal_moves(position)))


@cases("seed", {"2": 2, "3": 3, "5": 5}, default=["3"])
@each_option
def test_a_proved_win_is_one_in_every_deal(options: DigifeudOptions, seed: int) -> None:
    position = open_to_all(late_position(options, seed), hidden=1)
    legal = list(game.legal_moves(position))
    found = STRONGEST.solve_ending(game.view(position, position.to_move), legal, RNG)
    assert found
    assert {one.move for one in found} == set(legal)
    for one in found:
        if one.chance == 1 and not one.error:
            assert all(after(deal, one.move) > 0 for deal in consistent_deals(position))


def test_some_wins_are_proved_and_some_moves_do_not_win() -> None:
    positions = [
        open_to_all(late_position(options, seed), hidden=1) for options in all_options(game) for seed in (2, 3)
    ]
    proved = [
        (one.chance == 1 and not one.error)
        for position in positions
        for one in STRONGEST.solve_ending(game.view(position, position.to_move), list(game.legal_moves(position)), RNG)
        or ()
    ]
    assert 0 < sum(proved) < len(proved)


def test_an_ending_with_a_number_bag_is_not_solved() -> None:
    position = game.setup(DigifeudOptions(), RNG)
    assert STRONGEST.solve_ending(game.view(position, position.to_move), list(game.legal_moves(position)), RNG) is None


def consistent_deals(position: DigifeudPosition) -> Counter[DigifeudPosition]:
    """Return the deals that the mover cannot tell apart, with multiplicities, for an operator bag of one tile."""
    other = position.to_move.other
    unseen = position.racks[other.index].operators + position.bag.operators
    found: Counter[DigifeudPosition] = Counter()
    for last in unseen:
        rack = Tiles(position.racks[other.index].numbers, tuple(sorted(subtract(unseen, last))))
        found[replace(position, racks=other.put(position.racks, rack), bag=Tiles((), (last,)))] += 1
    return found


def test_every_rack_has_the_weight_of_its_multiplicity() -> None:
    position = late_position(DigifeudOptions(), 2)
    unseen = position.racks[position.to_move.other.index].operators + position.bag.operators
    found = list(possible_deals(fast_state(position) for _deal in count()))
    assert sum(weight for weight, _deal in found) == comb(len(unseen), 3)
    for _weight, deal in found:
        assert sorted(deal.operators[1 - deal.mover] + deal.operator_bag) == sorted(unseen)
    assert len({deal.operators[1 - deal.mover] for _weight, deal in found}) == len(found) == 10


WAY_OUT = standing(
    """
           e  f  g  h  i
        7  5  +  8  =  13
    """,
    rack="1378",
    signs="--",
    other="39",
)


def kept_moves(position: DigifeudPosition) -> list[str]:
    """Return the moves that the search keeps if the other rack is known, in notation."""
    state = fast_state(position)
    found = best_moves(ordered_moves(state), (fast_state(position) for _deal in count()))
    return [game.encode(state.as_move(candidate)) for candidate in found]


def test_the_most_points_now_lose_and_fewer_points_win() -> None:
    """8-5=3 scores 11 and lets the opponent play out with 3x3=9; 8-1=7 scores 7 and leaves no such way out."""
    greedy = game.decode("e5d 8-5=3")
    assert SampledGreedyBot(level=1, seen=inf).choose(game.view(WAY_OUT, WAY_OUT.to_move), RNG) == greedy
    lost = play(WAY_OUT, "e5d 8-5=3", "e9d 3x3=9").result
    assert lost
    assert lost.winner is Seat.SECOND
    assert kept_moves(WAY_OUT) == ["g7d 8-1=7"]
    assert after(WAY_OUT, greedy) < 0 < after(WAY_OUT, game.decode("g7d 8-1=7")) == margin(WAY_OUT)


def test_a_search_over_its_limit_keeps_all_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = [game.encode(move) for move in game.legal_moves(WAY_OUT)]
    monkeypatch.setattr(endgame, "MAX_NODES", 0)
    assert sorted(kept_moves(WAY_OUT)) == sorted(everything)
    with pytest.raises(SearchLimitReached):
        Search(0).best(ordered_moves(fast_state(WAY_OUT)), [(1, fast_state(WAY_OUT))], WIN)
    assert game.judge(WAY_OUT, chosen(WAY_OUT))


@each_dear
def test_the_winning_chances_are_exact_with_nothing_hidden(options: DigifeudOptions) -> None:
    """Every candidate, and a move given besides, wins or loses as full minimax says."""
    strongest = evaluator("digifeud")
    assert strongest
    for seed in range(3):
        position = open_to_all(late_position(options, seed))
        given = next(iter(game.legal_moves(position)))
        found = strongest.evaluate(game.view(position, position.to_move), [given], RNG)
        assert given in [one.move for one in found]
        for one in found:
            margin_after = after(position, one.move)
            assert (one.chance, one.error) == (0.5 + 0.5 * ((margin_after > 0) - (margin_after < 0)), 0)
