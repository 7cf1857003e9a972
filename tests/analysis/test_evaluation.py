"""The measurements of one turn in every game: the best moves, the luck of the draw, the rollouts."""

from __future__ import annotations

import pytest

from games.analysis.evaluation.best import Choice, list_best
from games.analysis.evaluation.endings import falls, lead_of, play_outs
from games.analysis.evaluation.hands import Draw, draws_of, luck_of
from games.analysis.evaluation.samples import DRAWS, ENDS, PLIES, plies_for, rng_for
from games.analysis.evaluation.turns import Measured, measure_start, measure_turn
from games.catalogue import games, hasty
from games.rules import AnyGame, Position, Seat
from tests.digifeud import pictures as digifeud
from tests.playing import Played, play
from tests.sudoku import pictures as sudoku
from tests.summy import pictures as summy
from tests.tenbyten import pictures as tenbyten

every_game = pytest.mark.parametrize("game", [pytest.param(game, id=slug) for slug, game in games().items()])


def match_of(game: AnyGame) -> Played:
    """Return a random match, the same in every run."""
    return play(game, game.options_type(), 1)


def late(game: AnyGame) -> tuple[Played, int]:
    """Return the match, and the number of a turn near its end."""
    played = match_of(game)
    return played, max(2, len(played.moves) - 3)


def measured(game: AnyGame, played: Played, ply: int) -> Measured:
    before, after = played.positions[ply - 1 : ply + 1]
    return measure_turn(game.slug, before, game.encode(played.moves[ply - 1]), after, "abc", ply, 0)


A_GAP = """
    . . . . .
    . . . . .
    . . 3 . .
    . . . . .
    . . 3 . .
"""


@pytest.mark.parametrize(
    ("slug", "position", "move", "most"),
    [
        ("digifeud", digifeud.standing("   g\n7  3", rack="7100", signs="+"), "g7d 3+7=10", 10),
        ("tenbyten", tenbyten.standing(A_GAP, hand="44"), "4c4xc3:c5", 3),
        ("sudoku", sudoku.standing("2 3 1 . . . . . .", tile="5"), "d1", 3),
        ("summy", summy.standing(hand="2x36"), "j13r 2x3=6", 11),
    ],
)
def test_the_best_move_on_a_drawn_board_comes_first(slug: str, position: Position, move: str, most: int) -> None:
    listed = list_best(games()[slug], position)
    assert listed.most == most
    assert Choice(move, most) in listed.best


@every_game
def test_the_points_are_those_of_all_legal_moves(game: AnyGame) -> None:
    position = late(game)[0].positions[-3]
    points = sorted((game.judge(position, move).points for move in game.legal_moves(position)), reverse=True)
    listed = list_best(game, position)
    assert [choice.points for choice in listed.best] == [number for number in points if number > 0][:10]
    assert listed.count == len(points)


@every_game
def test_the_ten_best_are_different_moves_worth_what_is_said(game: AnyGame) -> None:
    for position in match_of(game).positions[:-1:5]:
        listed = list_best(game, position)
        assert len(listed.best) <= 10
        assert len({choice.text for choice in listed.best}) == len(listed.best)
        for choice in listed.best:
            assert game.judge(position, game.decode(choice.text)).points == choice.points > 0


@every_game
def test_the_same_turn_is_measured_alike_and_can_be_kept(game: AnyGame) -> None:
    played, ply = late(game)
    one = measured(game, played, ply)
    assert one == measured(game, played, ply)
    assert Measured.read(one.data) == one
    assert len(one.endings.leads) >= ENDS[0]


@every_game
def test_the_start_can_end_in_many_ways(game: AnyGame) -> None:
    played = match_of(game)
    start = measure_start(game.slug, played.positions[-2], "abc", 0)
    assert (start.listed.count, start.draws) == (0, ())
    assert len(start.endings.leads) == len(start.endings.openings) == ENDS[0]


@every_game
def test_the_last_turn_ends_as_it_did(game: AnyGame) -> None:
    played = match_of(game)
    assert measured(game, played, len(played.moves)).endings.leads == ()


@every_game
def test_play_outs_do_not_see_what_was_hidden(game: AnyGame) -> None:
    """A different deal of the same public position gives the same sampled ends."""
    position = late(game)[0].positions[-3]
    other = game.determinize(game.view(position, None), rng_for("other", "deal", 0, 0))
    ends = [play_outs(game, hasty(game.slug), deal, "abc", 5, 0) for deal in (position, other)]
    assert ends[0] == ends[1]


@every_game
def test_a_draw_is_compared_on_the_same_board_with_what_was_kept(game: AnyGame) -> None:
    played = match_of(game)
    for ply in (1, 2, 3):
        before, after = played.positions[ply - 1 : ply + 1]
        draws = list(draws_of(game, hasty(game.slug), before, played.moves[ply - 1], after, "abc", ply))
        assert 1 <= len(draws) <= 2
        assert all(len(draw.others) == DRAWS and min(draw.others) >= 0 for draw in draws)


def test_who_draws_at_the_beginning_of_a_turn_is_measured_then() -> None:
    game = games()["sudoku"]
    played = match_of(game)
    before, after = played.positions[4:6]
    (draw,) = draws_of(game, hasty("sudoku"), before, played.moves[4], after, "abc", 5)
    assert 0 < draw.worth <= list_best(game, before).most


def test_luck_is_told_apart_from_its_opposite() -> None:
    lucky, unlucky = Draw(20, (5, 10, 15)), Draw(0, (5, 10, 15))
    assert luck_of([lucky] * 6).beaten > 95
    assert luck_of([unlucky] * 6).beaten < 5
    assert luck_of([lucky, unlucky]).beaten == 50
    assert luck_of([lucky] * 6).extra == 60


def test_nothing_drawn_is_neither_lucky_nor_unlucky() -> None:
    assert luck_of([]).beaten == luck_of([Draw(5, ()), Draw(5, (5,)), Draw(7, (7, 7))]).beaten == 50


def test_luck_is_never_certain() -> None:
    assert luck_of([Draw(1000, (1, 2, 3))]).beaten == 99
    assert luck_of([Draw(-1000, (1, 2, 3))]).beaten == 1


def test_more_is_sampled_where_it_costs_less() -> None:
    assert plies_for(9) == PLIES // 10 > plies_for(40)
    many, few = (play_outs(games()["reach"], hasty("reach"), _start("reach"), "abc", 0, plies) for plies in (99, 0))
    assert len(few.leads) == ENDS[0] < len(many.leads) <= ENDS[1]


def test_points_fall_when_a_new_game_begins() -> None:
    played = match_of(games()["tenbyten"])
    falling = [falls(before, after) for before, _move, after in played.steps()]
    assert any(falling)
    assert not falling[-1]
    match = match_of(games()["summy"])
    assert not any(falls(before, after) for before, _move, after in match.steps())


def test_who_won_leads() -> None:
    for game in games().values():
        end = match_of(game).end
        winner = end.result and end.result.winner
        assert (lead_of(end) > 0, lead_of(end) < 0) == (winner is Seat.FIRST, winner is Seat.SECOND)


def _start(slug: str) -> Position:
    game = games()[slug]
    position: Position = game.setup(game.options_type(), rng_for("start", "deal", 0, 0))
    return position
