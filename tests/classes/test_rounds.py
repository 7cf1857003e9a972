"""Rounds of a class: neighbours, the odd one out, one puzzle for all, the table, and the pause of all boards."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db.models import Q
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from core import clock
from games.classes import rounds, services
from games.classes.errors import Paused
from games.classes.models import LONGEST_PAUSE, Round
from games.digifeud.model.board import DigifeudOptions
from games.matches.models import Match
from games.matches.play.services import play_move, resign
from games.puzzles.models import Attempt, Daily, Puzzle
from games.puzzles.services.solving import give_up, try_move
from games.rules import Seat
from tests.classes.test_bounds import between
from tests.matches.conftest import legal_move, play_on
from tests.puzzles.conftest import make_puzzle

SignedIn = Callable[[User], Client]


def here(*pupils: User) -> None:
    User.objects.filter(pk__in=[pupil.pk for pupil in pupils]).update(seen_at=clock.now())


def test_a_pupil_without_scripts_is_in_the_round(anna: User, signed_in: SignedIn) -> None:
    one = services.make(anna, "5b", ["Emma", "Finn"], clock.now().date() + timedelta(days=9))
    emma, finn = (pupil.user for pupil in services.pupils_of(one))
    page = one.get_absolute_url()
    signed_in(emma).get(page)
    with_scripts = signed_in(finn)
    with_scripts.cookies["zone"] = "UTC"  # set by a script; this one is here by the heartbeats of its socket
    with_scripts.get(page)
    assertContains(signed_in(anna).get(page), "1 pupil is here now.")
    signed_in(anna).post(f"{page}round/", {"game": "digifeud", "against": "computer"})
    assert [match.first_id == emma.pk or match.second_id == emma.pk for match in Match.objects.all()] == [True]
    assertContains(signed_in(emma).get(page), Match.objects.get().pk)


def test_neighbours_play_and_the_odd_one_plays_the_computer(anna: User, signed_in: SignedIn) -> None:
    one = services.make(anna, "5b", ["Emma", "Finn", "Noah", "Mia"], clock.now().date() + timedelta(days=9))
    hers, path = signed_in(anna), f"/classes/{one.pk}/round/"
    assertContains(hers.post(path, {"game": "digifeud"}, follow=True), "No pupil is waiting")
    emma, finn, noah, _mia = (pupil.user for pupil in services.pupils_of(one))
    here(emma, finn, noah)
    for _press in range(2):
        hers.post(path, {"game": "digifeud", "against": "neighbour"})
    match, other = Match.objects.order_by("second__is_computer")
    assert {match.first, match.second} == {emma, finn}
    assert other.first == noah
    assert other.second.is_computer
    assert not match.rated
    assertContains(signed_in(finn).get(one.get_absolute_url()), f"/matches/{match.pk}/")
    play_on(match, 2)
    resign(match.pk, emma)
    lines = hers.get(f"/classes/{one.pk}/table.csv").content.decode().splitlines()
    assert re.match(r"Emma,\d{4}-\d\d-\d\d \d\d:\d\d,", lines[1])
    assert [line.split(",")[0] + ":" + ",".join(line.split(",")[2:5]) for line in lines[1:]] == [
        *("Emma:0,1,0", "Finn:0,1,1", "Noah:1,0,0", "Mia:0,0,0"),
    ]
    german = hers.get(f"/classes/{one.pk}/table.csv", headers={"Accept-Language": "de"}).content.decode("utf-8-sig")
    assert german.splitlines()[0].startswith("Name;Zuletzt hier;Laufend;Partien;")
    assert hers.get(path).status_code == 302
    assert signed_in(emma).get(f"/classes/{one.pk}/table.csv").status_code == 403


def test_everyone_plays_one_puzzle_and_the_teacher_sees_who_has_solved_it(anna: User, signed_in: SignedIn) -> None:
    one = services.make(anna, "5b", ["Emma", "Finn", "Noah"], clock.now().date() + timedelta(days=9))
    emma, finn, noah = (pupil.user for pupil in services.pupils_of(one))
    hers, path = signed_in(anna), f"/classes/{one.pk}/round/"
    here(emma, finn)
    assertContains(hers.post(path, {"game": "digifeud", "against": "puzzle"}, follow=True), "no new puzzle")
    puzzle = make_puzzle(rating=1000)
    assertContains(hers.post(path, {"game": "digifeud", "against": "puzzle"}, follow=True), "0 of 2 done")
    address = f"/puzzles/{puzzle.pk}/"
    assertContains(signed_in(emma).get(one.get_absolute_url()), address)
    assertNotContains(signed_in(noah).get(one.get_absolute_url()), address)
    try_move(puzzle, emma, "pass")
    assertContains(hers.get(one.get_absolute_url()), "at it")
    try_move(puzzle, emma, puzzle.best)
    give_up(puzzle, finn)
    assertNotContains(signed_in(noah).get(address), "Sign up")  # no pupil can
    page = hers.get(one.get_absolute_url())
    for words in ("The round is over", "solved after 2 tries", "looked at the solution"):
        assertContains(page, words)
    assertNotContains(signed_in(emma).get(one.get_absolute_url()), address)


def test_a_pupil_is_offered_puzzles_of_the_level_alone(anna: User, bob: User, signed_in: SignedIn) -> None:
    one = services.make(anna, "5b", ["Emma", "Finn"], clock.now().date() + timedelta(days=9))
    emma, finn = (pupil.user for pupil in services.pupils_of(one))
    usual = make_puzzle(rating=1000)
    Daily.objects.create(puzzle=make_puzzle(number=2), game_slug="digifeud", day=clock.now().date(), number=1)
    here(emma, finn)
    teacher, hers, path = signed_in(anna), signed_in(emma), f"/classes/{one.pk}/round/"
    assertContains(hers.get("/puzzles/"), "Today’s puzzle</a>")
    assertNotContains(hers.get("/games/digifeud/try/1/"), "Your matches have")

    teacher.post(path, {"game": "digifeud +-20", "against": "neighbour"})
    assertContains(hers.get("/puzzles/"), "Today there is no puzzle")
    assertNotContains(signed_in(bob).get("/puzzles/"), "Today there is no puzzle")
    none = "no new Digifeud puzzle with the calculations"
    for address in ("today/digifeud/", "next/digifeud/easy/", f"{usual.pk}/"):
        assertContains(hers.get(f"/puzzles/{address}", follow=True), none)
    assertContains(hers.post(f"/puzzles/{usual.pk}/", {"ply": "1", "text": usual.best}, follow=True), none)
    assert not Attempt.objects.exists()
    lesson = "Your matches have: Plus and minus up to 20."
    assertContains(hers.get("/games/digifeud/try/1/"), lesson)
    assertNotContains(signed_in(bob).get("/games/digifeud/try/1/"), lesson)
    refused = teacher.post(path, {"game": "digifeud +-20", "against": "puzzle"}, follow=True)
    assertContains(refused, "no new puzzle with these calculations")
    fitting = make_puzzle(number=3)
    Puzzle.objects.filter(pk=fitting.pk).update(option_data=DigifeudOptions.of_level("+-20").data())
    assertRedirects(hers.get("/puzzles/today/digifeud/"), f"/puzzles/{fitting.pk}/", fetch_redirect_response=False)

    teacher.post(path, {"game": "digifeud +-x", "against": "puzzle"})
    assertContains(teacher.get(one.get_absolute_url()), "Plus, minus and times")
    assert Round.objects.get().puzzle == usual
    assertContains(hers.get(f"/puzzles/{usual.pk}/"), "board")
    assert rounds.latest_levels(emma)["digifeud"] == "+-x"


def test_the_round_of_matches_is_over_when_all_are(anna: User, signed_in: SignedIn) -> None:
    one = services.make(anna, "5b", ["Emma", "Finn"], clock.now().date() + timedelta(days=9))
    emma, finn = (pupil.user for pupil in services.pupils_of(one))
    here(emma, finn)
    hers = signed_in(anna)
    begun = hers.post(f"/classes/{one.pk}/round/", {"game": "sudoku", "against": "neighbour"}, follow=True)
    match = Match.objects.get()
    assertContains(begun, "0 of 1 done")
    assertContains(begun, f"/matches/{match.pk}/")
    resign(play_on(match, 2).pk, emma)
    assertContains(hers.get(one.get_absolute_url()), "The round is over")
    board = hers.get(f"/matches/{match.pk}/0/")
    assert board.status_code == 200
    services.remove(services.pupils_of(one)[0])
    assertNotContains(hers.get(one.get_absolute_url()), "The round is over")


def test_a_pause_stops_pupils_and_no_one_else(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    one = services.make(anna, "5b", ["Emma", "Finn"], clock.now().date() + timedelta(days=9))
    emma, finn = (pupil.user for pupil in services.pupils_of(one))
    match, other = between(emma, finn, 2), between(bob, carl, 2)
    hers, path = signed_in(anna), f"/classes/{one.pk}/pause/"
    assertContains(hers.post(path, {"paused": "1"}, follow=True), "All boards are paused")
    mover = match.player(Seat(match.to_move))
    with pytest.raises(Paused):
        play_move(match.pk, mover, match.ply + 1, legal_move(match))
    play_on(other, 1)
    for address in (f"/matches/{match.pk}/", one.get_absolute_url()):
        assertContains(signed_in(emma).get(address), "has paused all boards")
    assertNotContains(hers.get(f"/matches/{other.pk}/"), "class_pause")
    with time_machine.travel(clock.now() + LONGEST_PAUSE):
        assertNotContains(signed_in(emma).get(one.get_absolute_url()), "has paused all boards")
    assert signed_in(bob).post(path, {"paused": "0"}).status_code == 404
    assert signed_in(emma).post(path, {"paused": "0"}).status_code == 403
    hers.post(path, {"paused": "0"})
    assert play_on(match, 1).ply == 3


def test_the_page_of_a_class_is_live_for_its_class_alone(anna: User, bob: User, signed_in: SignedIn) -> None:
    one = services.make(anna, "5b", ["Emma", "Finn"], clock.now().date() + timedelta(days=9))
    other = services.make(bob, "6a", ["Gusto"], clock.now().date() + timedelta(days=9))
    emma, finn = (pupil.user for pupil in services.pupils_of(one))
    between(emma, finn)
    for viewer, key, words, status in (
        (emma, one.pk, "Your turn", 200),
        (anna, one.pk, "pupils are here now", 200),
        (bob, one.pk, "", 404),
        (emma, other.pk, "", 403),
    ):
        answer = signed_in(viewer).post(f"/accounts/live/class/{key}/", "{}", content_type="application/json")
        assert answer.status_code == status
        assert words in answer.content.decode()
    assert signed_in(emma).post("/accounts/live/front/all/", "{}", content_type="application/json").status_code == 403
    page = signed_in(emma).get(one.get_absolute_url())
    assertContains(page, f'data-live="/ws/live/class/{one.pk}/"')
    assertContains(page, "Load again")


def test_a_round_and_a_computer_have_a_level_of_arithmetic(anna: User, signed_in: SignedIn) -> None:
    one = services.make(anna, "5b", ["Emma", "Finn"], clock.now().date() + timedelta(days=9))
    emma, finn = (pupil.user for pupil in services.pupils_of(one))
    here(emma, finn)
    hers, path = signed_in(anna), f"/classes/{one.pk}/round/"
    for wrong in ("digifeud +-30", "sudoku +-20", "chess", ""):
        assertContains(hers.post(path, {"game": wrong, "against": "neighbour"}, follow=True), "Choose a game first")
    begun = hers.post(path, {"game": "digifeud +-20", "against": "neighbour"}, follow=True)
    match = Match.objects.get()
    assert match.options.level == "+-20"
    assertContains(begun, "Digifeud&nbsp;· Plus and minus up to 20")
    assert re.search(r'value="digifeud \+-20"\s+selected', begun.content.decode())
    hers.post(path, {"game": "digifeud +-20", "against": "neighbour"})
    assert Match.objects.count() == 1
    hers.post(path, {"game": "digifeud +-x5", "against": "neighbour"})
    hers.post(path, {"game": "summy +-x5", "against": "neighbour"})
    assert {other.options.level for other in Match.objects.exclude(pk=match.pk)} == {"+-x5"}
    theirs = signed_in(emma)
    assert theirs.post("/computers/summy/1/", {"sums": "+-20"}).status_code == 302
    alone = Match.objects.filter(Q(first__is_computer=True) | Q(second__is_computer=True))
    assert [other.options.level for other in alone] == ["+-20"]
    page = theirs.get(one.get_absolute_url())
    assertContains(page, '<option value="+-20" selected>Plus and minus up to 20</option>', html=True)
    theirs.post("/computers/summy/1/", {"sums": "tables"})
    assert alone.count() == 1
