"""Guests choose a name: on a challenge link, at Play now, and later in the settings."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import make_guest, rename_guest
from games.matches.models import Match
from tests.html import html_of
from tests.lobby.conftest import link_by

SignedIn = Callable[[User], Client]
PLAY_NOW = "/lobby/play-now/"
BADLY_NAMED = [
    ("a", "A name has 3 to 20 characters."),
    ("1st", "A name begins with a letter."),
    ("Aнна", "one alphabet"),
    ("Guest-Otter-1", "This name is reserved."),
    ("anna", "That name is taken"),
    ("ANNA", "That name is taken"),
]


def test_a_stranger_opens_annas_link_and_plays_under_a_name(anna: User) -> None:
    offer, browser = link_by(anna), Client()
    page = html_of(browser.get(f"/lobby/c/{offer.pk}/"))
    assert 'name="nickname"' in page
    browser.post(f"/lobby/{offer.pk}/accept/", {"nickname": " Zoë "})
    match = Match.objects.get()
    guest = User.objects.get(is_guest=True)
    assert guest.username == "Zoë"
    assert match.seat_of(guest)
    assert "Zoë" in html_of(browser.get(f"/matches/{match.pk}/"))


def test_the_name_is_not_needed(anna: User) -> None:
    Client().post(f"/lobby/{link_by(anna).pk}/accept/", {"nickname": ""})
    assert User.objects.get(is_guest=True).username.startswith("Guest-")


@pytest.mark.parametrize(("name", "sentence"), BADLY_NAMED)
def test_a_name_that_will_not_do_is_asked_for_again(anna: User, name: str, sentence: str) -> None:
    offer, browser = link_by(anna), Client()
    answer = browser.post(f"/lobby/{offer.pk}/accept/", {"nickname": name})
    page = html_of(answer)
    assert answer.status_code == 422
    assert sentence in page
    assert f'action="/lobby/{offer.pk}/accept/"' in page
    assert f'value="{name}"' in page
    assert not User.objects.filter(is_guest=True).exists()
    browser.post(f"/lobby/{offer.pk}/accept/", {"nickname": "Zora"})
    assert Match.objects.get().seat_of(User.objects.get(username="Zora"))


def test_play_now_asks_again_with_all_that_was_chosen(anna: User) -> None:
    browser = Client()
    assert 'name="nickname"' in html_of(browser.get("/"))
    page = html_of(browser.post(f"{PLAY_NOW}?pace=live", {"nickname": "anna", "game": "sudoku"}))
    assert '<input type="hidden" name="game" value="sudoku">' in page
    assert f'action="{PLAY_NOW}?pace=live"' in page
    browser.post(PLAY_NOW, {"nickname": "Zora", "game": "sudoku"})
    assert User.objects.get(is_guest=True).username == "Zora"


def test_two_clicks_make_one_guest_of_this_name(anna: User) -> None:
    first, second = Client(), Client()
    first.get("/lobby/")
    second.cookies["csrftoken"] = first.cookies["csrftoken"].value
    for browser in (first, second):
        assert browser.post(PLAY_NOW, {"nickname": "Zora", "game": "sudoku"}).status_code == 302
    assert [guest.username for guest in User.objects.filter(is_guest=True)] == ["Zora"]


def test_a_guest_changes_the_name_later_and_keeps_it_as_an_account(db: None, signed_in: SignedIn) -> None:
    guest = make_guest()
    browser = signed_in(guest)
    assert 'action="/accounts/nickname/"' in html_of(browser.get("/accounts/settings/"))
    browser.post("/accounts/nickname/", {"nickname": "Zora"})
    guest.refresh_from_db()
    assert (guest.username, guest.name_key, guest.is_guest) == ("Zora", "zora", True)
    browser.post("/accounts/signup/", {"username": "Zora", "password1": "un long secret 17"})
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("Zora", False)


def test_an_account_keeps_its_name(anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    assert "nickname" not in html_of(browser.get("/accounts/settings/"))
    browser.post("/accounts/nickname/", {"nickname": "Zora"})
    anna.refresh_from_db()
    assert anna.username == "anna"


def test_of_two_guests_one_gets_the_name(db: None) -> None:
    first, second = make_guest(), make_guest()
    former = second.username
    assert rename_guest(first, "Zora")
    assert not rename_guest(second, "Zora")
    assert second.username == former
    assert not rename_guest(second, "")
