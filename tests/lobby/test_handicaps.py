"""Handicaps: anna is the stronger player, and bob gets what makes them even, on whichever seat he sits."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalogue import games
from games.history.models import Record
from games.lobby.forms import OfferForm, OfferTerms
from games.lobby.models import Offer
from games.lobby.services import accept_offer, challenge_back, make_offer
from games.matches.files.exports import as_text, transcript_of, verify
from games.matches.play import positions
from games.matches.play.services import offer_rematch, resign
from games.matches.time.control import USUAL
from games.matches.time.terms import handicap_brief, handicap_words
from games.ratings.models import RatingChange
from games.rules import Handicap, Options, Seat
from tests.html import html_of
from tests.jobs.running import run_jobs
from tests.matches.conftest import play_on
from tests.playing import play
from tests.ratings.conftest import settle

SignedIn = Callable[[User], Client]
FORM = {"time": USUAL, "rated": "rated", "starts": "random", "kind": "direct", "opponent": "bob"}
HANDICAPPED = [slug for slug, game in games().items() if game.options_type.handicaps]


def form(slug: str, challenger: User | None = None, **changes: str) -> OfferForm:
    data = QueryDict(mutable=True)
    data.update({f"option-{one.name}": one.default for one in games()[slug].options_type.choices()})
    data.update(FORM | changes)
    return OfferForm(games()[slug], data, challenger=challenger)


def sent_again(asked: OfferForm) -> QueryDict:
    """Return what the form of a page that has answered sends at the next press."""
    data = QueryDict(mutable=True)
    data.update(asked.data)
    return data


def agreed(slug: str, **changes: str) -> OfferTerms:
    """Return the terms of anna's challenge, in which bob has the handicap."""
    asked = form(slug, None, handicap="opponent", **changes)
    assert asked.is_valid(), asked.errors
    return asked.terms


def options(slug: str, handicap: int) -> Options:
    kind = games()[slug].options_type
    assert kind.handicaps
    found: Options = kind.read({"handicap": kind.handicaps.stored(handicap)})
    return found


@pytest.mark.parametrize("starts", ["challenger", "opponent", "random"])
def test_bob_gets_it_on_both_seats(anna: User, bob: User, signed_in: SignedIn, starts: str) -> None:
    asked = form("sudoku", handicap="opponent", given="12", starts=starts)
    assert asked.is_valid(), asked.errors
    offer = make_offer(challenger=anna, **asked.terms)
    assert "bob begins with 12 points" in html_of(signed_in(bob).get(reverse("lobby:lobby")))
    match = accept_offer(offer.pk, bob)
    seat = match.seat_of(bob)
    assert seat
    assert positions.current(match).scores == seat.put((0, 0), 12)
    assert seat.put((0, 0), 12) == (match.first_points, match.second_points)
    assert not match.rated
    page = html_of(signed_in(anna).get(reverse("matches:match", args=[match.pk])))
    assert "Handicap: bob begins with 12 points." in page
    assert page.count('<span class="badge given">12 ahead</span>') == 1


