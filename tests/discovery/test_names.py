"""Every address with a player's name takes all spellings of it: it redirects to the player's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from accounts.services import delete_account

pytestmark = pytest.mark.django_db
NAMED = {"name", "other"}
OTHER_ARGUMENTS = {"language": "en"}


def named_patterns(resolver: URLResolver, names: tuple[str, ...] = ()) -> Iterator[tuple[str, list[str]]]:
    """Yield each address with a player's name, by the name of its view, with all its arguments."""
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            yield from named_patterns(one, (*names, one.namespace) if one.namespace else names)
        elif isinstance(one, URLPattern) and NAMED & set(one.pattern.converters):
            yield ":".join((*names, str(one.name))), list(one.pattern.converters)


ADDRESSES = dict(named_patterns(get_resolver()))


def address(view: str, **names: str) -> str:
    """Return the address of this view with these names of players."""
    known = OTHER_ARGUMENTS | names
    return reverse(view, kwargs={argument: known[argument] for argument in ADDRESSES[view]})


def test_all_are_found() -> None:
    assert {"matches:player", "history:history", "history:against"} <= set(ADDRESSES)
    assert {"discovery:player_feed", "discovery:player_picture"} <= set(ADDRESSES)


@pytest.mark.parametrize("view", ADDRESSES)
@pytest.mark.parametrize("spelling", ["ANNA", "Ａnna", "Änna"])  # capital and wide letters, an accent
def test_other_spellings_are_redirected(view: str, spelling: str, client: Client, anna: User, bob: User) -> None:
    right, other = address(view, name="anna", other="bob"), address(view, name=spelling, other="BOB")
    assert client.get(right).status_code == 200
    for ask in (client.get, client.head):
        answer = ask(other)
        assert (answer.status_code, answer.headers["Location"]) == (302, right)


@pytest.mark.parametrize("view", ADDRESSES)
def test_no_player_and_deleted_ones_have_none(view: str, client: Client, anna: User, bob: User) -> None:
    delete_account(anna)
    anna.refresh_from_db()
    for name in ("dora", "anna", anna.username, anna.username.upper()):
        assert client.get(address(view, name=name, other="bob")).status_code == 404, name
