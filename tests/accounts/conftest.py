"""The cast around accounts: somebody new, and somebody who plays as a guest."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import deletion, exports
from accounts.models import User
from accounts.services import make_guest


@pytest.fixture
def newcomer(db: None) -> Client:
    """A browser that nobody has signed in with."""
    return Client()


@pytest.fixture
def guest(db: None) -> User:
    """Somebody who clicked on "Play now"."""
    return make_guest()


@pytest.fixture
def no_limits(settings: Settings) -> None:
    """As many sign-ups and guests from one address as one likes."""
    settings.ACCOUNT_RATE_LIMITS = False


@pytest.fixture
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only accounts has something to export or to do at a farewell."""
    monkeypatch.setattr(exports, "_parts", {})
    monkeypatch.setattr(deletion, "_hooks", [])
