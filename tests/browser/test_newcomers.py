"""The first steps of a new player."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.axe import axe
from tests.browser.conftest import Newcomers, Windows
from tests.browser.devices import DESKTOP, PHONE


def test_anna_signs_up_on_her_phone_and_bob_without_javascript(newcomer: Newcomers) -> None:
    anna = newcomer("anna", device=PHONE)
    bob = newcomer("bob", javascript=False)
    for page in (anna, bob):
        expect(page).to_have_url("/lobby/")


def test_the_front_door_is_open_to_all(window: Windows) -> None:
    for device in (DESKTOP, PHONE):
        for scheme in ("light", "dark"):
            page = window(device=device, color_scheme=scheme)
            page.goto("/")
            assert axe(page) == []
