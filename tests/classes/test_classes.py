"""Classes by Django's client: made, cards, signing in, the bounds of pupils, and the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.test import Client, TestCase
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import User
from accounts.services import delete_account, delete_stale_guests
from core import clock
from games.classes import services
from games.classes.cards import PICTURE, SIGNS, TILES
from games.classes.exports import exported_classes
from games.classes.forms import MOST_PUPILS, usual_end
from games.classes.models import Pupil, SchoolClass
from games.matches.models import Match
from games.notifications.models import Notification
from games.social.services import say
from tests.classes.test_bounds import between
from tests.conftest import Published
from tests.html import html_of

SignedIn = Callable[[User], Client]
CODE = re.compile(r"<code>([A-Z0-9]{4}-[A-Z0-9]{4})</code>")


@pytest.fixture
def school_class(anna: User) -> SchoolClass:
    """Make a class of anna's with two pupils."""
    return services.make(anna, "5b", ["Emma", "Finn"], clock.now().date() + timedelta(days=100))


def pupil(school_class: SchoolClass, number: int = 0) -> User:
    return services.pupils_of(school_class)[number].user


def tapped(picture: Sequence[str]) -> dict[str, str]:
    """Return the fields of a picture, one for each row of tiles."""
    return {f"tile{number}": name for number, name in enumerate(picture, 1)}


def pictures_on(sheet: str) -> list[list[str]]:
    """Return the pictures of a sheet, as they are read aloud."""
    return [re.findall(r'picture-tile" .* aria-label="(\w+)"', part) for part in sheet.split('class="picture"')[1:]]


def filled(**fields: str) -> dict[str, str]:
    day = (clock.now().date() + timedelta(days=30)).isoformat()
    return {"name": "5b", "pupils": "Emma\nFinn", "ends_on": day, "is_teacher": "on", **fields}


def test_a_teacher_makes_a_class_and_pupils_sign_in_by_card(anna: User, signed_in: SignedIn, client: Client) -> None:
    hers = signed_in(anna)
    made = hers.post("/classes/new/", filled(pupils="Emma\n\n  José  de Wit \nAnna-Lena"))
    one = SchoolClass.objects.get()
    assertRedirects(made, one.get_absolute_url())
    assert [str(each) for each in services.pupils_of(one)] == ["Emma", "José de Wit", "Anna-Lena"]
    sheet = hers.post(f"/classes/{one.pk}/cards/")
    codes, pictures = CODE.findall(sheet.content.decode()), pictures_on(sheet.content.decode())
    assert len(set(codes)) == len(pictures) == 3
    assert all(set(code) <= {*SIGNS, "-"} for code in codes)
    assertContains(sheet, "<small>testserver<wbr>/classes/card/<wbr></small>")  # not broken within a word
    assertRedirects(hers.post(f"/classes/{one.pk}/cards/"), one.get_absolute_url())  # once: the codes are hashed
    assert not Pupil.objects.filter(code_digest__in=codes).exists()

    answer = client.post("/classes/card/", {"code": codes[1].lower().replace("-", " "), **tapped(pictures[1])})
    assertRedirects(answer, one.get_absolute_url())
    assertContains(client.get(one.get_absolute_url()), "José de Wit")
    user = Pupil.objects.get(user__pupil_name="José de Wit").user
    assert user.username.startswith("Pupil-")
    assert not user.has_usable_password()
    assert user.email == ""

    hers.post(f"/classes/{one.pk}/cards/", {"pupil": user.pupil.pk})
    assert client.post("/classes/card/", {"code": codes[1], **tapped(pictures[1])}).status_code == 422
    assert client.get(one.get_absolute_url()).status_code == 302  # signed out


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Emma\n<b>Finn</b>", "Line 2 is no name"),
        ("Emma\nFinn\nemma", "Line 3: emma is there already"),
        ("a" * 31, "Line 1 is too long"),
        ("\n".join(f"Child {number}" for number in range(MOST_PUPILS + 1)), "40 pupils at most"),
        (" \n", "required"),
    ],
)
def test_a_line_that_is_no_name_is_said(typed: str, sentence: str, anna: User, signed_in: SignedIn) -> None:
    answer = signed_in(anna).post("/classes/new/", filled(pupils=typed))
    assertContains(answer, sentence, status_code=422)
    assert not SchoolClass.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"), [("ends_on", "2020-01-01"), ("ends_on", "2100-01-01"), ("is_teacher", ""), ("name", " ")]
)
def test_a_class_has_a_teacher_and_an_end(field: str, value: str, anna: User, signed_in: SignedIn) -> None:
    assert signed_in(anna).post("/classes/new/", filled(**{field: value})).status_code == 422


