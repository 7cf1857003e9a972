"""Endings of several moves: the solver wins each turn, and the computer answers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core import clock
from games.catalogue import display_of, evaluator
from games.puzzles.jobs import check_all
from games.puzzles.kinds import Kind
from games.puzzles.making.lines import LineTree, ends, find_line, line_after, main_way, turns_of
from games.puzzles.models import Attempt, Puzzle, Run, Solver
from games.puzzles.puzzle_view import PuzzleView
from games.puzzles.services.runs import missed_by, start_run
from games.puzzles.services.selection import next_puzzle
from games.puzzles.services.solving import give_up, position_of, try_move
from games.rules import AnyGame, Position, Seat, SeededRandom
from tests.html import html_of
from tests.puzzles.conftest import make_puzzle
from tests.sizes import THOROUGH

SignedIn = Callable[[User], Client]


GAMES = ["digifeud", "tenbyten"]  # Summy and Sudoku Duel hardly have any: see docs/puzzles.md
OTHER_DEALS = 4


@pytest.fixture(params=GAMES if THOROUGH else GAMES[:1])
def ending(db: None, request: pytest.FixtureRequest) -> Puzzle:
    """Return an ending of several moves."""
    return make_puzzle(request.param, several=True)


def ways(line: LineTree, before: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], LineTree]]:
    """Return each point of the line where the solver has to choose: the moves before it, and the rest of the line."""
    found = [(before, line)] if line else []
    for move, (reply, after) in line.items():
        found += ways(after, (*before, move, reply))
    return found


def wrong_at(puzzle: Puzzle, before: tuple[str, ...] = ()) -> str:
    """Return a legal move that does not win after these moves of the line."""
    right = line_after(puzzle.line, before)
    game = puzzle.game
    return next(text for text in map(game.encode, game.legal_moves(position_of(puzzle, before))) if text not in right)


def solve(puzzle: Puzzle, player: User) -> Attempt:
    way = main_way(puzzle.line)
    for step in range(0, len(way), 2):
        attempt = try_move(puzzle, player, way[step], step)
    return attempt


def test_every_move_of_the_line_wins_and_no_other_does(ending: Puzzle) -> None:
    for before, line in ways(ending.line):
        winning, count = proved(ending.game, position_of(ending, before))
        assert winning == set(line)
        assert len(line) < count


def proved(game: AnyGame, position: Position) -> tuple[set[str], int]:
    """Return the moves that are proved to win, in notation, and the number of legal moves."""
    known, legal = evaluator(game.slug), list(game.legal_moves(position))
    assert known
    found = known.solve_ending(game.view(position, position.to_move), legal, SeededRandom(b"again")) or ()
    return {game.encode(one.move) for one in found if one.chance == 1 and not one.error}, len(legal)


def test_it_is_won_in_other_deals_too_whatever_the_opponent_does(ending: Puzzle) -> None:
    """What is hidden is dealt again, and the opponent plays at random; the solver plays proved moves."""
    game, start = ending.game, position_of(ending)
    for deal in range(OTHER_DEALS):
        rng = SeededRandom(b"another deal", deal)
        before = position = game.determinize(game.view(start, start.to_move), rng)
        while before is position or not ends(game, before, position):
            winning = position.to_move is start.to_move
            moves = sorted(proved(game, position)[0] if winning else map(game.encode, game.legal_moves(position)))
            before, position = position, game.apply(position, game.decode(moves[rng.below(len(moves))]), rng)
        assert winner_of_game(game, before, position) is start.to_move


def winner_of_game(game: AnyGame, before: Position, over: Position) -> Seat | None:
    """Return who won the match or the game of it that the move between these positions ended."""
    if over.result:
        return over.result.winner
    won = [seat for seat in Seat if chance_between(game, over, seat) > chance_between(game, before, seat)]
    return won[0] if won else None


def chance_between(game: AnyGame, position: Position, seat: Seat) -> float:
    known = evaluator(game.slug)
    assert known
    return known.between_games(game.view(position, None), seat) or 0


def test_it_takes_the_solver_several_turns(ending: Puzzle) -> None:
    assert turns_of(ending.line) >= 2
    assert len(main_way(ending.line)) >= 3
    assert ending.kind == Kind.LINE
    assert turns_of({}) == 0


def test_a_position_that_is_not_won_is_no_such_ending(ending: Puzzle) -> None:
    start = ending.game.setup(ending.game.options_type(), SeededRandom(bytes(ending.seed), 0))
    assert find_line(ending.game, start, 0, bytes(ending.seed)) is None


def test_the_opponent_answers_until_it_is_solved(ending: Puzzle, anna: User) -> None:
    way = main_way(ending.line)
    first = try_move(ending, anna, way[0])
    assert (first.line, first.tries, first.solved_at) == (way[:2], 0, None)
    assert not Solver.objects.exists()
    solved = solve(ending, anna)
    assert solved.solved_at
    assert (solved.line, solved.tries) == (way, 1)
    assert solved.gain
    assert solved.gain > 0


def test_a_wrong_move_counts_once_and_the_line_stays(ending: Puzzle, anna: User) -> None:
    way = main_way(ending.line)
    try_move(ending, anna, way[0])
    missed = try_move(ending, anna, wrong_at(ending, tuple(way[:2])), 2)
    assert (missed.line, missed.tries, missed.missed_last) == (way[:2], 1, True)
    assert missed.gain
    assert missed.gain < 0
    rated = Solver.objects.get().rating
    solved = solve(ending, anna)
    assert solved.solved_at
    assert (solved.tries, Solver.objects.get().rating) == (2, rated)


def test_the_same_move_sent_twice_is_made_once(ending: Puzzle, anna: User) -> None:
    way = main_way(ending.line)
    assert try_move(ending, anna, way[0]).line == try_move(ending, anna, way[0]).line == way[:2]


def test_a_move_from_a_page_that_is_ahead_changes_nothing(ending: Puzzle, anna: User) -> None:
    assert try_move(ending, anna, main_way(ending.line)[0], 2).line == []


def test_giving_up_on_the_way_counts_as_a_miss_and_shows_the_rest(
    ending: Puzzle, anna: User, signed_in: SignedIn
) -> None:
    way = main_way(ending.line)
    try_move(ending, anna, way[0])
    attempt = give_up(ending, anna)
    assert attempt.gain
    assert attempt.gain < 0
    page = html_of(signed_in(anna).get(reverse("puzzles:puzzle", args=[ending.pk])))
    assert page.count("You:") == (len(way) + 1) // 2
    assert page.count("Opponent:") == len(way) // 2


def test_it_is_solved_on_its_page_without_a_script(ending: Puzzle, anna: User, signed_in: SignedIn) -> None:
    browser, address = signed_in(anna), reverse("puzzles:puzzle", args=[ending.pk])
    page = html_of(browser.get(address))
    assert "Find a winning move each turn." in page
    assert 'name="ply" value="1"' in page
    way = main_way(ending.line)
    answer = browser.post(address, {"ply": 1, "text": wrong_at(ending), "confirmed": "yes"}, follow=True)
    assert "That does not win. Try again." in html_of(answer)
    for step in range(0, len(way), 2):
        answer = browser.post(address, {"ply": step + 1, "text": way[step], "confirmed": "yes"}, follow=True)
        told = html_of(answer)
        if step + 1 < len(way):
            assert "Right!" in told
            assert "Find your next move." in told
            assert f'name="ply" value="{step + 3}"' in told
    assert "Solved!" in told
    assert "The moves" in told


def test_at_the_end_its_page_shows_this_game_and_the_points_before_the_last_move(ending: Puzzle, anna: User) -> None:
    """In a match of several games the last move may deal the next one."""
    way = main_way(ending.line)
    solve(ending, anna)
    view, before = PuzzleView(ending, anna), position_of(ending, way[:-1])
    start, seat = position_of(ending), position_of(ending).to_move
    assert view.done
    assert view.done.squares == ending.game.judge(before, ending.game.decode(way[-1])).squares
    assert view.points == (before.scores[seat.index], before.scores[seat.other.index])
    told = display_of(ending.game).interlude(ending.game.view(start, seat))
    assert display_of(ending.game).interlude(view.view) in (told, None)


def test_its_page_says_neither_the_answer_nor_the_reply(ending: Puzzle) -> None:
    page = html_of(Client().get(reverse("puzzles:puzzle", args=[ending.pk])))
    assert not [text for text in main_way(ending.line) if text != "pass" and text in page]


def test_the_preview_is_of_the_position_on_the_way(ending: Puzzle, anna: User, signed_in: SignedIn) -> None:
    way = main_way(ending.line)
    try_move(ending, anna, way[0])
    browser = signed_in(anna)
    address = reverse("puzzles:preview", args=[ending.pk])
    answer = browser.post(address, {"text": way[0]}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "illegal" in html_of(answer)  # its squares are taken by now, or its tile is played


def test_it_is_checked_before_it_is_offered(ending: Puzzle) -> None:
    good = make_puzzle(ending.game_slug, number=2, several=True, state="unchecked")
    bad = make_puzzle(ending.game_slug, number=3, several=True, state="unchecked")
    other = {wrong_at(bad): ["pass", {}]}
    Puzzle.objects.filter(pk=bad.pk).update(line=other)
    check_all()
    checked = Puzzle.objects.exclude(pk=ending.pk)
    assert dict(checked.values_list("pk", "state")) == {good.pk: "offered", bad.pk: "withheld"}


def test_it_can_be_asked_for_and_comes_in_no_sprint(ending: Puzzle, anna: User) -> None:
    assert next_puzzle(anna, ending.game_slug, None, Kind.LINE) == ending
    assert start_run(anna, ending.game_slug, Run.Kind.SPRINT) is None
    give_up(ending, anna)
    with time_machine.travel(clock.now() + timedelta(days=1)):  # when what was missed comes again
        assert missed_by(anna) == {}
