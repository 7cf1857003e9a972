"""All that hints, guides and the pages of computer players say, and where they lead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import make_guest
from games.computers.services import begin_guided, find_computer, play_on
from games.matches.models import Match
from games.matches.play.services import play_move, resign
from tests.computers.conftest import a_moment_later
from tests.computers.test_hints import begun, found
from tests.html import HasContent
from tests.matches.conftest import legal_move
from tests.matches.conftest import play_on as moves_on
from tests.page_lines import Texts

SignedIn = Callable[[User], Client]
says = Texts(__file__)


@pytest.fixture(autouse=True)
def _same_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give matches the keys of a series, which seed their hints."""
    keys = (f"match{number:05}" for number in count(1))
    monkeypatch.setattr(Match._meta.get_field("id"), "_get_default", lambda: next(keys))


def test_all_that_a_hint_says(anna: User, signed_in: SignedIn) -> None:
    match, browser = begun("digifeud", anna, find_computer(1)), signed_in(anna)
    address, page = reverse("computers:hint", args=[match.pk]), f"/matches/{match.pk}/"

    def both(step: str, answer: HasContent) -> str:
        """Check what the page of the hint says, and what the match page says of it; return that."""
        says(f"hint: {step}", answer, "hint-page", MATCH=match.pk)
        html = browser.get(page).content.decode()
        says(f"hint: {step}, beside", html, "hint", MATCH=match.pk)
        return html

    both("first", browser.get(address))
    both("awaited", browser.post(address, {"step": 1}, follow=True))
    found(match)
    both("where", browser.get(address))
    html = both("which tiles", browser.post(address, {"step": 2}, follow=True))
    assert 'data-step="2"' in html
    assert 'data-squares="g5 g6 g7 g8 g9"' in html
    html = both("the move", browser.post(address, {"step": 3}, follow=True))
    assert 'data-tiles="g5:9 g6:x g7:5 g8:= g9:4 g9:5"' in html


def test_all_that_a_guide_says(anna: User, signed_in: SignedIn) -> None:
    match, browser = begin_guided(anna, "digifeud"), signed_in(anna)

    def guided(step: str) -> None:
        says(f"guide: {step}", browser.get(f"/matches/{match.pk}/"), "guide", MATCH=match.pk)

    guided("first")
    play_move(match.pk, anna, 1, legal_move(match))
    guided("scored")
    a_moment_later(match)
    guided("answered")
    play_move(match.pk, anna, 3, "pass")
    guided("passed")
    a_moment_later(match)
    guided("third")
    resign(match.pk, anna)
    guided("over")


def test_all_that_is_said_of_the_computers(anna: User, signed_in: SignedIn) -> None:
    browser, ada = signed_in(anna), find_computer(8)
    says("computer", browser.get("/computers/1/"), "computer")
    for name, newcomer in (("visitor", Client()), ("guest", signed_in(make_guest()))):
        says(f"computer: {name}", newcomer.get("/computers/1/"), "computer", since="computer")
    says("computer: first", Client().get("/computers/first/"), "computer")
    page = browser.get(reverse("matches:player", args=[ada.username]))
    says("profile", page, "computer strengths", ADA=ada.username, MILA=find_computer(7).username)
    says("lobby", browser.get("/lobby/"), "computers")


def test_all_that_is_said_of_matches_that_go_on(anna: User, signed_in: SignedIn) -> None:
    browser, level = signed_in(anna), 2
    over = resign(moves_on(begun("digifeud", anna, find_computer(level)), 4).pk, anna)

    def continued(name: str, ply: int, line: Sequence[str] = ()) -> Match:
        again = play_on(anna, over.pk, ply, level, line=line)
        says(f"continues: {name}", browser.get(f"/matches/{again.pk}/"), "continues", ORIGIN=over.pk)
        return again

    for ply in (3, 0):
        resign(continued(f"from {ply}", ply).pk, anna)
    says("continues: over", browser.get(f"/matches/{over.pk}/"), "end", MATCH=over.pk)
    continued("after a line", 2, ["pass", "pass"])
