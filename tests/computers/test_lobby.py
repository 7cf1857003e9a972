"""Computers in the lobby: by button, by challenge, and for guests."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.names import COMPUTERS
from games.catalogue import bots
from games.computers.services import begin_match
from games.lobby.models import Offer
from games.matches.errors import TooManyMatches
from games.matches.models import Match
from tests.html import html_of
from tests.lobby.conftest import at_once

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]


def computers_of(page: str) -> str:
    """Return the computers' part of the lobby page."""
    return page.partition('id="computers"')[2].partition("</section>")[0]


def test_every_face_of_the_lobby_leads_to_what_that_computer_plays(client: Client, db: None) -> None:
    page = computers_of(html_of(client.get(reverse("lobby:lobby"))))
    for name in COMPUTERS.values():
        assert f"<b>{name}</b>" in page
    for level in {level for found in bots().values() for level in found}:
        address = reverse("computers:face", args=[level])
        assert f'href="{address}"' in page
        own = html_of(client.get(address))
        for slug, found in bots().items():
            assert (reverse("computers:play", args=[slug, level]) in own) == (level in found)
            assert level not in found or not found[level].habit or str(found[level].habit) in own


def test_the_lobby_of_a_game_without_computers_has_no_faces(client: Client, db: None) -> None:
    assert computers_of(html_of(client.get(reverse("lobby:lobby"), {"game": "sudoku"})))
    assert 'id="computers"' not in html_of(client.get(reverse("lobby:lobby"), {"game": "reach"}))


def test_a_newcomer_in_the_lobby_chooses_the_game_of_a_guided_first_match(client: Client, db: None) -> None:
    way = reverse("computers:first")
    assert f'href="{way}"' in computers_of(html_of(client.get(reverse("lobby:lobby"))))
    games = html_of(client.get(way))
    for slug in bots():
        assert reverse("computers:guided", args=[slug]) in games
    client.post(reverse("computers:guided", args=["sudoku"]))
    assert Match.objects.get().guide.shown


def test_the_guide_is_offered_until_a_match_of_each_game_is_finished(anna: User, signed_in: SignedIn) -> None:
    browser, way = signed_in(anna), reverse("computers:first")
    for slug in bots():
        assert way in computers_of(html_of(browser.get(reverse("lobby:lobby"))))
        match = begin_match(anna, slug, 1)
        Match.objects.filter(pk=match.pk).update(ending=Match.Ending.PLAYED, finished_at=timezone.now())
    assert way not in computers_of(html_of(browser.get(reverse("lobby:lobby"))))


def test_a_face_that_is_not_there(client: Client, db: None) -> None:
    assert client.get(reverse("computers:face", args=[99])).status_code == 404


def test_who_waits_for_a_person_plays_a_computer_meanwhile(anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    browser.post("/lobby/play-now/", {"pace": "live", "game": "summy"})
    way = reverse("computers:meanwhile", args=["summy"])
    assert way in html_of(browser.get("/lobby/"))
    browser.post(way)
    assert Match.objects.get().game_slug == "summy"
    assert Offer.objects.get().status == Offer.Status.OPEN


def test_one_button_begins_a_match_for_someone_who_is_no_one_yet(client: Client, db: None) -> None:
    page = client.post(reverse("computers:play", args=["digifeud", 5]))
    match = Match.objects.get()
    assert page["Location"] == reverse("matches:match", args=[match.pk])
    assert {match.first.username, match.second.username} > {"Computer-2"}
    assert not match.rated
    assert not hasattr(match, "guide")


def test_chance_decides_who_starts(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for bit, first in ((0, "anna"), (1, "Computer-1")):
        monkeypatch.setattr("secrets.randbits", lambda bits, bit=bit: bit)
        begin_match(anna, ["digifeud", "sudoku"][bit], 1)
        assert Match.objects.filter(first__username=first).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_button_pressed_eight_times_at_once_begins_one_match(anna: User) -> None:
    found = at_once(*[lambda: begin_match(anna, "digifeud", 1)] * 8)
    assert len(set(found)) == Match.objects.count() == 1


@pytest.mark.parametrize(("slug", "level"), [("reach", 1), ("chess", 1), ("digifeud", 99), ("digifeud", 0)])
def test_what_no_computer_plays_is_refused_and_makes_no_guest(client: Client, db: None, slug: str, level: int) -> None:
    page = client.post(reverse("computers:play", args=[slug, level]), follow=True)
    assert "This computer player does not play this game." in page.content.decode()
    assert not User.objects.exists()


def test_enough_is_enough(anna: User, monkeypatch: pytest.MonkeyPatch, signed_in: SignedIn) -> None:
    monkeypatch.setattr("games.matches.play.starts.MOST_WITH_COMPUTERS", 1)
    begin_match(anna, "digifeud", 1)
    with pytest.raises(TooManyMatches):
        begin_match(anna, "sudoku", 1)
    page = signed_in(anna).post(reverse("computers:play", args=["sudoku", 1]))
    assert (page.status_code, page["Retry-After"]) == (429, "60")
    assert "Too many matches against computers" in page.content.decode()
    assert challenged(signed_in(anna), "sudoku")[0] == 429


def test_a_reload_of_the_address_leads_to_the_lobby(client: Client, db: None) -> None:
    assert client.get(reverse("computers:play", args=["digifeud", 1]))["Location"] == reverse("lobby:lobby")


def challenged(browser: Client, slug: str) -> tuple[int, str]:
    """Return status and address of the response to a challenge to Computer-1."""
    form = {"game": slug, "time": 7, "starts": "challenger", "kind": "direct", "opponent": "computer-1"}
    options = {"option-directions": "4", "option-operators": "+-", "option-hints": "no"}
    answer = browser.post(reverse("lobby:offer"), {**form, **options})
    return answer.status_code, answer.get("Location", "")


def test_a_challenge_to_a_computer_is_accepted_at_once(anna: User, computer: User, signed_in: SignedIn) -> None:
    answer = challenged(signed_in(anna), "digifeud")
    match, offer = Match.objects.get(), Offer.objects.get()
    assert answer == (302, reverse("matches:match", args=[match.pk]))
    assert (match.first, match.second, match.base.days) == (anna, computer, 7)
    assert match.option_data["directions"] == "4"
    assert (offer.status, offer.match) == (Offer.Status.ACCEPTED, match)


def test_a_challenge_to_a_game_it_does_not_play_is_refused_with_a_sentence(
    anna: User, computer: User, signed_in: SignedIn
) -> None:
    form = {"game": "reach", "time": 7, "starts": "random", "kind": "direct", "opponent": "Computer-1"}
    page = signed_in(anna).post(reverse("lobby:offer"), {**form, "option-goal": "10"})
    assert "This computer player does not play this game." in page.content.decode()
    assert not Offer.objects.exists()
