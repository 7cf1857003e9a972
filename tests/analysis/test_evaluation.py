"""The measurements of one turn in every game: the best moves, the luck of the draw, the rollouts."""

from __future__ import annotations

from itertools import count
from statistics import fmean
from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.analysis.evaluation import rollouts
from games.analysis.evaluation.candidates import SHOWN, Analyst, Listed, combined, contenders, is_sure
from games.analysis.evaluation.report import accuracy_of
from games.analysis.evaluation.rollouts import DRAWS, ENDS, PLIES, falls, lead_of, play_outs, plies_for, rng_for
from games.analysis.evaluation.turns import Draw, Measured, draws_of, luck_of, measure_start, measure_turn
from games.analysis.templatetags.chances import hundred
from games.catalogue import evaluator, fast_bot, games
from games.rules import AnyGame, Evaluation, Position, Seat, SeededRandom, by_chance
from tests.digifeud import pictures as digifeud
from tests.playing import Played, play
from tests.sizes import cases, examples
from tests.sudoku import pictures as sudoku
from tests.summy import pictures as summy
from tests.tenbyten import pictures as tenbyten

every_game = cases("game", games(), default=["digifeud", "sudoku", "summy", "tenbyten"])


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


def estimated(move: object, chance: float, error: float) -> Evaluation[object]:
    return Evaluation(move, chance, error)


def listed_at(game: AnyGame, position: Position, played: object, plies: int = 0) -> Listed:
    """Return the ranked moves of this turn; all positions of a test are of one match."""
    return Analyst(game, fast_bot(game.slug), evaluator(game.slug)).list_best(position, played, "abc", 1, plies)


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
    listed = listed_at(games()[slug], position, games()[slug].decode(move))
    assert listed.most == most
    assert listed.played
    assert (listed.played.text, listed.played.points) == (move, most)
    assert listed.played in listed.best


@every_game
def test_the_moves_are_ranked_by_chance_with_the_played_one_and_one_with_the_most_points(game: AnyGame) -> None:
    played = match_of(game)
    for position, move, _after in list(played.steps())[:: examples(15, 5)]:
        listed = listed_at(game, position, move)
        points = [game.judge(position, one).points for one in game.legal_moves(position)]
        chances = [choice.chance for choice in listed.best]
        assert (listed.count, listed.most) == (len(points), max(points))
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= choice.chance <= 1 and choice.error >= 0 for choice in listed.best)
        assert len({choice.text for choice in listed.best}) == len(listed.best) <= SHOWN + 2
        assert listed.most in {choice.points for choice in listed.best}
        assert listed.played in listed.best
        assert listed.cost == listed.best[0].chance - chances[listed.best.index(listed.played)]
        for choice in listed.best:
            assert game.judge(position, game.decode(choice.text)).points == choice.points


