"""Puzzles in which the most points are not the answer: best chance, defence and ending."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains

from accounts.models import User
from games.analysis.evaluation.candidates import Analyst
from games.analysis.templatetags.chances import hundred
from games.catalogue import evaluator, games, rollout_bot
from games.puzzles.jobs import check_all
from games.puzzles.kinds import Kind, kind_by
from games.puzzles.making import extraction, verification
from games.puzzles.making.extraction import Found, examine_chances
from games.puzzles.making.lines import replay
from games.puzzles.making.packs import seed_of
from games.puzzles.models import Puzzle, Run
from games.puzzles.services import selection
from games.puzzles.services.runs import answer, start_run
from games.puzzles.services.selection import choose, next_puzzle, today
from games.puzzles.services.solving import give_up, position_of, try_move
from games.rules import AnyGame, Board, Evaluation, SeededRandom
from tests.html import html_of
from tests.puzzles.conftest import make_puzzle, packed, passes_check
from tests.puzzles.kinds import ASKED, KINDS, LANGUAGES
from tests.sizes import cases

SignedIn = Callable[[User], Client]
GAMES = ["digifeud", "summy", "tenbyten"]  # in Sudoku Duel the most points are the best move nearly always


@pytest.fixture
def best_chance(db: None) -> Puzzle:
    """Return a puzzle of 10 BY 10 in which the most points are not the answer."""
    return make_puzzle("tenbyten", by_chance=True)


def most_points(puzzle: Puzzle) -> str:
    """Return a move with the most points, which does not solve such a puzzle."""
    scored = puzzle.game.scored_moves(position_of(puzzle))
    return str(puzzle.game.encode(max(scored, key=lambda one: one[1])[0]))


@pytest.mark.parametrize("slug", GAMES)
def test_its_answers_win_more_often_than_the_most_points(db: None, slug: str) -> None:
    puzzle = make_puzzle(slug, by_chance=True)
    game, position, known = puzzle.game, position_of(puzzle), evaluator(slug)
    assert known
    listed = [game.decode(text) for text in [*puzzle.solutions, most_points(puzzle)]]
    evaluated = known.evaluate(game.view(position, position.to_move), listed, SeededRandom(b"another chance"))
    chances = {game.encode(one.move): one for one in evaluated}
    assert puzzle.best in puzzle.solutions
    assert most_points(puzzle) not in puzzle.solutions
    assert min(chances[text].chance for text in puzzle.solutions) > chances[most_points(puzzle)].chance


class Turn:
    """A turn, as far as it counts for the difficulty and the kind."""

    def __init__(self, squares: tuple[int, ...] = (1, 2)) -> None:
        self.squares = squares


def given(
    chances: Sequence[tuple[int, float, float]],
    monkeypatch: pytest.MonkeyPatch,
    passing: int | None = None,
    *,
    trusted: bool = True,
) -> AnyGame:
    """Return a game with twelve more moves than these, given by points, winning chance and standard error.

    The move of number `passing` places nothing.
    """
    moves = [*chances, *[(0, 0.0, chances[0][2])] * 12]

    class Known:
        def evaluate(self, view: object, listed: object, rng: object) -> list[Evaluation[int]]:
            found = [Evaluation(move, chance, error) for move, (_points, chance, error) in enumerate(moves)]
            return sorted(found, key=lambda one: -one.chance)

        def trusts_estimates(self, view: object) -> bool:
            return trusted

    class Given:
        slug = "given"

        def scored_moves(self, position: object) -> list[tuple[int, int]]:
            return [(move, points) for move, (points, *_more) in enumerate(moves)]

        def view(self, position: object, seat: object) -> None: ...

        def board(self, view: object) -> Board:
            return Board(0, 0, ())

        def judge(self, position: object, move: int) -> Turn:
            return Turn(() if move == passing else (1, 2))

        def encode(self, move: int) -> str:
            return str(move)

        def decode(self, text: str) -> int:
            return int(text)

    monkeypatch.setattr(extraction, "evaluator", lambda _slug: Known())
    monkeypatch.setattr(extraction, "display_of", lambda game: game)
    return cast(AnyGame, Given())


@pytest.mark.parametrize(
    ("chances", "kind", "solutions"),
    [
        ([(1, 0.8, 0.02), (9, 0.6, 0.02)], "chance", ("0",)),
        ([(1, 0.4, 0.02), (9, 0.2, 0.02)], "defence", ("0",)),
        ([(1, 1.0, 0.0), (9, 0.5, 0.0)], "ending", ("0",)),
        ([(1, 0.3, 0.0), (9, 0.25, 0.0)], "ending", ("0",)),  # exact chances need no margin
        ([(1, 0.8, 0.02), (2, 0.78, 0.02), (9, 0.6, 0.02)], "chance", ("0", "1")),  # two that are as good
        ([(1, 0.8, 0.02), (9, 0.75, 0.02)], None, ()),  # too close
        ([(1, 0.8, 0.1), (9, 0.6, 0.1)], None, ()),  # not sure
        ([(9, 0.8, 0.02), (1, 0.6, 0.02)], None, ()),  # the most points are the answer
        ([(1, 0.8, 0.02)] * 5 + [(9, 0.6, 0.02)], None, ()),  # too many answers
    ],
)
def test_what_such_a_puzzle_is(
    chances: list[tuple[int, float, float]],
    kind: str | None,
    solutions: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position: Any = type("Position", (), {"to_move": None})  # a part of a position
    found = examine_chances(given(chances, monkeypatch), position, 3, SeededRandom(b""))
    assert (found and found.kind.value) == kind
    if found:
        assert found.solutions == solutions
        assert (found.best_chance, found.points_chance) == (chances[0][1], chances[-1][1])


def test_a_move_that_the_computer_overlooks_is_no_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    game = given([(1, 1.0, 0.0), (2, 1.0, 0.0), (9, 0.5, 0.0)], monkeypatch)
    whole: Any = vars(extraction)["evaluator"]("given")

    class Overlooks:
        def evaluate(self, view: object, listed: Sequence[int], rng: object) -> list[Evaluation[int]]:
            return [one for one in whole.evaluate(view, listed, rng) if one.move != 1 or one.move in listed]

    monkeypatch.setattr(extraction, "evaluator", lambda _slug: Overlooks())
    monkeypatch.setattr(extraction, "ALL_EVALUATED", 5)
    position: Any = type("Position", (), {"to_move": None})  # a part of a position
    found = examine_chances(game, position, 3, SeededRandom(b""))
    assert found
    assert found.solutions == ("0", "1")


@pytest.mark.parametrize("passing", [0, 1])
def test_pass_or_place_is_a_kind_of_its_own(passing: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pass is the answer in one, and the rival of the answer in the other."""
    game = given([(1, 0.8, 0.02), (2, 0.6, 0.02), (9, 0.5, 0.02)], monkeypatch, passing)
    position: Any = type("Position", (), {"to_move": None})  # a part of a position
    found = examine_chances(game, position, 3, SeededRandom(b""))
    assert found
    assert (found.kind, found.solutions) == (Kind.PASS, ("0",))
    monkeypatch.undo()
    game = given([(1, 0.8, 0.02), (2, 0.6, 0.02), (9, 0.5, 0.02)], monkeypatch, passing=2)
    found = examine_chances(game, position, 3, SeededRandom(b""))
    assert found
    assert found.kind == Kind.CHANCE


