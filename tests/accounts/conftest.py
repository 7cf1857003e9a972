"""Fixtures of the account tests: a visitor and a guest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.hooks import account_deletion, personal_data
from accounts.models import User
from accounts.services import make_guest
from tests.hooks import emptied


@pytest.fixture
def newcomer(db: None) -> Client:
    """Return a browser without a session."""
    return Client()


@pytest.fixture
def guest(db: None) -> User:
    """Return a guest, as *Play now* creates one."""
    return make_guest()


@pytest.fixture
def no_limits(settings: Settings) -> None:
    """Switch off the rate limits of sign-ups and guests."""
    settings.RATE_LIMITS, settings.ACCOUNT_RATE_LIMITS = {}, False


@pytest.fixture
def no_one_else() -> Iterator[None]:
    """Remove what all other apps do at the export and at the deletion."""
    with emptied(personal_data), emptied(account_deletion):
        yield
