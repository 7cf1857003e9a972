"""Draws by agreement: offered, accepted or declined, in a game that allows them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from games.catalogue import games
from games.history.models import Participation
from games.history.services import recount
from games.matches.errors import MatchOver, NoDrawOffer, NoDraws, NotPlaying
from games.matches.files import exports
from games.matches.files.exports import verify
from games.matches.files.transcript import Unreadable, read
from games.matches.models import Match
from games.matches.pages.stored import Stored
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.requests import accept_draw, decline_draw, offer_draw
from games.matches.play.services import end_on_time, find_match, resign
from games.matches.time.control import TimeControl
from games.ratings.models import RatingChange, RatingPool
from games.ratings.recount import differences
from games.rules import Seat
from tests.bad_rows import lose_game
from tests.html import html_of
from tests.jobs.running import run_jobs
from tests.matches.conftest import play_on

pytestmark = pytest.mark.sql

THREE_DAYS = TimeControl.correspondence(days=3)

SignedIn = Callable[[User], Client]


@pytest.fixture
def reach(anna: User, bob: User) -> Match:
    """Return a rated match of Reach after two moves; it is anna's turn."""
    options = games()["reach"].options_type(goal="15")
    match = start_match(
        game_slug="reach",
        options=options,
        first=anna,
        second=bob,
        time_control=THREE_DAYS,
        rated=True,
    )
    return play_on(match, 2)


def drawn(match: Match, by: User, with_: User) -> Match:
    offer_draw(match.pk, by)
    return accept_draw(match.pk, with_)


def test_anna_offers_bob_accepts_and_it_is_a_draw_everywhere(
    reach: Match, anna: User, bob: User, signed_in: SignedIn
) -> None:
    assert find_match(offer_draw(reach.pk, anna).pk).draw_offered_by == Seat.FIRST
    accept_draw(reach.pk, bob)
    match = find_match(reach.pk)
    assert (match.ending, match.winner, match.counts, match.deadline_at) == ("agreed", None, True, None)
    assert match.draw_offered_by is None
    run_jobs()
    assert (match.first_points, match.second_points) == positions.replay(match).position.scores
    for player in (anna, bob):
        page = signed_in(player).get(reverse("matches:match", args=[match.pk]))
        assertContains(page, "A draw.")
        assertContains(page, "Both players agreed to a draw.")
        assertNotContains(page, "Offer draw")
        assertContains(signed_in(player).get("/history/"), "drawn")
    assert set(Participation.objects.filter(match=match).values_list("outcome", flat=True)) == {"drawn"}
    assert set(RatingChange.objects.filter(match=match).values_list("outcome", flat=True)) == {"drawn"}
    recount()
    assert set(Participation.objects.filter(match=match).values_list("outcome", flat=True)) == {"drawn"}
    assert differences(RatingPool.objects.get(game_slug="reach", is_live=False)) == (1, [])


def test_it_replays_and_its_file_says_draw_and_holds(reach: Match, anna: User, bob: User) -> None:
    match = drawn(reach, anna, bob)
    positions.clear()
    result = positions.current(find_match(match.pk)).result
    assert result is not None
    assert (result.winner, str(result.reason)) == (None, "Both players agreed to a draw.")
    text = exports.as_text(find_match(match.pk), None)
    assert "[Ending agreed]" in text
    assert "[Winner draw]" in text
    end = verify(read(text)).position
    assert end is not None
    assert end.result == result
    assert exports.prove(find_match(match.pk)).moves_fit
    with pytest.raises(Unreadable, match="don’t lead to the result"):
        verify(read(text.replace("[Winner draw]", "[Winner first]")))


def test_a_game_without_such_draws_refuses_the_offer_and_the_file(match: Match, anna: User, bob: User) -> None:
    match = play_on(match, 2)
    with pytest.raises(NoDraws):
        offer_draw(match.pk, anna)
    with pytest.raises(NoDrawOffer):
        accept_draw(match.pk, bob)
    resign(match.pk, anna)
    text = exports.as_text(find_match(match.pk), None)
    claimed = text.replace("[Ending resigned]", "[Ending agreed]").replace("[Winner second]", "[Winner draw]")
    with pytest.raises(Unreadable, match="doesn’t end the way the file says"):
        verify(read(claimed))


def test_none_of_the_four_games_allows_it() -> None:
    allowing = {slug for slug, game in games().items() if game.draws_by_agreement}
    assert {"digifeud", "tenbyten", "sudoku", "summy"}.isdisjoint(allowing)
    assert "reach" in allowing


def test_asking_and_answering_twice_changes_nothing_more(reach: Match, anna: User, bob: User) -> None:
    offered = offer_draw(reach.pk, anna)
    assert offer_draw(reach.pk, anna).version == offered.version
    ended = accept_draw(reach.pk, bob)
    assert accept_draw(reach.pk, bob).version == offer_draw(reach.pk, anna).version == ended.version
    with pytest.raises(MatchOver):
        decline_draw(reach.pk, bob)


def test_bob_declines_and_the_match_goes_on(reach: Match, anna: User, bob: User) -> None:
    offer_draw(reach.pk, anna)
    version = decline_draw(reach.pk, bob).version
    assert decline_draw(reach.pk, bob).version == version
    with pytest.raises(NoDrawOffer):
        accept_draw(reach.pk, bob)
    assert find_match(reach.pk).finished_at is None


