"""What the pages of a class say, whole: to its teacher, to its pupils, on paper and as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
import time_machine
from django.http import QueryDict
from django.test import Client

from accounts.models import User
from games.catalogue import games
from games.classes import rounds, services
from games.classes.errors import NoGuestTeachers
from games.classes.exports import exported_classes
from games.classes.forms import ClassForm, MoreForm, usual_end
from games.classes.models import MatchFacts, Pupil, Round, SchoolClass, WrongSum
from games.lobby.models import Offer
from games.matches.models import Match
from games.puzzles.models import Attempt, Puzzle
from games.rules import Seat
from tests.alike import one, someone
from tests.classes.test_classes import CODE, pictures_on, tapped
from tests.conftest import Published
from tests.events.cups import NOW
from tests.html import html_of
from tests.page_lines import Texts, lines_of

SignedIn = Callable[[User], Client]
says = Texts(__file__)
WEEK = timedelta(7)
SIXES = [[1, "2 + 3", "7 × 8", 5, 20], [1, "6 × 7", "6 × 7", 20, 20], [2, "", "7 × 8", 0, 20], [1, "", "", 0, 0]]


@pytest.fixture(autouse=True)
def travel() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


@pytest.fixture
def school_class(anna: User) -> SchoolClass:
    """Return a class of anna with three pupils."""
    made = one(SchoolClass, pk="class5b", teacher=anna, name="5b", made_at=NOW, ends_on=date(2027, 7, 31))
    for number, name in enumerate(("Emma", "Finn", "Noah"), 901):
        user = User.objects.create(username=f"Pupil-{number}", pupil_name=name, is_guest=True)
        Pupil.objects.create(pk=number, user=user, school_class=made)
    return made


def users_of(school_class: SchoolClass) -> list[User]:
    return [pupil.user for pupil in services.pupils_of(school_class)]


@pytest.fixture
def played(school_class: SchoolClass) -> SchoolClass:
    """Return the class after three matches of two weeks, and with one that runs."""
    emma, finn, noah = users_of(school_class)
    over = {"game_slug": "digifeud", "first": emma, "second": finn, "ply": 9}
    for number, (at, winner) in enumerate(((NOW - WEEK, Seat.FIRST), (NOW, Seat.SECOND), (NOW, None))):
        ending = Match.Ending.PLAYED if winner else Match.Ending.ABORTED
        match = one(Match, pk=f"over{number}", finished_at=at, moved_at=at, winner=winner, ending=ending, **over)
        one(MatchFacts, match=match, turns=SIXES[number:])
    running = one(Match, pk="running", game_slug="summy", first=finn, second=emma, ply=3, moved_at=NOW + timedelta(1))
    for ply, equation in enumerate(("8 × 7 = 54", "8 × 7 = 54", "1 + 1 = 3", "2 + 2 = 5")):
        one(WrongSum, pupil=emma.pupil, match=running, ply=ply, equation=equation, at=NOW)
    User.objects.filter(pk=emma.pk).update(seen_at=NOW)
    User.objects.filter(pk=noah.pk).update(seen_at=NOW - timedelta(2))
    Pupil.objects.filter(user=finn).update(code_digest="x", card_made_at=NOW)
    return school_class


def test_a_class_to_its_teacher(played: SchoolClass, anna: User, signed_in: SignedIn) -> None:
    says("of a class to its teacher", signed_in(anna).get("/classes/class5b/"))
    says("what a pupil has played", signed_in(anna).get("/classes/class5b/pupils/901/"))
    says("what a pupil has not played", signed_in(anna).get("/classes/class5b/pupils/903/"))


def test_a_class_as_a_table_and_in_the_file_of_its_teacher(
    played: SchoolClass, anna: User, signed_in: SignedIn
) -> None:
    table = signed_in(anna).get("/classes/class5b/table.csv")
    assert table.headers["Content-Disposition"] == 'attachment; filename="class-class5b.csv"'
    assert table.content.decode("utf-8-sig").splitlines() == [
        "Name,Last here,Running,Matches,Won,Turns,Points,Most points,Points taken,Right sums,Wrong sums,Often missed,"
        "Points taken: 2026-11-09,Points taken: 2026-11-16",
        "Emma,2026-11-21 12:00,1,2,1,3,45,60,75,3,8 × 7 = 54: 2; 2 + 2 = 5: 1; 1 + 1 = 3: 1,7 × 8: 1/1,62,100",
        "Finn,,1,2,1,2,0,40,0,0,,7 × 8: 2/2,0,0",
        "Noah,2026-11-19 12:00,0,0,0,0,0,0,,0,,,,",
    ]
    (exported,) = exported_classes(anna)
    pupils = exported.pop("pupils")
    assert isinstance(pupils, list)
    assert exported == {"name": "5b", "made_at": NOW, "ends_on": date(2027, 7, 31), "rounds": []}
    sums = ("8 × 7 = 54", "8 × 7 = 54", "1 + 1 = 3", "2 + 2 = 5")
    emmas: dict[str, object] = {
        "name": "Emma",
        "card_made_at": None,
        "seen_at": NOW,
        "played": 2,
        "won": 1,
        "points": 45,
    }
    emmas |= {"best_points": 60, "right_sums": 3, "missed_facts": {"7 × 8": [1, 1]}}
    assert pupils[0] == emmas | {"wrong_sums": [{"sum": sum_, "at": NOW} for sum_ in sums]}
    assert (pupils[1]["card_made_at"], pupils[2]["played"]) == (NOW, 0)


def test_a_class_to_its_pupils(played: SchoolClass, signed_in: SignedIn) -> None:
    emma, finn, noah = users_of(played)
    for number, (by, to) in enumerate(((emma, finn), (noah, emma), (noah, finn))):
        options = games()["summy"].options_type.of_level("+-20").data()
        facts = {"game_slug": "summy", "option_data": options, "kind": "direct", "made_at": NOW + timedelta(number)}
        one(Offer, pk=f"offer{number}", challenger=by, opponent=to, **facts)
    tables = games()["summy"].options_type.of_level("+-x5").data()
    one(
        Round,
        school_class=one(SchoolClass),
        game_slug="summy",
        puzzle=one(Puzzle, option_data=tables, game_slug="summy"),
    )
    page = signed_in(emma).get("/classes/class5b/")
    says("of a class to a pupil", page, "class_now challenge-title game-summy game-sudoku")
    SchoolClass.objects.update(paused_at=NOW, has_challenges=False)
    page = signed_in(finn).get("/classes/class5b/")
    says("of a paused class to a pupil", page, "class_now")
    assert 'id="challenge-title"' not in html_of(page)
    says("of a pause on a match", signed_in(finn).get("/matches/running/"), "class_pause")
    says("of a pause to the teacher", signed_in(played.teacher).get("/classes/class5b/"), "round-title")


def test_a_round_to_the_teacher(school_class: SchoolClass, anna: User, signed_in: SignedIn) -> None:
    browser, send = signed_in(anna), "/classes/class5b/round/"
    emma, finn, noah = users_of(school_class)

    def begin(game: str, against: str) -> str:
        (said,) = lines_of(browser.post(send, {"game": game, "against": against}, follow=True), "messages")
        return said

    assert begin("summy +-20", "computer") == "No pupil is waiting. They sign in first, and keep the page open."
    User.objects.filter(pk=emma.pk).update(seen_at=NOW)
    assert begin("summy +-20", "computer") == "1 match has begun."
    assert begin("summy +-20", "computer") == "Everyone here already has a new match of this game."
    Match.objects.all().delete()
    User.objects.filter(pk__in=[finn.pk, noah.pk]).update(seen_at=NOW)
    assert begin("summy +-20", "neighbour") == "2 matches have begun."
    over = {"ply": 4, "finished_at": NOW, "first_points": 12, "second_points": 7}
    Match.objects.filter(second=finn).update(started_at=NOW - timedelta(seconds=1), **over)
    keys = {f"match{number}": match.pk for number, match in enumerate(Match.objects.order_by("started_at", "pk"), 1)}
    says("of a round of matches", browser.get("/classes/class5b/"), "class_round", **keys)
    assert begin("summy", "puzzle") == "There is no new puzzle with these calculations. Choose others."
    facts = {"game": "summy", "begun_at": NOW, "puzzle": None, "pupils": ["Emma", "Finn", "Noah"]}
    assert exported_classes(anna)[0]["rounds"] == [facts | {"matches": sorted(map(str, keys.values()))}]
    puzzle = one(Puzzle, pk="puzzle", game_slug="summy", option_data=games()["summy"].options_type().data())
    four = one(Pupil, school_class=school_class, user=one(User, username="Pupil-4", pupil_name="Olga", is_guest=True))
    latest = Round.objects.get()
    Round.objects.filter(pk=latest.pk).update(puzzle=puzzle)
    latest.pupils.add(four)
    for player, tries, solved in ((emma, 1, NOW), (finn, 2, NOW), (noah, 3, None)):
        one(Attempt, puzzle=puzzle, player=player, tries=tries, solved_at=solved)
    says("of a puzzle for all", browser.get("/classes/class5b/"), "class_round")


def test_cards_forms_and_the_list(school_class: SchoolClass, anna: User, client: Client, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    for number, name in enumerate(("6a", "4c")):
        one(SchoolClass, pk=f"class{number}", teacher=anna, name=name, ends_on=date(2027, 7, 31))
    says("classes to a visitor", client.get("/classes/"))
    says("classes to a teacher", browser.get("/classes/"))
    says("a new class", browser.get("/classes/new/"))
    says("the form of a card", client.get("/classes/card/"))
    says("outside of a class", signed_in(users_of(school_class)[0]).get("/clubs/"))
    sheet = browser.post("/classes/class5b/cards/", {"pupil": "901"})
    (code,), (tiles,) = CODE.findall(sheet.content.decode()), pictures_on(sheet.content.decode())
    says("a sheet of cards", sheet, code=code, tiles=" ".join(f"({tile})" for tile in tiles))
    (said,) = lines_of(
        browser.post("/classes/class5b/remove/", {"pupil": "901", "confirmed": "yes"}, follow=True), "messages"
    )
    assert said == "Emma is deleted, with all matches."


FULL = [f"Child {number}" for number in range(38)]


@pytest.mark.parametrize(
    ("typed", "faults"),
    [
        ("Emma\nFinn", []),
        ("Emma\nFinn\nNoah", ["A class has 40 pupils at most."]),
        ("child 7", ["Line 1: child 7 is there already. Add a letter."]),
        ("", ["This field is required."]),
        (" \n\u200b", ["Type at least one name."]),
        ("a" * 30, []),
        ("\n" + "a" * 31, ["Line 2 is too long: a name has 30 letters at most."]),
        ("Anne-Marie d’A. O'B 2", []),
        ("-Emma\nFinn!", [f"Line {line} is no name: use letters, digits and spaces." for line in (1, 2)]),
    ],
)
def test_more_pupils_of_a_class_that_has_room_for_two(typed: str, faults: list[str]) -> None:
    form = MoreForm(QueryDict(urlencode({"pupils": typed})), names=FULL)
    assert form.errors == ({"pupils": faults} if faults else {})


@pytest.mark.parametrize(("days", "is_valid"), [(0, False), (1, True), (425, True), (426, False)])
def test_a_class_ends_between_tomorrow_and_fourteen_months_from_now(days: int, is_valid: bool) -> None:
    day = (NOW + timedelta(days)).date().isoformat()
    form = ClassForm(QueryDict(urlencode({"name": "5b", "pupils": "Emma", "ends_on": day, "is_teacher": "on"})))
    assert (form.errors == {}) is is_valid
    assert is_valid or form.errors == {"ends_on": ["Choose a day from tomorrow to 2028-01-20."]}
    assert usual_end(date(2027, 6, 16)) == date(2027, 7, 31)
    assert usual_end(date(2027, 6, 17)) == date(2028, 7, 31)


def test_open_pages_are_told_of_a_pause_and_of_a_round(
    played: SchoolClass,
    published: list[Published],
    django_capture_on_commit_callbacks: Any,  # noqa: ANN401 - a context manager of Django
) -> None:
    for paused in (True, False):
        with django_capture_on_commit_callbacks(execute=True):
            services.set_paused(played, paused=paused)
        assert sorted(topic for one in published for topic in one.topics) == ["class.class5b", "match.running"]
        published.clear()
    one(Match, pk="another", first=users_of(played)[1], second=users_of(played)[0], finished_at=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        services.remove(services.pupils_of(played)[2])
        rounds.begin_round(played, "summy", alone=True)
    assert [one.topics for one in published].count(("class.class5b",)) == 2


def test_a_card_signs_in_for_a_day_of_school(school_class: SchoolClass, client: Client) -> None:
    made = services.make_cards(services.pupils_of(school_class))[0]
    client.post("/classes/card/", {"code": made.code, **tapped(made.picture)})
    assert client.session.get_expiry_age() == 12 * 3600
    guest, computer, bot = (someone(**{kind: True}) for kind in ("is_guest", "is_computer", "is_bot"))
    for teacher in (guest, computer, bot):
        with pytest.raises(NoGuestTeachers):
            services.make(teacher, "5b", [], date(2027, 7, 31))


def test_a_new_card_ends_the_sessions_of_the_former_one(played: SchoolClass, signed_in: SignedIn) -> None:
    emma, finn, _noah = users_of(played)
    hers, his = signed_in(emma), signed_in(finn)
    services.make_cards(services.pupils_of(played)[:1])
    assert [browser.get("/classes/class5b/").status_code for browser in (hers, his)] == [302, 200]


def test_a_card_signs_in_for_a_day_of_school_where_a_classmate_is_signed_in(
    school_class: SchoolClass, client: Client
) -> None:
    for made in services.make_cards(services.pupils_of(school_class)):
        client.post("/classes/card/", {"code": made.code, **tapped(made.picture)})
        assert client.session.get_expiry_age() == 12 * 3600
