"""Nights and vacation in the settings: saved, refused with a reason, and exported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import User
from accounts.services import delete_account
from games.matches.models import Vacation
from tests.exports import export_of

SignedIn = Callable[[User], Client]
SETTINGS = "/accounts/settings/"
NOW = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _now() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


def saved(browser: Client, path: str, **fields: str) -> str:
    """Submit this form and return the settings page."""
    answer = browser.post(f"/matches/rest/{path}", fields, follow=True)
    assert answer.redirect_chain[0][0] == f"{SETTINGS}#vacation"
    return str(answer.content.decode())


def test_a_night_is_kept_and_shown(anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    page = saved(browser, "night/", time_zone="Europe/Berlin", night_begins="23", night_ends="7")
    anna.refresh_from_db()
    assert (anna.time_zone, anna.night_begins, anna.night_ends) == ("Europe/Berlin", 23, 7)
    assert "Saved. Your night counts from your next turn." in page
    assert '<option value="Europe/Berlin" selected>' in page


def test_a_night_can_be_given_up(anna: User, signed_in: SignedIn) -> None:
    saved(signed_in(anna), "night/", night_begins="23", night_ends="7")
    saved(signed_in(anna), "night/")
    anna.refresh_from_db()
    assert (anna.time_zone, anna.night_begins, anna.night_ends) == ("", None, None)


@pytest.mark.parametrize(
    ("night", "sentence"),
    [
        ({"night_begins": "23"}, "Choose both hours of the night, or neither."),
        ({"night_begins": "20", "night_ends": "7"}, "A night lasts from 1 to 10\N{NO-BREAK SPACE}hours."),
        ({"night_begins": "7", "night_ends": "7"}, "A night lasts from 1 to 10\N{NO-BREAK SPACE}hours."),
        ({"time_zone": "Moon/Crater"}, "Moon/Crater"),
        ({"night_begins": "24", "night_ends": "7"}, "24"),
    ],
)
def test_a_night_without_sense_is_refused(
    anna: User, signed_in: SignedIn, night: dict[str, str], sentence: str
) -> None:
    assert sentence in saved(signed_in(anna), "night/", **night)
    anna.refresh_from_db()
    assert (anna.time_zone, anna.night_begins) == ("", None)


def test_vacation_are_days_where_the_player_lives(anna: User, signed_in: SignedIn) -> None:
    anna.time_zone = "Europe/Berlin"
    anna.save()
    page = saved(signed_in(anna), "plan/", first="2026-12-24", last="2026-12-26")
    vacation = Vacation.objects.get()
    assert (vacation.begins_at, vacation.ends_at) == (
        datetime(2026, 12, 23, 23, tzinfo=UTC),
        datetime(2026, 12, 26, 23, tzinfo=UTC),
    )
    assert "27 vacation days left this year" in page
    saved(signed_in(anna), f"{vacation.pk}/take-back/")
    assert not Vacation.objects.exists()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "29 days and 13 hours of vacation left this year."),
        ("nl", "Vakantie dit jaar: nog 29 dagen en 13 uur."),
        ("de", "Urlaub in diesem Jahr: noch 29 Tage und 13 Stunden."),
    ],
)
def test_vacation_left_is_one_sentence(anna: User, signed_in: SignedIn, language: str, sentence: str) -> None:
    saved(signed_in(anna), "plan/", first="2026-11-21", last="2026-11-21")
    page = signed_in(anna).get(SETTINGS, headers={"Accept-Language": language}).content.decode()
    assert sentence in " ".join(page.split())


def test_a_day_off_that_has_begun_starts_with_the_next_hour(anna: User, signed_in: SignedIn) -> None:
    saved(signed_in(anna), "plan/", first="2026-11-21", last="2026-11-21")
    assert Vacation.objects.get().begins_at == datetime(2026, 11, 21, 13, tzinfo=UTC)


@pytest.mark.parametrize(
    ("first", "last", "sentence"),
    [
        ("2026-11-20", "2026-11-22", "Choose days within the next year"),
        ("2026-11-24", "2026-11-23", "the first before the last"),
        ("2026-12-01", "2027-12-01", "Choose days within the next year"),
        ("soon", "", "Enter a date."),
        ("2026-11-25", "2026-12-28", "have that many vacation days left in that year."),
    ],
)
def test_vacation_without_sense_are_refused(
    anna: User, signed_in: SignedIn, first: str, last: str, sentence: str
) -> None:
    assert sentence in saved(signed_in(anna), "plan/", first=first, last=last)
    assert not Vacation.objects.exists()


def test_the_same_days_twice_are_refused(anna: User, signed_in: SignedIn) -> None:
    saved(signed_in(anna), "plan/", first="2026-12-24", last="2026-12-26")
    page = saved(signed_in(anna), "plan/", first="2026-12-26", last="2026-12-27")
    assert "You already have vacation on those days." in page


def test_strangers_sign_in_first(db: None) -> None:
    for path in ("night/", "plan/", "1/take-back/"):
        assertRedirects(Client().post(f"/matches/rest/{path}"), f"/accounts/login/?next=/matches/rest/{path}")


def test_vacation_and_the_night_are_in_the_export_and_go_with_the_player(anna: User, signed_in: SignedIn) -> None:
    saved(signed_in(anna), "plan/", first="2026-12-24", last="2026-12-26")
    saved(signed_in(anna), "night/", time_zone="Asia/Tokyo", night_begins="22", night_ends="6")
    anna.refresh_from_db()
    data = export_of(anna)
    account, off = data["account"], data["vacations"]
    assert isinstance(account, dict)
    assert isinstance(off, list)
    assert (account["time_zone"], account["night_begins"], account["night_ends"]) == ("Asia/Tokyo", 22, 6)
    assert [one["begins_at"] for one in off] == [datetime(2026, 12, 24, tzinfo=UTC)]
    delete_account(anna)
    anna.refresh_from_db()
    assert (anna.time_zone, anna.night_begins, Vacation.objects.count()) == ("", None, 0)


def test_the_settings_show_it_without_vacation(anna: User, signed_in: SignedIn) -> None:
    assertContains(signed_in(anna).get(SETTINGS), "30 vacation days left this year")
