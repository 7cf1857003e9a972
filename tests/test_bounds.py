"""What a player can still gain is bounded in every game: the proof behind a claimed win."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue import games
from games.rules import AnyGame, Position, Seat, SeededRandom
from tests.playing import Played, all_options, play
from tests.sizes import THOROUGH, examples
from tests.test_every_game import FEW, every_game, whole_match

VIEWERS = (Seat.FIRST, Seat.SECOND, None)
BOUNDED = ("digifeud", "sudoku", "summy")
SOME = settings(FEW, max_examples=examples(5, 100))


def lead(position: Position, seat: Seat) -> int:
    return position.scores[seat.index] - position.scores[seat.other.index]


def played_by_greed(game: AnyGame, position: Position, seat: Seat, seed: bytes) -> Position:
    """Return the end if this seat always takes the most points and the other always the fewest."""
    ply = 1
    while position.result is None:
        moves = list(game.scored_moves(position))
        pick = max if position.to_move is seat else min
        move = pick(moves, key=lambda scored: scored[1])[0]
        position, ply = game.apply(position, move, SeededRandom(seed, ply)), ply + 1
    return position


@every_game
@given(data=st.data())
@FEW
def test_no_lead_grows_by_more_than_its_bound(game: AnyGame, data: st.DataObject) -> None:
    played: Played = data.draw(whole_match(game))
    for position in played.positions:
        for viewer in VIEWERS:
            bounds = game.bounds(game.view(position, viewer))
            for seat in Seat:
                assert bounds is None or 0 <= bounds[seat.index] >= lead(played.end, seat) - lead(position, seat)


@pytest.mark.parametrize("slug", BOUNDED)
@given(data=st.data())
@SOME
def test_not_even_where_one_plays_for_points_and_the_other_against(slug: str, data: st.DataObject) -> None:
    game = games()[slug]
    played: Played = data.draw(whole_match(game))
    last = len(played.positions) - 2
    position: Position = played.positions[data.draw(st.integers(max(0, last - 8), last))]
    for seat in Seat:
        bounds = game.bounds(game.view(position, seat.other))
        end = played_by_greed(game, position, seat, played.seed)
        if bounds is None:  # in Summy before the last turn
            continue
        assert lead(end, seat) - lead(position, seat) <= bounds[seat.index]


@every_game
@given(data=st.data())
@FEW
def test_a_decided_match_is_won_by_its_leader(game: AnyGame, data: st.DataObject) -> None:
    played: Played = data.draw(whole_match(game))
    for position in played.positions[:-1]:
        leader = position.to_move.other
        if game.is_decided(game.view(position, leader), leader) and game.slug != "digifeud":  # there, by passing
            assert played.end.result
            assert played.end.result.winner is leader


@given(data=st.data())
@settings(FEW, max_examples=examples(20, 200))
def test_who_leads_by_enough_in_digifeud_wins_by_passing_twice(data: st.DataObject) -> None:
    """Whatever the opponent lays in between: every turn of every world that the leader can imagine."""
    game = games()["digifeud"]
    played: Played = data.draw(whole_match(game))
    position: Position = data.draw(st.sampled_from(played.positions[:-1]))
    leader = position.to_move
    ahead = replace(position, scores=leader.put(position.scores, position.scores[leader.index] + 120))
    passed = game.apply(ahead, game.decode("pass"), SeededRandom(played.seed, 1))
    view = game.view(passed, leader)
    if passed.result or not game.is_decided(view, leader):
        return
    for world in range(3):
        imagined = game.determinize(view, SeededRandom(bytes([world]) * 32))
        for move in game.legal_moves(imagined):
            after = game.apply(imagined, move, SeededRandom(played.seed, 2))
            end = after if after.result else game.apply(after, game.decode("pass"), SeededRandom(played.seed, 3))
            assert end.result
            assert end.result.winner is leader


def test_in_digifeud_the_leader_may_pass_and_claim() -> None:
    game = games()["digifeud"]
    decided = 0
    for number in range(1, 21) if THOROUGH else (9, 10, 11, 20):  # of the first 20 those with such a position
        for position in play(game, game.options_type.read({"operators": "+-"}), number).positions[-6:-1]:
            leader = position.to_move
            passed = game.apply(position, game.decode("pass"), SeededRandom(b"p" * 32, 1))
            view = game.view(passed, leader)
            if not passed.result and game.is_decided(view, leader):
                decided += 1
                for_other = replace(view.options, handicap=str(leader.put((20, 20), -20)[0]))
                # What the other one gets at the end may turn the match.
                assert not game.is_decided(replace(view, options=for_other), leader)
    assert decided


def test_the_last_turn_of_a_match_of_10_by_10_cannot_be_held_back() -> None:
    """Each turn of each world that the leader can imagine ends the match."""
    game = games()["tenbyten"]
    decided = 0
    # Some, and of the first 100 those with such a position, or with one in which the leader has won no game before.
    few = (*range(1, 6), 28, 34, 59, 72, 85)
    for number in range(1, 101) if THOROUGH else few:
        for position in play(game, all_options(game)[0], number).positions[:-1]:
            leader = position.to_move.other
            view = game.view(position, leader)
            if not game.is_decided(view, leader):
                continue
            decided += 1
            for world in range(5):
                imagined = game.determinize(view, SeededRandom(bytes([world]) * 32))
                for move in game.legal_moves(imagined):
                    after = game.apply(imagined, move, SeededRandom(b"drawn".ljust(32), world))
                    assert after.result
                    assert after.result.winner is leader
            won = game.claim(position, leader)
            assert won.scores[leader.index] == 2
    assert decided


def test_a_sudoku_duel_is_decided_before_it_ends() -> None:
    game = games()["sudoku"]
    decided = 0
    for number in range(1, 13):
        for position in play(game, all_options(game)[0], number).positions[:-1]:
            bounds = game.bounds(game.view(position, position.to_move.other))
            assert bounds
            decided += lead(position, position.to_move.other) > bounds[position.to_move.index]
    assert decided


@pytest.mark.parametrize("slug", BOUNDED)
@given(data=st.data())
@FEW
def test_a_bound_tells_nothing_that_its_viewer_does_not_know(slug: str, data: st.DataObject) -> None:
    game = games()[slug]
    played: Played = data.draw(whole_match(game))
    position: Position = data.draw(st.sampled_from(played.positions[:-1]))
    for viewer in Seat:
        view = game.view(position, viewer)
        other = game.determinize(view, SeededRandom(b"another world".ljust(32)))
        assert game.bounds(game.view(other, viewer)) == game.bounds(view)
