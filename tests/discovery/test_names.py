"""Every address with a player's name takes all spellings of it: it redirects to the player's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from accounts.services import delete_account
from games.discovery.png import draw_png
from games.lobby.models import Offer
from games.matches.models import Match
from games.matches.play.services import resign
from tests.html import html_of
from tests.lobby.test_offer import post
from tests.matches.conftest import play_on

SignedIn = Callable[[User], Client]
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


@pytest.mark.parametrize(("typed", "begun"), [("Сергей", "СЕР"), ("Γιώργος", "γιω"), ("Çağrı", "cag")])
def test_a_name_in_any_alphabet_works_everywhere(
    typed: str, begun: str, client: Client, bob: User, signed_in: SignedIn
) -> None:
    newcomer = {"username": typed, "password1": "four words make it", "email": "s@example.org"}
    assert client.post("/accounts/signup/", newcomer).status_code == 302
    person = User.objects.get(username=typed)
    for view in ADDRESSES:
        assert client.get(address(view, name=typed, other="bob")).status_code == 200, view
        other = address(view, name=typed.upper(), other="bob")
        assert client.get(other).headers["Location"] == address(view, name=typed, other="bob")

    for path in (f"/lobby/names/?opponent={begun}", f"/lobby/players/?name={begun}"):
        assert typed in html_of(signed_in(bob).get(path))
    post(signed_in(bob), kind="direct", opponent=typed.lower())
    challenge = Offer.objects.get(opponent=person)
    assert client.post(reverse("lobby:accept", args=[challenge.pk])).status_code == 302

    match = Match.objects.get()
    resign(play_on(match, 2).pk, person)
    assert typed in html_of(client.get(f"/matches/{match.pk}/"))
    file = client.get(reverse("matches:notation", args=[match.pk])).content.decode()
    assert typed in file
    read = client.post(reverse("history:reading"), {"text": file})
    assert typed in html_of(read)
    for part in ("", "/matches", "/statistics"):
        answer = client.get(f"/api/v1/players/{typed.lower()}{part}")
        assert answer.status_code == 200, part


def test_letters_of_all_alphabets_are_drawn_in_pictures() -> None:
    """A letter that no font has would be left out, or the same box for all."""
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><text y="50" font-size="40">%s</text></svg>'
    letters = "aąğłșếбґщүβώш"
    assert len({draw_png(frame % sign) for sign in (*letters, "")}) == len(letters) + 1
