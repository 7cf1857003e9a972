"""The settings, for players and guests."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from accounts.services import block
from tests.html import html_of

SETTINGS = "/accounts/settings/"
CHOICE = {
    "language": "nl",
    "theme": "dark",
    "confirm": "always",
    "auto_advance": "on",
    "tiles": "wood",
    "board_size": "small",
}


def test_strangers_sign_in_first(newcomer: Client) -> None:
    assertRedirects(newcomer.get(SETTINGS), f"/accounts/login/?next={SETTINGS}")


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["anna", "guest"])
def test_what_is_chosen_is_kept(who: str, request: pytest.FixtureRequest, signed_in: Callable[[User], Client]) -> None:
    player: User = request.getfixturevalue(who)
    assertRedirects(signed_in(player).post(SETTINGS, CHOICE), SETTINGS)
    player.refresh_from_db()
    assert (player.language, player.theme, player.confirm, player.sounds) == ("nl", "dark", "always", False)
    assert player.auto_advance
    assert (player.tiles, player.board_size, player.left_handed, player.zen) == ("wood", "small", False, False)
    assert (player.lights, player.keypad) == (False, False)


def test_each_player_sees_their_own_choices(anna: User, bob: User, signed_in: Callable[[User], Client]) -> None:
    User.objects.filter(pk=anna.pk).update(theme="dark", zen=True, night_begins=23, night_ends=7)
    for _again in range(2):
        for player, theme, zen, night in ((anna, "dark", True, True), (bob, "auto", False, False)):
            page = html_of(signed_in(player).get(SETTINGS))
            assert re.findall(r'name="theme" value="(\w+)"[^>]* checked', page) == [theme]
            assert bool(re.search(r'name="zen"[^>]* checked', page)) == zen
            assert ('<option value="23" selected>' in page) == night


def test_theme_and_tiles_colour_the_next_page(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    for tiles, theme, sheets in (("classic", "auto", []), ("wood", "dark", ["tilesets"])):
        page = html_of(browser.get(SETTINGS))
        assert f'data-theme="{theme}"' in page
        assert re.findall(r'data-tiles="(\w+)"', page.partition("<body")[0]) == [tiles] * len(sheets)
        assert re.findall(r"css/(tilesets)\.css", page) == sheets
        browser.post(SETTINGS, CHOICE)


def test_large_numbers_and_wide_text_are_on_the_next_page(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    assertNotContains(browser.get(SETTINGS), "css/reading.css")
    chosen = CHOICE | {"large_numbers": "on", "wide_text": "on"}
    page = html_of(browser.post(SETTINGS, chosen, follow=True))
    for part in ("css/reading.css", "data-large", "data-wide"):
        assert part in page


@pytest.mark.parametrize(
    "wrong", [{"language": "xx"}, {"theme": "pink"}, {"confirm": ""}, {"tiles": "gold"}, {"board_size": "9"}]
)
def test_nonsense_is_refused_and_changes_nothing(
    anna: User, signed_in: Callable[[User], Client], wrong: dict[str, str]
) -> None:
    answer = signed_in(anna).post(SETTINGS, CHOICE | wrong)
    assert answer.status_code == 422
    assertContains(answer, 'data-theme="auto"', status_code=422)
    anna.refresh_from_db()
    assert (anna.language, anna.theme, anna.confirm, anna.sounds) == ("", "auto", "never", True)


def test_a_page_from_before_the_update_keeps_tiles_and_size(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    browser.post(SETTINGS, CHOICE)
    assertRedirects(browser.post(SETTINGS, {"language": "", "theme": "light", "confirm": "never"}), SETTINGS)
    anna.refresh_from_db()
    assert (anna.theme, anna.tiles, anna.board_size) == ("light", "wood", "small")


def test_nothing_but_the_settings_can_be_set(anna: User, signed_in: Callable[[User], Client]) -> None:
    signed_in(anna).post(SETTINGS, CHOICE | {"is_staff": "on", "username": "root", "is_guest": "on"})
    anna.refresh_from_db()
    assert (anna.is_staff, anna.username, anna.is_guest) == (False, "anna", False)


def test_a_player_finds_the_way_to_everything(anna: User, bob: User, signed_in: Callable[[User], Client]) -> None:
    block(by=anna, of=bob)
    page = signed_in(anna).get(SETTINGS)
    for path in ("password/change", "email", "export", "delete", "unblock"):
        assertContains(page, f"/accounts/{path}/")
    assertContains(page, "Unblock bob")
    assertContains(page, "Nederlands")


def test_a_guest_finds_the_way_to_an_account(guest: User, signed_in: Callable[[User], Client]) -> None:
    page = signed_in(guest).get(SETTINGS)
    assertContains(page, "/accounts/signup/")
    assertNotContains(page, "/accounts/password/change/")


def test_a_page_saves_what_was_changed_on_it(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    browser.post(SETTINGS, CHOICE)  # on the phone, after this page was loaded
    stale = {"language": "", "theme": "light", "confirm": "never", "board_size": "large"}
    stale |= {"tiles": "classic", "sounds": "on", "changed": " sounds theme sounds is_staff"}
    browser.post(SETTINGS, stale, headers={"HX-Request": "true"})
    anna.refresh_from_db()
    assert (anna.sounds, anna.theme, anna.is_staff) == (True, "light", False)
    assert (anna.language, anna.confirm, anna.tiles, anna.board_size) == ("nl", "always", "wood", "small")
    assert browser.cookies["django_language"].value == "nl"