@cases("game", games(), default=["sudoku"])
def test_who_makes_the_best_moves_keeps_all_and_who_plays_at_random_hardly_anything(game: AnyGame) -> None:
    analyst, rng = Analyst(game, fast_bot(game.slug), evaluator(game.slug)), SeededRandom(b"random")
    stakes, costs = [], []
    turns = list(enumerate(match_of(game).steps(), 1))
    for ply, (position, _move, _after) in turns[:: examples(1 + len(turns) // 30, 1)]:
        legal = list(game.legal_moves(position))
        listed = analyst.list_best(position, legal[rng.below(len(legal))], "abc", ply, 0)
        stakes.append(analyst.stake(position, listed, "abc", ply))
        costs.append(listed.cost)
    assert all(0 <= stake <= 1 for stake in stakes)
    assert accuracy_of((0.0, stake) for stake in stakes) == 100
    if analyst.evaluator:
        assert fmean(stakes) == pytest.approx(fmean(costs), rel=0.2)  # of a random move, either
        assert accuracy_of(zip(costs, stakes, strict=True)) < 50


def test_a_turn_without_a_choice_has_no_stake() -> None:
    """A lone pass has no alternative."""
    game = games()["digifeud"]
    lone = digifeud.standing("   g\n7  3", rack="", signs="+")
    analyst = Analyst(game, fast_bot("digifeud"), evaluator("digifeud"))
    listed = analyst.list_best(lone, None, "abc", 1, 0)
    assert listed.count == 1
    assert analyst.stake(lone, listed, "abc", 1) == 0


@pytest.mark.parametrize("slug", ["digifeud", "sudoku", "summy", "tenbyten"])
def test_moves_alone_differ_as_they_do_among_the_candidates(slug: str) -> None:
    """Near the end, where nothing is estimated from a few deals, `compare` repeats the chances of `evaluate`."""
    game, judge = games()[slug], evaluator(slug)
    assert judge
    played, ply = late(game)
    position = played.positions[ply - 1]
    view = game.view(position, position.to_move)
    moves = list(game.legal_moves(position))[:5]
    found = {one.move: one.chance for one in judge.evaluate(view, moves, rng_for("abc", "c", ply, 0))}
    alone = judge.compare(view, [*moves, moves[0]], rng_for("abc", "c", ply, 0))
    assert [one - alone[0] for one in alone] == pytest.approx(
        [found[move] - found[moves[0]] for move in [*moves, moves[0]]]
    )


@every_game
def test_chances_do_not_know_what_was_hidden(game: AnyGame) -> None:
    """A different deal that looks the same to the mover gives the same chances, with rollouts too."""
    played, ply = late(game)
    position, move = played.positions[ply - 1], played.moves[ply - 1]
    other = game.determinize(game.view(position, position.to_move), rng_for("other", "deal", 0, 0))
    assert listed_at(game, position, move, 20) == listed_at(game, other, move, 20)


def test_rollouts_stop_when_the_best_is_sure_or_the_budget_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two moves that win and lose for certain no rollout is needed; two equal ones use the budget up."""
    best, worst = estimated("best", 0.9, 0.01), estimated("worst", 0.2, 0.01)
    assert is_sure([best, worst])
    assert contenders([best, worst], "worst") == []
    rival = estimated("rival", 0.89, 0.01)
    assert not is_sure([best, rival, worst])
    assert contenders([best, rival, worst], "worst") == [worst, best, rival]
    played, ply = late(games()["sudoku"])
    position, rolled = played.positions[ply - 9], []
    analyst = Analyst(games()["sudoku"], fast_bot("sudoku"), None)
    play = Analyst.play_out

    def counted(self: Analyst, *where: Any) -> tuple[float, int]:  # of play_out
        rolled.append(play(self, *where))
        return rolled[-1]

    monkeypatch.setattr(Analyst, "play_out", counted)
    analyst.list_best(position, played.moves[ply - 9], "abc", 1, 40)
    assert sum(moves for _value, moves in rolled) >= 40
    assert len(rolled) < 40


def test_rollouts_move_what_is_unsure_and_narrow_its_error() -> None:
    one, other = estimated("one", 0.5, 0.1), estimated("other", 0.45, 0.1)
    won = combined([one, other], [one, other], [[0.0, 1.0], [0.0, 1.0], [0.5, 0.5]] * 10)
    assert [found.move for found in won] == ["other", "one"]
    assert all(found.error < 0.1 for found in won)
    exact = estimated("exact", 1.0, 0.0)
    kept = combined([exact, other], [exact, other], [[0.0, 1.0]] * 9)
    assert exact in kept


def test_error_bars_cover_the_truth() -> None:
    """Of normally distributed truths, within twice the said error lie 95 of 100, however many rollouts there were."""
    rng, covered, total = SeededRandom(b"coverage"), 0, 0

    def normal() -> float:
        return sum(rng.below(10_001) for _term in range(12)) / 10_000 - 6

    for trial in range(300):
        truths = [0.5 + 0.1 * normal() for _move in range(3)]
        found = [estimated(number, truth + 0.1 * normal(), 0.1) for number, truth in enumerate(truths)]
        deals = [[float(rng.below(10_000) < 10_000 * truth) for truth in truths] for _deal in range(1 + trial % 60)]
        by_move = {one.move: one for one in combined(found, found, deals)}
        for one, other in ((0, 1), (0, 2), (1, 2)):
            gap = by_move[one].chance - by_move[other].chance - (truths[one] - truths[other])
            covered += abs(gap) <= 2 * (by_move[one].error ** 2 + by_move[other].error ** 2) ** 0.5
            total += 1
    assert 0.9 <= covered / total <= 0.99


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
    assert (start.listed.count, start.listed.cost, start.draws) == (0, 0, ())
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
    ends = [play_outs(game, fast_bot(game.slug), deal, "abc", 5, 0) for deal in (position, other)]
    assert ends[0] == ends[1]


@every_game
def test_a_draw_is_compared_on_the_same_board_with_what_was_kept(game: AnyGame) -> None:
    played = match_of(game)
    for ply in (1, 2, 3):
        before, after = played.positions[ply - 1 : ply + 1]
        draws = list(draws_of(game, fast_bot(game.slug), before, played.moves[ply - 1], after, "abc", ply))
        assert 1 <= len(draws) <= 2
        assert all(len(draw.others) == DRAWS and min(draw.others) >= 0 for draw in draws)


def test_who_draws_at_the_beginning_of_a_turn_is_measured_then() -> None:
    game = games()["sudoku"]
    played = match_of(game)
    before, after = played.positions[4:6]
    (draw,) = draws_of(game, fast_bot("sudoku"), before, played.moves[4], after, "abc", 5)
    assert 0 < draw.worth <= max(points for _move, points in game.scored_moves(before))


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
    many, few = (play_outs(games()["reach"], fast_bot("reach"), _start("reach"), "abc", 0, plies) for plies in (99, 0))
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


def test_only_a_search_to_the_end_says_always_and_never() -> None:
    found = by_chance([Evaluation("seems lost", 0.0, 0.01), Evaluation("seems won", 1.0, 0.01)])
    assert [(one.move, hundred(one.chance)) for one in found] == [("seems won", 99), ("seems lost", 1)]
    assert hundred(by_chance([Evaluation("won", 1.0, 0.0)])[0].chance) == 100


@pytest.mark.parametrize("number", [1, 3, 10**6])
def test_points_that_fell_once_have_fallen(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At whatever move of whichever rollout, and whatever follows."""
    moves = count(1)
    monkeypatch.setattr(rollouts, "falls", lambda _before, _after: next(moves) == number)
    assert play_outs(games()["reach"], fast_bot("reach"), _start("reach"), "abc", 0, 0).resets is (number < 10**6)


@pytest.mark.parametrize(
    ("scores", "winner", "lead"),
    [
        ((30, 10), Seat.FIRST, 20),
        ((10, 30), Seat.SECOND, -20),
        ((10, 30), Seat.FIRST, 1),
        ((30, 10), Seat.SECOND, -1),
        ((30, 10), None, 0),
    ],
)
def test_a_lead_counts_for_the_winner(scores: tuple[int, int], winner: Seat | None, lead: int) -> None:
    ended = SimpleNamespace(scores=scores, result=SimpleNamespace(winner=winner))
    assert lead_of(cast("Position", ended)) == lead
