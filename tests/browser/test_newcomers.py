"""The first steps of a new player."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Newcomers
from tests.browser.devices import PHONE


def test_anna_signs_up_on_her_phone_and_bob_without_javascript(sign_up: Newcomers) -> None:
    anna = sign_up("anna", device=PHONE)
    bob = sign_up("bob", javascript=False)
    for page in (anna, bob):
        expect(page).to_have_url("/lobby/")
