"""The first steps of a new player."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomers
from tests.browser.devices import PHONE


@pytest.mark.thorough  # by default: who signs up by keyboard in test_every_page.py, and a page without scripts
def test_anna_signs_up_on_her_phone_and_bob_without_javascript(sign_up: Newcomers) -> None:
    anna = sign_up("anna", device=PHONE)
    bob = sign_up("bob", javascript=False)
    for page in (anna, bob):
        expect(page).to_have_url("/lobby/")
