"""Ratings on other pages: lobby, match, result, player, export, admin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import make_guest
from games.matches.models import Match
from games.matches.pages.page_updates import update_since
from games.matches.play.services import find_match, resign, void_match
from games.ratings.models import Rating, RatingChange
from games.ratings.standings import figures_of
from games.rules import Seat
from tests.exports import export_of
from tests.factors import give_factor
from tests.html import html_of
from tests.moves import first_move
from tests.ratings.conftest import beats, begun, rating_of, settle
from tests.ratings.test_agreement import offer

SignedIn = Callable[[User], Client]


def page_of(browser: Client, path: str) -> str:
    return html_of(browser.get(path, follow=True))


def match_page(browser: Client, match: Match) -> str:
    return page_of(browser, reverse("matches:match", args=[match.pk]))


def test_the_lobby_shows_what_a_match_would_change(anna: User, bob: User, signed_in: SignedIn) -> None:
    settle(anna, 1612), settle(bob, 1500)
    offer(anna, rated=True)
    page = page_of(signed_in(bob), "/lobby/")
    assert "</span> 1612</span>" in page
    expected = figures_of([anna.pk, bob.pk]).prospects(bob, anna, offer(anna, rated=True))
    assert expected is not None
    assert expected.won > 0 > expected.lost
    assert f"win +{expected.won}, loss −{-expected.lost}" in page  # in short, where there is little room
    assert f"Your 1500: win +{expected.won}, draw +{expected.drawn}, loss −{-expected.lost}" in page


def test_what_was_shown_is_what_happens(anna: User, bob: User) -> None:
    settle(anna, 1612), settle(bob, 1500)
    shown = figures_of([anna.pk, bob.pk]).prospects(bob, anna, offer(anna, rated=True))
    beats(bob, anna)
    assert shown is not None
    assert rating_of(bob).changes.get().gain == shown.won


def test_a_newcomer_is_1500_with_a_question_mark(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer(anna, rated=True)
    page = page_of(signed_in(bob), "/lobby/")
    assert "</span> 1500?</span>" in page
    assert "Your 1500?: win +23, draw ±0, loss −23" in page  # a tenth of a match, between two newcomers


def test_a_casual_offer_changes_nothing(anna: User, bob: User, signed_in: SignedIn) -> None:
    settle(anna, 1612)
    offer(anna, rated=False)
    page = page_of(signed_in(bob), "/lobby/")
    assert "1612" in page
    assert "win +" not in page


def test_a_guest_sees_ratings_and_has_none(anna: User, signed_in: SignedIn) -> None:
    settle(anna, 1612)
    guest = make_guest()
    offer(anna, rated=True), offer(guest, rated=False)
    page = page_of(signed_in(guest), "/lobby/")
    assert "1612" in page
    assert "win +" not in page
    assert "1500?" not in page_of(signed_in(anna), "/lobby/")


def test_a_challenge_link_shows_what_it_would_change(anna: User, bob: User, signed_in: SignedIn) -> None:
    settle(anna, 1612)
    link = reverse("lobby:challenge", args=[offer(anna, rated=True, kind="link").pk])
    assert "Your 1500?: win +" in page_of(signed_in(bob), link)
    assert "win +" not in page_of(signed_in(anna), link)


def test_a_match_shows_ratings_beside_the_names(anna: User, bob: User, signed_in: SignedIn) -> None:
    settle(anna, 1612)
    page = match_page(Client(), begun(anna, bob))
    assert "</span> 1612</span>" in page
    assert "</span> 1500?</span>" in page
    assert "1500?" not in match_page(Client(), begun(bob, anna, rated=False))


def test_both_are_pushed_what_changed_and_why(anna: User, bob: User) -> None:
    match = first_move(begun(anna, bob))
    resign(match.pk, bob)
    over = find_match(match.pk)
    for seat in Seat:
        html = html_of(update_since(over, seat, match.version, match.ply).html)
        assert '<span class="figures">1500 → <b>1662</b></span> <span class="gain up">+162</span>' in html
        assert '<span class="gain down">−162</span>' in html
        assert f"Going by the ratings, {match.player(seat)} had a 50% chance to win." in html
        assert f"{match.player(seat.other)} had a" not in html
    first = html_of(update_since(over, Seat.SECOND, match.version, match.ply).html).partition('id="verdict"')[2]
    assert first.index("<strong>bob</strong>") < first.index("<strong>anna</strong>")


def test_after_a_casual_match_it_says_so(anna: User, bob: User, signed_in: SignedIn) -> None:
    assert "A casual match: no rating changes." in match_page(signed_in(anna), beats(anna, bob, rated=False))
    void = void_match(beats(anna, bob, slug="digifeud").pk)
    assert "This match does not change rating, score or strength." in match_page(signed_in(anna), void)
    void = void_match(beats(anna, bob).pk)
    assert "This match does not change ratings." in match_page(signed_in(anna), void)


def test_guests_hear_nothing_of_ratings(anna: User, signed_in: SignedIn) -> None:
    assert 'id="verdict"' not in match_page(signed_in(anna), beats(anna, make_guest(), rated=False))


def test_a_players_page_shows_ratings_and_curves(anna: User, bob: User) -> None:
    for _match in range(3):
        beats(anna, bob)
    beats(bob, anna, slug="summy", live=True)
    page = page_of(Client(), "/matches/by/anna/")
    assert "Sudoku Duel, correspondence" in page
    assert "3 – 0 – 0" in page
    assert "0 – 0 – 1" not in page  # the other pace is a tap away
    assert 'href="?chart=summy-live#standings"' in page
    assert "0 – 0 – 1" in page_of(Client(), "/matches/by/anna/?chart=summy-live")
    assert page.count("<svg viewBox") == 1  # one match is not enough for a chart
    assert "in 3 matches; best" in page
    assert page.count("<td>won</td>") >= 3
    assert 'id="standings"' not in page_of(Client(), f"/matches/by/{make_guest()}/")


def test_the_coordinates_are_the_same_in_every_language(anna: User, bob: User) -> None:
    for _match in range(3):
        beats(anna, bob)
    curves = [
        html_of(Client(headers={"accept-language": language}).get("/matches/by/anna/")).partition("<polyline")[2]
        for language in ("en", "de")
    ]
    assert curves[0].partition("/>")[0] == curves[1].partition("/>")[0] != ""


def test_the_export_holds_every_rating(anna: User, bob: User) -> None:
    match = beats(anna, bob)
    ratings: Any = export_of(anna)["ratings"]  # lists and mappings, as in JSON
    (rating,) = ratings
    assert (rating["game"], rating["pace"], rating["won"]) == ("sudoku", "days", 1)
    assert [change["match"] for change in rating["matches"]] == [match.pk]


@pytest.mark.parametrize("model", [Rating, RatingChange])
def test_staff_look_and_touch_nothing(
    anna: User, bob: User, signed_in: SignedIn, model: type[Rating] | type[RatingChange]
) -> None:
    beats(anna, bob)
    give_factor(bob).is_staff = bob.is_superuser = True
    bob.save()
    browser = signed_in(bob)
    address = f"/admin/ratings/{model._meta.model_name}/"
    assert "anna" in html_of(browser.get(address))
    row = model._default_manager.first()
    assert row is not None
    assert browser.get(f"{address}add/").status_code == 403
    assert browser.post(f"{address}{row.pk}/change/", {"rating": 3000}).status_code == 403
    assert browser.post(f"{address}{row.pk}/delete/", {"post": "yes"}).status_code == 403
