"""A pupil who plays the computer, in either seat: what is paused, measured and told, and rounds of pupils alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from accounts.online import presence
from games import workers
from games.classes import rounds, services
from games.classes.arithmetic import Turn
from games.classes.bounds import may_open
from games.classes.errors import Paused
from games.classes.jobs import find_facts
from games.classes.models import MatchFacts, Pupil, SchoolClass
from games.computers.services import find_computer
from games.jobs.hooks import DEFAULT, Postponed
from games.jobs.models import Job
from games.matches.models import Match
from games.matches.play.services import play_move, resign
from games.rules import Seat
from games.workers import PoolClosed
from tests.classes.test_bounds import between
from tests.conftest import Published
from tests.events.cups import NOW
from tests.jobs.running import run_due
from tests.matches.conftest import legal_move

SignedIn = Callable[[User], Client]


@pytest.fixture(autouse=True)
def travel() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


@pytest.fixture
def school_class(anna: User) -> SchoolClass:
    """Make a class of anna's with two pupils, who are here."""
    made = services.make(anna, "5b", ["Emma", "Finn"], date(2027, 7, 31))
    User.objects.exclude(pupil_name="").update(seen_at=NOW)
    return made


def users_of(school_class: SchoolClass) -> list[User]:
    return [pupil.user for pupil in services.pupils_of(school_class)]


@pytest.mark.parametrize("seat", Seat)
def test_a_pause_holds_in_a_match_with_a_computer(seat: Seat, school_class: SchoolClass, signed_in: SignedIn) -> None:
    emma, _finn = users_of(school_class)
    pair = (emma, find_computer(1)) if seat is Seat.FIRST else (find_computer(1), emma)
    match = between(*pair, moves=seat.value - 1)
    said = "has paused all boards"
    for paused in (False, True):
        services.set_paused(school_class, paused=paused)
        page = signed_in(emma).get(f"/matches/{match.pk}/")
        assert page.status_code == 200
        assert (said in page.content.decode()) is paused
    with pytest.raises(Paused):
        play_move(match.pk, emma, match.ply + 1, legal_move(match))
    Match.objects.filter(pk=match.pk).update(finished_at=NOW, winner=seat.other, ending=Match.Ending.TIME)
    assert said not in signed_in(emma).get(f"/matches/{match.pk}/").content.decode()


@pytest.mark.parametrize("seat", Seat)
def test_the_turns_of_the_pupil_alone_are_measured_and_the_class_is_told(
    seat: Seat,
    school_class: SchoolClass,
    published: list[Published],
    django_capture_on_commit_callbacks: Any,  # noqa: ANN401 - a context manager of Django
) -> None:
    emma, _finn = users_of(school_class)
    pair = (emma, find_computer(1)) if seat is Seat.FIRST else (find_computer(1), emma)
    match = between(*pair, moves=5)
    resign(match.pk, emma)
    published.clear()
    with django_capture_on_commit_callbacks(execute=True):
        run_due(DEFAULT)
    assert (f"class.{school_class.pk}",) in [one.topics for one in published]
    turns = [Turn(*turn) for turn in MatchFacts.objects.get().turns]
    assert [turn.seat for turn in turns] == [seat.value] * (3 if seat is Seat.FIRST else 2)