def test_who_is_declined_asks_again_only_after_a_move(reach: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    address = reverse("matches:match", args=[reach.pk])
    offer_draw(reach.pk, anna)
    decline_draw(reach.pk, bob)
    version = find_match(reach.pk).version
    for player in (anna, bob):
        with pytest.raises(NoDraws):
            offer_draw(reach.pk, player)
        assertNotContains(signed_in(player).get(address), "Offer draw")
    assert find_match(reach.pk).version == version
    play_on(reach, 1)
    assertContains(signed_in(anna).get(address), "Offer draw")
    assert offer_draw(reach.pk, anna).draw_offered_by == Seat.FIRST


def test_the_offer_outlives_her_own_move_and_lapses_with_his(reach: Match, anna: User, bob: User) -> None:
    offer_draw(reach.pk, anna)
    assert play_on(reach, 1).draw_offered_by == Seat.FIRST
    assert play_on(reach, 1).draw_offered_by is None
    with pytest.raises(NoDrawOffer):
        accept_draw(reach.pk, bob)


def test_both_offer_and_it_is_a_draw(reach: Match, anna: User, bob: User) -> None:
    offer_draw(reach.pk, anna)
    assert offer_draw(reach.pk, bob).ending == "agreed"


def test_no_one_accepts_their_own_offer_and_strangers_have_no_say(reach: Match, anna: User, carl: User) -> None:
    offer_draw(reach.pk, anna)
    with pytest.raises(NoDrawOffer):
        accept_draw(reach.pk, anna)
    for ask in (offer_draw, accept_draw, decline_draw):
        with pytest.raises(NotPlaying):
            ask(reach.pk, carl)


def test_no_draw_before_both_have_moved(reach: Match, anna: User, bob: User) -> None:
    fresh = start_match(
        game_slug="reach",
        options=games()["reach"].options_type(),
        first=anna,
        second=bob,
        time_control=THREE_DAYS,
    )
    with pytest.raises(NoDraws):
        offer_draw(fresh.pk, anna)
    play_on(fresh, 1)
    with pytest.raises(NoDraws):
        offer_draw(fresh.pk, bob)


def test_an_open_offer_does_not_outlive_the_match(reach: Match, anna: User, bob: User) -> None:
    offer_draw(reach.pk, anna)
    assert resign(reach.pk, bob).draw_offered_by is None
    with pytest.raises(MatchOver):
        accept_draw(reach.pk, bob)
    with pytest.raises(MatchOver):
        offer_draw(reach.pk, anna)


def test_time_runs_on_while_an_offer_is_open(reach: Match, anna: User, bob: User) -> None:
    match = offer_draw(reach.pk, bob)
    assert match.deadline_at
    assert end_on_time(match, match.deadline_at + timedelta(seconds=1))
    with pytest.raises(MatchOver):
        accept_draw(reach.pk, anna)


def test_the_buttons_work_without_javascript(reach: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    page = reverse("matches:match", args=[reach.pk])
    assertContains(signed_in(anna).get(page), "Offer draw")
    assertNotContains(Client().get(page), 'id="draw"')
    offered = signed_in(anna).post(reverse("matches:offer_draw", args=[reach.pk]), follow=True)
    assertContains(offered, "You offered a draw. Waiting for bob.")
    asked = signed_in(bob).get(page)
    assertContains(asked, "anna offers a draw.")
    assertContains(asked, "Accept draw")
    assertContains(asked, "Decline draw")
    answer = signed_in(bob).post(reverse("matches:accept_draw", args=[reach.pk]), follow=True)
    assertContains(answer, "A draw.")
    late = signed_in(bob).post(reverse("matches:decline_draw", args=[reach.pk]))
    assertContains(late, "This match is over.", status_code=409)
    assert Client().post(reverse("matches:offer_draw", args=[reach.pk])).status_code == 302


def test_bobs_open_page_hears_of_the_offer(reach: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    partials = reverse("matches:updates", args=[reach.pk], query={"version": reach.version, "ply": reach.ply})
    browser = signed_in(bob)
    browser.get(reverse("matches:match", args=[reach.pk]))
    answer = signed_in(anna).post(reverse("matches:offer_draw", args=[reach.pk]), headers={"HX-Request": "true"})
    assert 'id="match_view"' in html_of(answer)
    assert "anna offers a draw." in browser.get(partials).json()["partials"]


@pytest.mark.parametrize(
    ("language", "offer", "ended"),
    [("nl", "Remise aanbieden", "remise"), ("de", "Unentschieden anbieten", "nentschieden")],
)
def test_in_dutch_and_german(
    reach: Match, anna: User, bob: User, signed_in: SignedIn, language: str, offer: str, ended: str
) -> None:
    address, headers = reverse("matches:match", args=[reach.pk]), {"Accept-Language": language}
    assertContains(signed_in(anna).get(address, headers=headers), offer)
    drawn(reach, anna, bob)
    assertContains(signed_in(anna).get(address, headers=headers), ended)


def test_without_its_rules_it_is_still_a_draw(reach: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    bad = lose_game(drawn(reach, anna, bob))
    assert Stored(bad, Seat.FIRST).outcome == "drawn"
    assertContains(signed_in(anna).get(reverse("matches:match", args=[bad.pk])), "A draw.")
