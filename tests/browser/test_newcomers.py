"""The first steps of a new player."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.axe import axe, axe_colors
from tests.browser.conftest import Newcomers, Windows
from tests.browser.devices import DESKTOP, PHONE


def test_anna_signs_up_on_her_phone_and_bob_without_javascript(sign_up: Newcomers) -> None:
    anna = sign_up("anna", device=PHONE)
    bob = sign_up("bob", javascript=False)
    for page in (anna, bob):
        expect(page).to_have_url("/lobby/")


def test_the_front_door_is_open_to_all(window: Windows) -> None:
    for device in (DESKTOP, PHONE):
        page = window(device=device, color_scheme="light")
        page.goto("/")
        assert axe(page) == []
        page.emulate_media(color_scheme="dark")
        assert axe_colors(page) == []