def test_an_ending_is_exact_and_a_defence_is_behind() -> None:
    assert kind_by(0.2, exact=True) == Kind.ENDING
    assert (kind_by(0.49, exact=False), kind_by(0.5, exact=False)) == (Kind.DEFENCE, Kind.CHANCE)


def test_the_most_points_do_not_solve_it_and_its_answer_does(best_chance: Puzzle, anna: User, bob: User) -> None:
    assert try_move(best_chance, anna, most_points(best_chance)).solved_at is None
    assert try_move(best_chance, bob, best_chance.best).solved_at
    best_chance.refresh_from_db()
    assert (best_chance.tried, best_chance.solved) == (2, 1)


def test_its_page_says_what_to_look_for_and_then_how_often_each_wins(
    best_chance: Puzzle, anna: User, signed_in: SignedIn
) -> None:
    Puzzle.objects.update(kind="chance", best_chance=0.71, points_chance=0.52)
    browser, address = signed_in(anna), reverse("puzzles:puzzle", args=[best_chance.pk])
    assert "Find the move that wins most often." in html_of(browser.get(address))
    browser.post(address, {"ply": 1, "text": most_points(best_chance), "confirmed": "yes"})
    assert "Another move wins more often. Try again." in html_of(browser.get(address))
    give_up(best_chance, anna)
    told = html_of(browser.get(address))
    assert "The best move wins 71% of matches, the one with the most points 52%." in told
    name = "10\N{NO-BREAK SPACE}BY\N{NO-BREAK SPACE}10"
    assert f"Numgames {name} puzzle · not solved http://testserver{address}" in told