def test_the_school_year_ends_in_summer() -> None:
    assert usual_end(date(2026, 11, 27)) == date(2027, 7, 31)
    assert usual_end(date(2027, 7, 1)) == date(2028, 7, 31)


def test_wrong_codes_are_limited_and_right_ones_of_thirty_are_not(school_class: SchoolClass, client: Client) -> None:
    services.add_pupils(school_class, [f"Child {number}" for number in range(28)])
    made = services.make_cards(services.pupils_of(school_class))
    for card in made:
        assert Client().post("/classes/card/", {"code": card.code, **tapped(card.picture)}).status_code == 302
    for _guess in range(100):
        assert client.post("/classes/card/", {"code": "CCCC-CCCC"}).status_code == 422
    right = {"code": made[0].code, **tapped(made[0].picture)}
    assert client.post("/classes/card/", right).status_code == 429


def test_a_card_that_was_found_opens_nothing_without_its_picture(school_class: SchoolClass, client: Client) -> None:
    emmas, finns = services.make_cards(services.pupils_of(school_class))
    wrong = next([name] * PICTURE for name in TILES if (name,) * PICTURE != emmas.picture)
    for tiles in ({}, tapped(wrong), tapped(emmas.picture[1:]), tapped(emmas.picture) | {"tile1": "dog"}):
        assert client.post("/classes/card/", {"code": emmas.code, **tiles}).status_code == 422
    for _guess in range(20):
        answer = client.post("/classes/card/", {"code": emmas.code, **tapped(wrong)})
    assertContains(answer, "tried too often", status_code=429)
    right = [{"code": card.code, **tapped(card.picture)} for card in (emmas, finns)]
    assert Client(REMOTE_ADDR="93.184.216.34").post("/classes/card/", right[0]).status_code == 429
    assert client.post("/classes/card/", right[1]).status_code == 302  # behind the same address
    with time_machine.travel(clock.now() + timedelta(hours=1, seconds=1)):
        assert Client().post("/classes/card/", right[0]).status_code == 302


def test_a_new_card_has_another_picture_and_an_old_one_none(school_class: SchoolClass, client: Client) -> None:
    emma = services.pupils_of(school_class)[0]
    former, new = services.make_cards([emma])[0], services.make_cards([emma])[0]
    emma.refresh_from_db()
    assert len(new.picture) == PICTURE
    assert services.has_picture(emma, new.picture)
    assert not services.has_picture(emma, ())
    assert new.picture == former.picture or not services.has_picture(emma, former.picture)
    Pupil.objects.filter(pk=emma.pk).update(picture_digest="")  # as cards of former versions are
    assert client.post("/classes/card/", {"code": new.code}).status_code == 302


def test_only_the_teacher_leads_the_class(school_class: SchoolClass, bob: User, signed_in: SignedIn) -> None:
    his = signed_in(bob)
    for path in ("", "cards/", "pupils/", "remove/", "delete/"):
        assert his.post(f"/classes/{school_class.pk}/{path}", {"sure": "1"}).status_code in (404, 405)
        assert his.get(f"/classes/{school_class.pk}/{path}").status_code == 404
    assert school_class.pupils.count() == 2


