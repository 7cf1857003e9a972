"""A player's own costly moves come again after a week, until they are solved twice; themes tell what to practise."""

from __future__ import annotations

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import delete_account
from games.analysis.evaluation.candidates import Choice
from games.analysis.models import Analysis
from games.catalogue import games
from games.daily.weekly import news_of
from games.matches.models import Match
from games.matches.play.services import find_match
from games.puzzles.kinds import Theme
from games.puzzles.making.mistakes import examine, theme_of
from games.puzzles.models import Mistake, Puzzle, Run
from games.puzzles.services import practice
from games.puzzles.services.practice import ENOUGH, FIRST, PAUSE, advice_for, due_of
from games.puzzles.services.runs import answer, current, start_run
from games.puzzles.services.selection import next_puzzle
from games.rules import Seat, SeededRandom, reasons
from tests.alike import one
from tests.exports import export_of
from tests.html import html_of
from tests.matches.conftest import match
from tests.puzzles.conftest import NOON, Clock, make_puzzle, others

__all__ = ["match"]
OWN = Run.Kind.OWN


def mistake_of(player: User, match: Match, number: int = 1, theme: str = "endings", **more: object) -> Mistake:
    """Return a mistake of this player, of which the puzzle of `make_puzzle` is the position."""
    puzzle = make_puzzle(number=number, state=Puzzle.State.OWN, kind="chance")
    puzzle.solutions = [puzzle.best]
    puzzle.save()
    told = {"theme": theme, "cost": 0.2, "made_at": NOON, "due_at": NOON + FIRST, **more}
    return Mistake.objects.create(player=player, match=match, puzzle=puzzle, **told)


@pytest.fixture
def mistake(match: Match, anna: User, clock: Clock) -> Mistake:
    return mistake_of(anna, match)


def practised(player: User, *, well: bool, theme: str = "") -> Mistake:
    """Practise the one position that is due, and return it."""
    run = start_run(player, "digifeud", OWN, theme)
    shown = current(run) if run else None
    assert run
    assert shown
    answer(run, shown.number, shown.puzzle.best if well else others(shown.puzzle)[0][0])
    return Mistake.objects.get(puzzle=shown.puzzle)


def days_until(mistake: Mistake, now: datetime) -> float:
    return (mistake.due_at - now) / timedelta(days=1)


def test_it_waits_a_week_and_fades_when_solved_twice(mistake: Mistake, anna: User, clock: Clock) -> None:
    assert start_run(anna, "digifeud", OWN) is None
    clock.now = NOON + FIRST
    missed = practised(anna, well=False)
    assert (missed.solved, days_until(missed, clock.now)) == (0, PAUSE.days)
    assert not due_of(anna, clock.now).exists()
    pauses = []
    for _time in range(ENOUGH):
        clock.now = Mistake.objects.get().due_at
        solved = practised(anna, well=True)
        pauses.append(days_until(solved, clock.now))
    assert pauses == [2 * PAUSE.days, 4 * PAUSE.days]
    assert start_run(anna, "digifeud", OWN) is None
    clock.now += timedelta(days=1000)
    assert not due_of(anna, clock.now).exists()


def test_an_answer_counts_once(mistake: Mistake, anna: User, clock: Clock) -> None:
    clock.now = NOON + FIRST
    run = start_run(anna, "digifeud", OWN)
    again = start_run(anna, "digifeud", OWN)  # the button pressed twice
    assert run
    assert again
    assert answer(run, 1, mistake.puzzle.best) is None
    answer(again, 1, mistake.puzzle.best)
    assert answer(again, 1, others(mistake.puzzle)[0][0]) is None
    assert Mistake.objects.get().shown == 1


def test_a_theme_is_practised_by_itself(mistake: Mistake, match: Match, anna: User, clock: Clock) -> None:
    passing = mistake_of(anna, match, 2, "passing", cost=0.3)
    clock.now = NOON + FIRST
    assert advice_for(anna)
    assert practised(anna, well=True, theme="passing") == passing
    advice = advice_for(anna)
    assert advice
    assert (advice.theme, advice.number) == (Theme.ENDINGS, 1)
    assert any("endings" in line for line in news_of(anna, clock.now))


def test_a_pass_and_a_blank_are_seen_before_what_else_was_missed() -> None:
    game, plain = games()["digifeud"], {"passes": False, "exact": False, "gains": True, "spends": False}
    assert theme_of(game, reasons.Theme.SQUARES, **{**plain, "passes": True}) is reasons.Theme.PASSING
    assert theme_of(game, reasons.Theme.REPLIES, **{**plain, "spends": True}) is reasons.Theme.BLANKS
    assert theme_of(game, reasons.Theme.OTHER, **{**plain, "spends": True}) is reasons.Theme.BLANKS
    assert theme_of(game, reasons.Theme.SQUARES, **{**plain, "spends": True}) is reasons.Theme.SQUARES


