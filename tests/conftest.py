"""What all tests share: the cast, an empty cache, and the real site as a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.serving import Site, running

PASSWORD = "numbers are fun"


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """No test meets the rate limits or sessions of another."""
    yield
    cache.clear()


def _player(name: str) -> User:
    return User.objects.create_user(name, password=PASSWORD)


@pytest.fixture
def anna(db: None) -> User:
    """A player who usually plays bob; her password is PASSWORD."""
    return _player("anna")


@pytest.fixture
def bob(db: None) -> User:
    """A player who usually plays anna; his password is PASSWORD."""
    return _player("bob")


@pytest.fixture
def carl(db: None) -> User:
    """A third player, who watches and may not play."""
    return _player("carl")


@pytest.fixture
def signed_in() -> Callable[[User], Client]:
    """Gives Django's test client for a player, signed in: `signed_in(anna).get(…)`."""

    def client(user: User) -> Client:
        browser = Client()
        browser.force_login(user)
        return browser

    return client


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The real site with an empty database, for all tests of a module; what it can do stands in tests/serving.py."""
    with running(tmp_path_factory.mktemp("site")) as site:
        yield site