def test_a_rematch_gives_it_to_the_same_player_on_the_other_seat(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer = make_offer(challenger=anna, **agreed("digifeud", given="7", starts="challenger"))
    match = play_on(accept_offer(offer.pk, bob), 3)
    assert match.options.given == (0, 7)
    resign(match.pk, anna)
    page = html_of(signed_in(bob).get(reverse("matches:match", args=[match.pk])))
    assert "You begin. · bob gets 7 points more" in page
    offer_rematch(match.pk, anna)
    again = offer_rematch(match.pk, bob)
    assert again
    assert (again.first, again.options.given) == (bob, (7, 0))


def test_who_challenges_back_keeps_sides(anna: User, bob: User) -> None:
    offer = make_offer(challenger=anna, game_slug="summy", options=options("summy", -30), kind="link")
    assert handicap_words(offer.options, anna, None) == [
        "the player who accepts begins with 30\N{NO-BREAK SPACE}points"
    ]
    back = challenge_back(offer.pk, bob)
    assert handicap_words(back.options, back.challenger, back.opponent) == [
        "bob begins with 30\N{NO-BREAK SPACE}points"
    ]


def test_it_counts_in_no_rating_and_no_record(anna: User, bob: User) -> None:
    offer = make_offer(challenger=anna, game_slug="sudoku", options=options("sudoku", 50), rated=True)
    resign(play_on(accept_offer(offer.pk, bob), 4).pk, bob)
    run_jobs()
    assert not RatingChange.objects.exists()
    assert not Record.objects.exists()


def test_ratings_say_how_much_before_it_is_sent(anna: User, bob: User, signed_in: SignedIn) -> None:
    settle(anna, 1700)
    assert "no rating" in str(form("sudoku", anna, handicap="even").errors)
    settle(bob, 1500)
    handicaps = games()["sudoku"].options_type.handicaps
    assert handicaps
    number = handicaps.between(1500, 1700)
    asked_for = {**FORM, "option-hints": "no", "game": "sudoku", "handicap": "even"}
    page = html_of(signed_in(anna).post(reverse("lobby:offer"), asked_for))
    assert f"As your ratings say: bob begins with {number} points." in page
    assert not Offer.objects.exists()
    mine, theirs = form("sudoku", anna, handicap="even"), form("sudoku", bob, handicap="even", opponent="anna")
    for asked, given in ((mine, (0, number)), (theirs, (number, 0))):
        assert not asked.is_valid()
        again = OfferForm(games()["sudoku"], sent_again(asked), challenger=asked.challenger)
        assert again.is_valid(), again.errors
        assert again.options.given == given
    settle(bob, 1702)
    close = form("sudoku", anna, handicap="even")
    assert "no handicap is needed" in str(close.errors)
    again = OfferForm(games()["sudoku"], sent_again(close), challenger=anna)
    assert again.is_valid()
    assert again.terms["rated"]
    assert "depends on both ratings" in str(form("sudoku", anna, handicap="even", kind="open").errors)


def test_bad_answers_have_a_sentence_each(anna: User, bob: User) -> None:
    assert "How many points?" in str(form("sudoku", handicap="challenger").errors)
    assert "100" in str(form("sudoku", handicap="challenger", given="101").errors)
    assert "no handicap" in str(form("sudoku", handicap="challenger", given="5", mirror="on").errors)
    assert form("sudoku", handicap="", given="9999").is_valid()
    assert "handicap" not in form("fifteen").fields
    assert "How many chips?" in str(form("tenbyten", handicap="opponent").errors)
    for wrong in ("0", "28"):
        assert "given" in form("tenbyten", handicap="opponent", given=wrong).errors
    for wrong in ("1.5", "+3", "--1", "1000", "\u0661", " 1", "1/3", "4/2"):
        with pytest.raises(ValueError, match="handicap"):
            games()["sudoku"].options_type.read({"handicap": wrong})
    with pytest.raises(ValueError, match="handicap"):
        games()["sudoku"].options_type.read({"handicap": "5", "mirror": "yes"})


@pytest.mark.parametrize("slug", HANDICAPPED)
def test_scores_add_up_to_the_end(slug: str) -> None:
    """In each game: what a player begins with or gets for each move that scores, and the points of all moves."""
    handicaps = games()[slug].options_type.handicaps
    assert handicaps
    for number in (handicaps.most, -1):
        match = play(games()[slug], options(slug, number), 5)
        for before, _move, after in match.steps():
            assert after.last
            gained = after.scores[after.last.seat.index] - before.scores[after.last.seat.index]
            assert handicaps.kind == "chips" or after.result or gained == after.last.points
            assert not after.last.parts or sum(part.points for part in after.last.parts) == after.last.points
        start = match.positions[0]
        assert start.scores == (match.options.given if handicaps.kind == "start" else (0, 0))
        if handicaps.kind == "moves":
            extra = [part.points for turn in match.turns for part in turn.parts if str(part.text) == "handicap"]
            scoring = [turn for turn in match.turns if turn.points and match.options.given[turn.seat.index]]
            assert extra == [abs(number)] * len(scoring) != []


def test_fewer_chips_win_bob_a_game(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer = make_offer(challenger=anna, **agreed("tenbyten", given="12"))
    page = html_of(signed_in(bob).get(reverse("lobby:lobby")))
    assert "bob needs 6 captured chips to win a game" in page
    match = accept_offer(offer.pk, bob)
    page = html_of(signed_in(anna).get(reverse("matches:match", args=[match.pk])))
    assert "Handicap: bob needs 6 captured chips to win a game." in page
    assert page.count('<span class="badge given">6 to win</span>') == 1


@pytest.mark.parametrize(("given", "brief"), [("1", "9, 10, 10"), ("5", "8, 8, 9"), ("25", "1, 2, 2")])
def test_one_chip_fewer_still_wins_bob_the_first_games(anna: User, bob: User, given: str, brief: str) -> None:
    first, second, later = brief.split(", ")
    words = f"needs {first} captured chip{'s' * (first != '1')} to win game 1, {second} for game 2, then {later}"
    for kind in ("direct", "link"):
        offer = make_offer(challenger=anna, **agreed("tenbyten", given=given, kind=kind, starts="challenger"))
        name = "bob" if kind == "direct" else "the player who accepts"
        assert handicap_words(offer.options, anna, offer.opponent) == [f"{name} {words}"]
        match = accept_offer(offer.pk, bob)
        assert [handicap_brief(match.options, seat) for seat in Seat] == ["", f"{brief} to win"]
        resign(match.pk, anna)
        offer_rematch(match.pk, anna)
        again = offer_rematch(match.pk, bob)
        assert again
        assert [handicap_brief(again.options, seat) for seat in Seat] == [f"{brief} to win", ""]
        match.refresh_from_db()
        assert verify(transcript_of(match, None)).turns == ()


def test_a_match_stored_with_whole_chips_keeps_them() -> None:
    whole: Any = games()["tenbyten"].options_type.read({"handicap": "-4"})
    assert [whole.chips_to_win(Seat.SECOND, number) for number in (1, 2, 3, 4)] == [6, 6, 6, 6]
    assert (whole.given, whole.data()["handicap"]) == ((0, 12), "-4")


def test_a_table_is_read_between_its_ratings() -> None:
    handicaps = Handicap("chips", most=12, ratings=(1000, 1200, 1400), table=((6, 20), (4,)))
    pairs = {(1000, 1200): 6, (1200, 1400): 4, (1000, 1100): 3, (1050, 1150): 3, (1100, 1300): 8, (1300, 1300): 0}
    assert {pair: handicaps.between(*pair) for pair in pairs} == pairs
    assert (handicaps.between(1500, 1600), handicaps.between(800, 900)) == (2, 3)  # as at the ends
    assert handicaps.between(500, 2500) == 12


@pytest.mark.parametrize("number", [1, 2, 3, 6, 17, 27, -27, -25])
def test_a_game_of_10_by_10_ends_with_the_chips_that_win_it(number: int) -> None:
    """A third more than whole chips is one chip in the first game, two thirds one in each of the first two."""
    given = [[(chips + more) // 3 for more in (2, 1, 0)] for chips in options("tenbyten", number).given]
    steps: list[tuple[Any, object, Any]] = [*play(games()["tenbyten"], options("tenbyten", number), 3).steps()]
    for before, _move, after in steps:
        counts = before.public.capture_counts
        goals = [10 - chips[min(before.public.number, 3) - 1] for chips in given]
        assert all(count < goal for count, goal in zip(counts, goals, strict=True)) or before.result
        ended = after.public.last_game
        if ended and ended is not before.public.last_game:
            reached = [len(chips) >= goal for chips, goal in zip(ended.captured, goals, strict=True)]
            assert ended.winner or not any(reached)
            assert not any(reached) or reached[ended.winner.index]


def test_its_file_is_played_again(anna: User, bob: User) -> None:
    offer = make_offer(challenger=anna, **agreed("digifeud", given="7"))
    match = play_on(accept_offer(offer.pk, bob), 6)
    resign(match.pk, anna)
    match.refresh_from_db()
    assert "handicap=" in as_text(match, None)
    assert len(verify(transcript_of(match, None)).turns) == 6


def test_the_number_of_one_game_is_not_proposed_in_another(anna: User, bob: User, signed_in: SignedIn) -> None:
    """Six points a move are no six chips."""
    browser = signed_in(anna)
    sent = sent_again(form("digifeud", handicap="opponent", given="9"))
    assert browser.post("/lobby/offer/", {**sent.dict(), "game": "digifeud"}).status_code == 302

    def proposed(slug: str) -> str:
        page = html_of(browser.get(f"/lobby/new/?game={slug}"))
        return page.partition('name="given"')[2].partition('value="')[2].partition('"')[0]

    assert [proposed(slug) for slug in ("digifeud", "tenbyten", "summy", "sudoku")] == ["9", "3", "14", "5"]


@pytest.mark.parametrize(("counted_in", "proposed"), [({}, "3"), ({"parts": "3"}, "5")])
def test_a_handicap_remembered_in_whole_chips_is_not_one_in_thirds(
    anna: User, bob: User, signed_in: SignedIn, counted_in: dict[str, str], proposed: str
) -> None:
    browser = signed_in(anna)
    asked = sent_again(form("tenbyten", handicap="opponent", given="5")).dict() | {"game": "tenbyten"}
    assert browser.post(reverse("lobby:offer"), asked).status_code == 302
    session = browser.session
    session["lobby.choice"] = {name: one for name, one in session["lobby.choice"].items() if name != "parts"}
    session["lobby.choice"] |= counted_in
    session.save()
    again = html_of(browser.get(reverse("lobby:new"), {"opponent": "bob"}))
    assert f'name="given" value="{proposed}"' in again
    assert re.search(r'name="handicap" value="opponent"[^>]* checked', again)


def test_beyond_the_table_of_10_by_10_the_same_difference_counts_as_at_its_ends() -> None:
    handicaps = games()["tenbyten"].options_type.handicaps
    assert handicaps
    pairs = {(756, 947): 1, (665, 1042): 5, (2057, 2204): 4}
    assert {pair: handicaps.between(*pair) for pair in pairs} == pairs