def test_a_class_goes_with_everything(school_class: SchoolClass, anna: User, bob: User, signed_in: SignedIn) -> None:
    emma, finn = pupil(school_class), pupil(school_class, 1)
    theirs, other = between(emma, finn), between(anna, bob)
    say(theirs, emma, phrase="hello")
    pupils = signed_in(emma)
    hers = signed_in(anna)
    assertContains(hers.post(f"/classes/{school_class.pk}/delete/", follow=True), "Tick the box")
    hers.post(f"/classes/{school_class.pk}/delete/", {"sure": "1"})
    assert not SchoolClass.objects.exists()
    assert not User.objects.exclude(pupil_name="").exists()
    assert not User.objects.filter(pk__in=[emma.pk, finn.pk]).exists()
    assert list(Match.objects.all()) == [other]
    assert pupils.get("/lobby/").wsgi_request.user.is_anonymous
    assert Session.objects.count() == 1


def test_a_pupil_is_deleted_after_a_yes(school_class: SchoolClass, anna: User, signed_in: SignedIn) -> None:
    hers, path = signed_in(anna), f"{school_class.get_absolute_url()}remove/"
    pupil, *others = services.pupils_of(school_class)
    asked = hers.post(path, {"pupil": pupil.pk})  # without scripts
    assertContains(asked, "Delete this pupil with all matches?")
    assert services.pupils_of(school_class).count() == 1 + len(others)
    hers.post(path, dict(re.findall(r'name="(\w+)" value="(\w+)"', html_of(asked))))
    assert [*services.pupils_of(school_class)] == others


def test_a_class_ends_on_its_day_and_the_teacher_is_told_before(school_class: SchoolClass, anna: User) -> None:
    services.end_classes()
    assert not Notification.objects.filter(user=anna).exists()
    with time_machine.travel(clock.now() + timedelta(days=90)):
        delete_stale_guests(clock.now())
        services.end_classes()
        services.end_classes()
        assert Notification.objects.get(user=anna).event == "class-ends"
        assert school_class.pupils.count() == 2
    with time_machine.travel(clock.now() + timedelta(days=101)):
        services.end_classes()
    assert not SchoolClass.objects.exists()
    assert not User.objects.exclude(pupil_name="").exists()


@pytest.mark.parametrize(
    ("days", "is_there", "is_told"),
    [(-1, False, False), (0, False, False), (1, True, True), (14, True, True), (15, True, False)],
)
def test_a_class_goes_on_its_very_day(days: int, anna: User, *, is_there: bool, is_told: bool) -> None:
    made = services.make(anna, "6a", ["Emma"], clock.now().date() + timedelta(days=days))
    services.end_classes()
    assert SchoolClass.objects.filter(pk=made.pk).exists() is is_there
    assert Notification.objects.filter(user=anna, event="class-ends").exists() is is_told


def test_a_teacher_exports_classes_and_takes_them_along(school_class: SchoolClass, anna: User) -> None:
    exported = exported_classes(anna)
    assert [each["name"] for each in exported[0]["pupils"]] == ["Emma", "Finn"]  # type: ignore[attr-defined]
    delete_account(anna)
    assert not SchoolClass.objects.exists()
    assert not User.objects.exclude(pupil_name="").exists()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_page_of_the_teacher_hears_of_a_pupil_who_comes_without_scripts(
    school_class: SchoolClass, signed_in: SignedIn, published: list[Published], scripts: bool
) -> None:
    with time_machine.travel(clock.now(), tick=False) as travel:
        browser = signed_in(pupil(school_class))
        if scripts:  # whose pages know the zone, and say by sockets that the pupil is there
            browser.cookies["zone"] = "UTC"
        heard = []
        for shift in (timedelta(hours=1), timedelta(minutes=1), timedelta(hours=1)):
            travel.shift(shift)
            published.clear()
            with TestCase.captureOnCommitCallbacks(execute=True):
                browser.get(school_class.get_absolute_url())
            heard.append(sum(topic == f"class.{school_class.pk}" for event in published for topic in event.topics))
    assert heard == ([0, 0, 0] if scripts else [1, 0, 1])