def test_a_match_that_is_deleted_or_cannot_be_measured_now_leaves_no_facts(
    school_class: SchoolClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    emma, finn = users_of(school_class)
    match = between(emma, finn, moves=2)
    job = Job(kind="classes.match_ended", key=match.pk)

    def begin(*_given: object) -> Future[list[Turn]]:
        return future

    monkeypatch.setattr(workers, "begin", begin)
    future = Future[list[Turn]]()
    outside = find_facts(job)
    assert outside
    future.set_exception(PoolClosed())
    with pytest.raises(Postponed):
        outside.then()
    future = Future[list[Turn]]()
    outside = find_facts(job)
    assert outside
    future.set_result([])
    Match.objects.all().delete()
    outside.then()
    assert not MatchFacts.objects.exists()


def test_a_pupil_opens_no_match_of_people_even_one_of_its_own_before(
    school_class: SchoolClass, bob: User, carl: User
) -> None:
    emma, finn = users_of(school_class)
    computer = find_computer(1)
    opened = [
        may_open(emma, between(first, second, moves=0).pk)
        for first, second in ((emma, computer), (computer, emma), (computer, finn), (bob, computer), (bob, carl))
    ]
    assert opened == [True, True, True, False, False]


def test_two_who_are_here_both_play_the_computer_if_so_chosen(school_class: SchoolClass) -> None:
    emma, finn = users_of(school_class)
    matches = rounds.begin_round(school_class, "summy", alone=True)
    assert {match.first for match in matches} == {emma, finn}
    assert all(match.second.is_computer for match in matches)
    assert len(matches) == 2


def test_a_pupil_is_here_for_ninety_seconds(school_class: SchoolClass, travel: time_machine.Traveller) -> None:
    travel.move_to(NOW + presence.PRESENT - timedelta(seconds=1))
    assert len(rounds.here_of(school_class)) == 2
    travel.move_to(NOW + presence.PRESENT)
    assert rounds.here_of(school_class) == []


def test_the_level_of_a_round_whose_matches_are_gone_is_that_of_the_last_match(school_class: SchoolClass) -> None:
    emma, _finn = users_of(school_class)
    usual = rounds.latest_levels(emma)["digifeud"]
    rounds.begin_round(school_class, "digifeud", "+-20")
    assert rounds.latest_levels(emma)["digifeud"] == "+-20"
    assert rounds.latest_choice(school_class) == ("digifeud", "+-20")
    Match.objects.all().delete()
    assert rounds.latest_levels(emma)["digifeud"] == usual != "+-20"
    assert rounds.latest_choice(school_class) == ("digifeud", "")


def test_a_teacher_adds_pupils_gives_all_new_cards_and_removes_their_own_pupils_alone(
    school_class: SchoolClass, anna: User, bob: User, signed_in: SignedIn
) -> None:
    hers, page = signed_in(anna), school_class.get_absolute_url()
    added = hers.post(f"{page}pupils/", {"pupils": "Noah\n Mia "})
    assert added.status_code == 302
    assert [str(pupil) for pupil in services.pupils_of(school_class)] == ["Emma", "Finn", "Noah", "Mia"]
    refused = hers.post(f"{page}pupils/", {"pupils": "emma"})
    assert (refused.status_code, Pupil.objects.count()) == (422, 4)
    services.make_cards(services.pupils_of(school_class)[:2])

    def codes() -> list[str | None]:
        return [*services.pupils_of(school_class).values_list("code_digest", flat=True)]

    before = codes()
    hers.post(f"{page}cards/", {})  # those without a card
    some = codes()
    assert (some[:2], None in some) == (before[:2], False)
    hers.post(f"{page}cards/", {"pupil": "all"})
    assert not {*codes()} & {*some}
    (strange,) = services.pupils_of(services.make(bob, "6a", ["Gusto"], date(2027, 7, 31)))
    for chosen in (str(strange.pk), "all", ""):
        hers.post(f"{page}remove/", {"pupil": chosen, "confirmed": "yes"})
    assert Pupil.objects.count() == 5


def test_who_is_in_no_class_any_more_sees_none(school_class: SchoolClass, signed_in: SignedIn) -> None:
    emma, _finn = users_of(school_class)
    Pupil.objects.filter(user=emma).delete()
    browser = signed_in(emma)
    assert browser.get(school_class.get_absolute_url()).status_code == 404
    live = browser.post(f"/accounts/live/class/{school_class.pk}/", "{}", content_type="application/json")
    assert live.status_code == 403
    assert browser.get("/lobby/").status_code == 403