@pytest.mark.parametrize(
    ("kind", "words"),
    [("defence", "You are behind."), ("ending", "The ending:"), ("pass", "Place something, or not?")],
)
def test_the_other_kinds_ask_for_something_else(
    best_chance: Puzzle, kind: str, words: str, signed_in: SignedIn, anna: User
) -> None:
    Puzzle.objects.update(kind=kind)
    assert words in html_of(signed_in(anna).get(reverse("puzzles:puzzle", args=[best_chance.pk])))


@pytest.mark.thorough
def test_one_may_ask_for_a_kind(best_chance: Puzzle, anna: User, signed_in: SignedIn) -> None:
    other = make_puzzle("tenbyten", number=2)
    browser, near = signed_in(anna), reverse("puzzles:another", args=["tenbyten", "near"])
    assert browser.get(f"{near}?theme={best_chance.kind}")["Location"].endswith(f"/{best_chance.pk}/")
    assert browser.get(f"{near}?theme=sum")["Location"].endswith(f"/{other.pk}/")
    assert browser.get(f"{near}?theme=nonsense").status_code == 302
    assert f"{near}?theme={best_chance.kind}" in html_of(browser.get("/puzzles/"))
    Puzzle.objects.filter(pk=best_chance.pk).update(state="withheld")
    assert "?theme=" not in html_of(browser.get("/puzzles/"))
    assert next_puzzle(anna, "tenbyten", None, Kind.CHANCE) is None


def test_the_daily_puzzle_always_asks_for_the_most_points(best_chance: Puzzle) -> None:
    assert choose("tenbyten", today()) is None
    made = make_puzzle("tenbyten", number=2)
    chosen = choose("tenbyten", today())
    assert chosen
    assert chosen.puzzle == made


def test_it_is_checked_before_it_is_offered(db: None) -> None:
    good = make_puzzle("tenbyten", 1, by_chance=True, state="unchecked")
    bad = make_puzzle("tenbyten", 2, by_chance=True, state="unchecked")
    Puzzle.objects.filter(pk=bad.pk).update(solutions=[most_points(bad)])
    check_all()
    assert dict(Puzzle.objects.values_list("pk", "state")) == {good.pk: "offered", bad.pk: "withheld"}


def test_play_outs_confirm_the_answer_and_not_its_rival(db: None) -> None:
    puzzle, found = make_puzzle("tenbyten", by_chance=True), packed("tenbyten", Kind.CHANCE, Kind.DEFENCE)[2]
    game, position = puzzle.game, position_of(puzzle)
    [answer], rivals = verification.compared(game, position, found, SeededRandom(b"check"))
    analyst = Analyst(game, rollout_bot("tenbyten"), evaluator("tenbyten"))
    assert verification.is_confirmed(analyst, position, answer, rivals[-1], "a puzzle")
    assert not verification.is_confirmed(analyst, position, rivals[-1], answer, "a puzzle")


