"""All that the pages of runs say and where they lead: sprints, streaks, repetitions, and a player's own mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from django.test import Client

from accounts.models import User
from games.analysis.models import VERSION, Analysis
from games.jobs.services import enqueue
from games.matches.models import Match
from games.puzzles.models import Mistake, Puzzle, Run
from games.puzzles.services.practice import COLLECT, ENOUGH
from games.puzzles.services.runs import current
from tests.html import HasContent
from tests.matches.conftest import match
from tests.page_lines import Texts
from tests.puzzles.conftest import DAY, NOON, Clock, make_puzzle, others
from tests.puzzles.test_mistakes import mistake_of
from tests.puzzles.test_what_pages_say import HTMX, dailies

__all__ = ["dailies", "match"]
SignedIn = Callable[[User], Client]
says = Texts(__file__)


def begun(browser: Client, address: str, **data: str) -> tuple[str, dict[str, str]]:
    """Start a run; return its address, and the names of the keys on its page."""
    path = browser.post(address, data)["Location"]
    return path, {"RUN": path.split("/")[-2]}


def answered(browser: Client, path: str, *, well: bool = False, move: str = "") -> HasContent:
    """Answer the puzzle that is shown, and return what changes."""
    shown = current(Run.objects.get(pk=path.split("/")[-2]))
    assert shown
    move = move or (shown.puzzle.best if well else others(shown.puzzle)[0][0])
    return browser.post(path, {"ply": shown.number, "text": move}, headers=HTMX)


def keys_of(path: str) -> dict[str, str]:
    """Return names of the puzzles of a run."""
    puzzles = Run.objects.get(pk=path.split("/")[-2]).puzzles.values_list("number", "puzzle")
    return {f"PUZZLE-{number}": key for number, key in puzzles}


def test_all_that_a_sprint_says(dailies: object, anna: User, bob: User, signed_in: SignedIn, clock: Clock) -> None:
    browser, table = signed_in(anna), "/puzzles/sprint/digifeud/"
    says("sprints: none", browser.get(table), "runs")
    path, keys = begun(browser, table)
    says("sprint", browser.get(path), "match", **keys)
    says("sprints: running", browser.get(f"{table}?period=week&friends=1"), "runs", since="sprints: none", **keys)
    clock.now += timedelta(seconds=50)
    says("sprint: missed", answered(browser, path, well=False), "task status")
    says("sprint: solved", answered(browser, path, well=True), "task status")
    says("sprint: over", browser.post(f"{path}end/", headers=HTMX), "match_view", **keys_of(path))
    Run.objects.create(kind="sprint", game_slug="digifeud", player=bob, begun_at=NOON, ended_at=NOON, solved=2)
    says("sprints: two", browser.get(table), "runs", since="sprints: running")
    clock.now += DAY
    says("sprints: a day later", browser.get(table), "runs", since="sprints: two")
    path, _keys = begun(browser, table)
    says("sprint: none solved", browser.post(f"{path}end/", headers=HTMX), "result", **keys_of(path))


def test_all_that_a_streak_and_a_repetition_say(dailies: object, anna: User, signed_in: SignedIn, clock: Clock) -> None:
    browser, table = signed_in(anna), "/puzzles/streak/digifeud/"
    says("streaks: none", browser.get(table), "runs")
    path, keys = begun(browser, table)
    says("streak", browser.get(path), "task actions", **keys)
    answered(browser, path, well=True)
    says("streak: skipped", browser.post(f"{path}skip/", {"ply": 2}, headers=HTMX), "task status actions", **keys)
    says("streak: missed", answered(browser, path, move="pass"), "task status play", **keys_of(path))
    says("streaks: one", browser.get(table), "runs", since="streaks: none")
    clock.now += DAY
    path, keys = begun(browser, "/puzzles/repeat/digifeud/")
    says("repetition", browser.get(path), "task actions", **keys)
    says("repetition: over", answered(browser, path, well=True), "task play", **keys_of(path))


def test_all_that_ones_own_mistakes_say(match: Match, anna: User, bob: User, signed_in: SignedIn, clock: Clock) -> None:
    browser, table = signed_in(anna), "/puzzles/mistakes/"
    says("mistakes: none", browser.get(table), "mistakes")
    enqueue(COLLECT, match.pk)
    says("mistakes: awaited", browser.get(table), "mistakes", since="mistakes: none")
    for number in range(4):  # the newer two are compared with the older two
        other = Match.objects.get(pk=match.pk)
        other.pk = other.commitment = f"other{number:05}"
        other.finished_at = NOON - number * DAY
        other.save(force_insert=True)
        Analysis.objects.create(match=other, state="done", version=VERSION, asked_at=NOON)
        mistake_of(anna, other, number, cost=0.1 * (number + 1), due_at=clock.now - DAY if number else clock.now)
    mistake_of(anna, match, 5, "blanks", due_at=clock.now + DAY)
    for number in (6, 8):
        mistake_of(anna, match, number, "blanks", solved=ENOUGH)
    mistake_of(anna, match, 9, "blanks", due_at=clock.now, cost=0.05)
    mistake_of(bob, match, 7, "passing", due_at=clock.now)
    says("mistakes", browser.get(table), "mistakes")
    path, keys = begun(browser, f"{table}digifeud/", theme="endings")
    says("endings", browser.get(path), "task actions", **keys)
    says("endings: solved", answered(browser, path, well=True), "task status")
    says("endings: missed", answered(browser, path, well=False), "status")
    answered(browser, path, well=True)
    Mistake.objects.filter(theme="blanks", solved=0).update(due_at=clock.now + DAY)
    elsewhere = make_puzzle("sudoku", number=40, state=Puzzle.State.OWN)
    sooner = {"cost": 0.1, "made_at": NOON, "due_at": clock.now + timedelta(hours=5)}
    Mistake.objects.create(player=anna, match=match, puzzle=elsewhere, theme="endings", **sooner)
    says("endings: over", answered(browser, path, well=True), "task play", **keys_of(path))
    says("mistakes: of both", browser.get(table), "mistakes", since="mistakes")


def test_an_open_sprint_whose_time_is_over_has_none_left(
    dailies: object, anna: User, signed_in: SignedIn, clock: Clock
) -> None:
    """A page without scripts asks again in three seconds, for as long as an answer may be on its way."""
    browser = signed_in(anna)
    path, _keys = begun(browser, "/puzzles/sprint/digifeud/")
    for seconds, again, shown in ((0, "183", "3:00"), (179, "4", "0:01"), (180, "3", "0:00"), (182, "3", "0:00")):
        clock.now = NOON + timedelta(seconds=seconds)
        page = browser.get(path).content.decode()
        assert re.findall(r'"refresh" content="(.*?)"|load delay:(.*?)s', page) == [(again, ""), ("", again)]
        assert f">{shown}<" in page
    clock.now = NOON + timedelta(seconds=182.1)
    assert "delay:" not in browser.get(path).content.decode()