def test_only_its_player_sees_it(mistake: Mistake, anna: User, bob: User, clock: Clock, client: Client) -> None:
    clock.now = NOON + FIRST
    client.force_login(bob)
    assert client.get(reverse("puzzles:puzzle", args=[mistake.puzzle.pk])).status_code == 404
    assert next_puzzle(bob, "digifeud", None) is None
    assert "endings" not in html_of(client.get(reverse("puzzles:mistakes"))).lower()
    run = start_run(anna, "digifeud", OWN)
    assert run
    assert client.get(reverse("puzzles:run", args=[run.pk])).status_code == 404


def test_the_page_leads_from_today_to_the_answer(mistake: Mistake, anna: User, clock: Clock, client: Client) -> None:
    clock.now = NOON + FIRST
    client.force_login(anna)
    assert "You gave away most in: endings (1 position)." in html_of(client.get("/today/"))
    page = html_of(client.get(reverse("puzzles:mistakes")))
    assert "1 ready · 0 later · 0 learned" in page
    begun = client.post(reverse("puzzles:practise", args=["digifeud"]), {"theme": "endings"}, follow=True)
    address = begun.redirect_chain[-1][0]
    assert "Find a better move." in html_of(begun)
    Mistake.objects.update(why=["points", {"more": 4}])
    solved = html_of(client.post(address, {"ply": 1, "text": mistake.puzzle.best}, follow=True))
    assert "1 of 1 puzzle solved" in solved
    assert "It scores 4 more now." in solved
    assert "The move cost about 20%." in solved
    assert "The next position comes back: in 3 days" in solved  # her zone is not known
    waiting = html_of(client.get(reverse("puzzles:mistakes")))
    assert "0 ready · 1 later · 0 learned" in waiting
    assert "The next position comes back: in 3 days" in waiting
    client.cookies["zone"] = "Asia/Tokyo"
    at = clock.now + PAUSE + timedelta(hours=9)
    assert at.strftime("%H:%M") in html_of(client.get(reverse("puzzles:mistakes")))
    Mistake.objects.update(solved=ENOUGH)
    assert "You have learned all of these." in html_of(client.get(reverse("puzzles:mistakes")))


def test_it_is_exported_and_goes_with_the_account(mistake: Mistake, anna: User) -> None:
    assert "'theme': 'endings'" in str(export_of(anna)["puzzles"])
    delete_account(anna)
    assert not Puzzle.objects.filter(state=Puzzle.State.OWN).exists()


def test_moves_as_good_as_the_best_are_right_and_the_played_one_is_not(db: None) -> None:
    game = games()["digifeud"]
    position = game.setup(game.options_type(), SeededRandom(b"7" * 32, 0))
    scored = sorted(game.scored_moves(position), key=lambda one: -one[1])
    best, near, poor = (game.encode(move) for move, _points in (scored[0], scored[1], scored[-1]))
    choices = [Choice(best, scored[0][1], 0.6, 0.01), Choice(near, scored[1][1], 0.59, 0.01)]
    choices.append(Choice(poor, scored[-1][1], 0.4, 0.01))
    found = examine("digifeud", position, poor, choices, "match", 1)
    assert found
    assert {best, near} <= set(found.solutions)
    assert poor not in found.solutions
    assert found.theme is reasons.Theme.PASSING  # the poorest move exchanges tiles or passes


def test_the_same_pieces_in_another_order_are_right_however_many_orders_there_are(db: None) -> None:
    """A zero divided by five digits: all sixty numbers that they make score the same and keep the same pieces."""
    game = games()["summy"]
    position = game.setup(game.options_type(), SeededRandom(b"7" * 32, 386))
    scored = sorted(game.scored_moves(position), key=lambda one: -one[1])
    orders = [game.encode(move) for move, points in scored if points == scored[0][1]]
    assert len(orders) == 60
    best, poor = orders[0], game.encode(scored[-1][0])
    choices = [Choice(best, scored[0][1], 0.6, 0.01), Choice(poor, scored[-1][1], 0.4, 0.01)]
    found = examine("summy", position, poor, choices, "match", 1)
    assert found
    assert set(orders) <= set(found.solutions)


def test_mistakes_are_collected_of_people_alone(match: Match, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of both players, in the order of the turns; neither of computers nor of bots."""
    one(Analysis, match=match, state=Analysis.State.DONE)
    rows: Any = [SimpleNamespace(ply=int(seat), turn=SimpleNamespace(seat=seat)) for seat in Seat]
    played = SimpleNamespace(positions=[None] * 3, moves=("a", "b"))
    for name, value in {
        "play_again": played, "read_report": SimpleNamespace(rows=rows), "deciding": [], "dear": rows,
        "_examine": SimpleNamespace(solutions=["c"]), "_forget_oldest": None,
    }.items():  # fmt: skip
        monkeypatch.setattr(practice, name, lambda *_given, value=value: value)
    monkeypatch.setattr(practice, "_save", lambda _match, player, row, *_more: f"{player} {row.ply}")
    told = dict[str, list[Any]]()
    for kind in ("", "is_computer", "is_bot"):
        User.objects.filter(pk=match.second_id).update(**({kind: True} if kind else {}))
        told[kind] = practice.collect(find_match(match.pk))
        User.objects.filter(pk=match.second_id).update(is_computer=False, is_bot=False)
    assert told == {"": ["anna 1", "bob 2"], "is_computer": ["anna 1"], "is_bot": ["anna 1"]}