@pytest.mark.thorough  # by default: play-outs that confirm an answer, and what is checked before it is offered
def test_a_chance_that_the_judge_does_not_confirm_is_not_said() -> None:
    """By expectimax the best move always wins the game, by the judge in 62 of 100 deals: chips from red return."""
    text = """1a1 3d3 3a2 2b1 3d4 4d5xd3:d5 3e1 1b4 4e4 1d4 1e5 2b5 4c5xb5:d5 3d3 1c2xb1:e4 4c4xc2:c5 4a4xa4:d4
        2a3xa1:a4 1b2 3a4 1e2 3c2 2b4 2d1 4a2 2b1 1a5 2e4 4b5 2b2 1c1 1e2 4d4xb2:d4 3b3 3b4xb3:b5 1c4xb4:e4
        2d4 3c3 2e5 4e1 3d2xe1:c3 1e1 2c2 4b2xa2:c2 4b3xb1:b3 3b5 4a3 2b4 3b3 1b4 3e2 4d5 2c2 3c4xb3:d5 2d2
        4d3xe2:c4 1b5 1a5 4e3xc3:e3 4c1xc1:e3 4c3xc1:c3 1c5 2a3 2d4 2e2 3d3 1c1 3d5 1e5"""
    moves, best = text.split(), "2d2xd2:d5"
    puzzle = Found(len(moves), best, 2, 4, 31, 1, 0, kind=Kind.CHANCE, solutions=(best,), best_chance=1.0)
    assert not passes_check("tenbyten", seed_of("tenbyten", 1077), moves, puzzle)


@pytest.mark.parametrize("slug", ["digifeud", "summy"])
def test_play_outs_compare_the_best_move_that_places_nothing(slug: str) -> None:
    """By estimates a pass or an exchange is far behind in puzzles of most points."""
    (seed, moves, found), game = packed(slug, Kind.SUM), games()[slug]
    position = replay(game, game.options_type().data(), seed, moves)[-1]
    _answers, rivals = verification.compared(game, position, found, SeededRandom(b"check"))
    assert [one for one in rivals if not game.judge(position, one.move).squares]


@pytest.mark.thorough  # by default: what is compared, and play-outs that confirm an answer
def test_play_outs_compare_every_answer_that_is_last_by_estimates() -> None:
    """Where 7 or the answer's 9 is the blank, 98 win 66 of 100, and a pass wins 72; without the blank they win 90."""
    moves = ["g3d 6x5=?30", "e3r 3+6=9", "e1d 8+3=11", "g7r 30-9=21", "e1r 8+6=14"]
    puzzle = Found(len(moves), "i1r 14x7=98", 196, 168, 227, 4, 0)
    assert not passes_check("digifeud", seed_of("digifeud", 413), moves, puzzle)


@pytest.mark.thorough  # by default: play-outs that confirm no rival, and those of the judge
def test_a_chance_that_play_outs_do_not_confirm_is_not_said() -> None:
    """Digifeud's computer calls a pass in the second turn worth 86 of 100; played out it wins 75, by others 58."""
    puzzle = Found(1, "pass", 0, 16, 318, 1, 0, kind=Kind.PASS, solutions=("pass",), best_chance=0.8616)
    assert not passes_check("digifeud", seed_of("digifeud", 4), ["c7r 1-0=1"], puzzle)


@pytest.mark.thorough  # by default: what is compared, and play-outs of the judge
def test_a_pass_is_played_out_against_the_most_points() -> None:
    """Said to win 73 of 100, a first pass wins 47 by other players, whose opponent takes the lead before the next."""
    puzzle = Found(0, "pass", 0, 20, 541, 1, 0, kind=Kind.PASS, solutions=("pass",), best_chance=0.7345)
    assert not passes_check("digifeud", seed_of("digifeud", 55217322), [], puzzle)


def test_estimates_decide_no_puzzle_where_the_game_does_not_trust_them(monkeypatch: pytest.MonkeyPatch) -> None:
    position: Any = type("Position", (), {"to_move": None})  # a part of a position
    for error, kind in ((0.02, None), (0.0, Kind.ENDING)):
        game = given([(1, 0.8, error), (9, 0.6, error)], monkeypatch, trusted=False)
        found = examine_chances(game, position, 3, SeededRandom(b""))
        assert (found and found.kind) == kind


def test_play_outs_do_not_say_who_wins_an_ending_by_passes() -> None:
    """By play-outs the best move wins 86 of 100; the leading opponent passes twice and wins nearly all deals."""
    moves = [
        "c7r 8+5=13 ",
        " g3d 8+5=13 ",
        " g7r 13x5=65 ",
        " k7d 65-7=58 ",
        " g7d 13-0=13 ",
        " i11r 9+58=67 ",
        " m9d 4+67=71 ",
        " i9d\n        9x9=81 ",
        " g13r 2+81=?83 ",
        " e3r 4+8=12 ",
        " i1d 2+12=14 ",
        " i5r 14+9=23 ",
        " m3d 9+23=32",
    ]
    moves = [" ".join(move.split()) for move in moves]
    best = "i1r 2-1=1"
    puzzle = Found(len(moves), best, 2, 24, 41, 3, 0, kind=Kind.CHANCE, solutions=(best, "i5d 14-5=9", "pass"))
    assert not passes_check("digifeud", seed_of("digifeud", 1230), moves, puzzle)


@pytest.mark.thorough  # by default: what is compared
def test_most_points_that_only_play_outs_call_won_are_not_asked_for() -> None:
    """They win all play-outs, which are no proof; the opponent goes out in two turns and wins nearly all deals."""
    text = """c7r 3+0=3, g7r 3x7=21, i5d 5x7=35, i9r 35-7=28, i9d 35+7=42, m9d 28+2=30, c5d 8+3=11, g13r 9+42=51,
        i5r 5x8=40, g11r 8x7=56, m3d 9+40=49, a5r ?9-8=1, a5d 9+7=16, a9d 16-1=15"""
    moves = [" ".join(move.split()) for move in text.split(",")]
    puzzle = Found(len(moves), "a13r 15+4=19", 38, 27, 30, 1, 0)
    assert not passes_check("digifeud", seed_of("digifeud", 957), moves, puzzle)
    game = games()["digifeud"]
    position = replay(game, {}, seed_of("digifeud", 957), moves)[-1]
    known = evaluator("digifeud")
    assert known
    best = known.evaluate(game.view(position, position.to_move), [game.decode(puzzle.best)], SeededRandom(b"exact?"))[0]
    assert (hundred(best.chance), best.error > 0) == (99, True)


def test_exact_chances_need_no_play_outs(monkeypatch: pytest.MonkeyPatch) -> None:
    game = given([(1, 1.0, 0.0), (9, 0.5, 0.0)], monkeypatch)
    monkeypatch.setattr(verification, "evaluator", vars(extraction)["evaluator"])
    position: Any = type("Position", (), {"to_move": None})  # a part of a position
    found = examine_chances(game, position, 3, SeededRandom(b""))
    assert found
    assert verification.compared(game, position, found, SeededRandom(b""))[1] == []


def test_it_comes_in_a_sprint_too(best_chance: Puzzle, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "FEWEST_IN_RUN", 1)
    Puzzle.objects.update(rating=1300)
    run = start_run(anna, "tenbyten", Run.Kind.SPRINT)
    assert run
    answered = answer(run, 1, best_chance.best)
    assert answered
    assert answered.is_solved


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_game_can_be_asked_for_every_kind(db: None, slug: str) -> None:
    for kind in Kind:
        assert Client().get(f"{reverse('puzzles:another', args=[slug, 'near'])}?theme={kind.value}").status_code == 302


@cases("kind, language", [*KINDS], LANGUAGES)
def test_its_page_says_what_to_find_in_the_readers_language(db: None, kind: str, language: str) -> None:
    slug, how = KINDS[kind]
    answer = Client().get(f"/puzzles/{make_puzzle(slug, **how).pk}/", headers={"Accept-Language": language})
    assertContains(answer, f'<html lang="{language}"')
    assertContains(answer, ASKED[kind][LANGUAGES.index(language)])
