"""The counting of matches: which ones count, in which pool, and only once."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services import delete_account, make_guest
from games.catalogue import games
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import end_overdue, find_match, offer_rematch, resign
from games.ratings.models import Rating, RatingChange
from games.ratings.services import count_match, count_matches
from games.rules import Seat
from tests.moves import first_move, given_up
from tests.ratings.conftest import NOON, beats, begun, check, ended, opened, rating_of, settle, stored

pytestmark = pytest.mark.sql


def test_a_rated_match_counts_for_both(anna: User, bob: User) -> None:
    match = beats(anna, bob)
    up, down = rating_of(anna), rating_of(bob)
    assert up.rating > 1500 > down.rating
    assert (up.won, up.drawn, up.lost, up.matches) == (1, 0, 0, 1)
    assert (down.won, down.drawn, down.lost) == (0, 0, 1)
    assert up.changes.get().match == match
    check()


def test_a_casual_match_counts_for_nothing(anna: User, bob: User) -> None:
    beats(anna, bob, rated=False)
    assert not Rating.objects.exists()


def test_a_draw_brings_two_together(anna: User, bob: User) -> None:
    settle(anna, 1900), settle(bob, 1500)
    ended(anna, bob, None, timezone.now())
    up, down = rating_of(bob), rating_of(anna)
    assert (up.drawn, down.drawn) == (1, 1)
    assert up.rating > 1500
    assert down.rating < 1900


@pytest.mark.parametrize("slug", sorted(games()))
def test_giving_up_is_a_loss_for_the_rating_in_every_game(anna: User, bob: User, slug: str) -> None:
    match = opened(anna, bob, slug)
    assert resign(match.pk, bob).counts
    assert (rating_of(anna, slug).won, rating_of(bob, slug).lost) == (1, 1)
    assert rating_of(anna, slug).rating > 1500 > rating_of(bob, slug).rating
    check()


@pytest.mark.parametrize("slug", sorted(games()))
def test_lost_time_is_a_loss_for_the_rating_in_every_game(anna: User, bob: User, slug: str) -> None:
    match = opened(anna, bob, slug)
    late = match.player(Seat(match.to_move))
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now())
    assert end_overdue() == 1
    assert find_match(match.pk).counts
    assert rating_of(late, slug).lost == 1
    check()


def test_an_aborted_match_counts_for_nothing(anna: User, bob: User) -> None:
    match = begun(anna, bob)
    Match.objects.filter(pk=match.pk).update(ending="aborted", finished_at=NOON)
    count_match(find_match(match.pk))
    assert not Rating.objects.exists()
    check()


def test_games_and_paces_are_apart(anna: User, bob: User) -> None:
    beats(anna, bob)
    beats(bob, anna, live=True)
    beats(bob, anna, slug="summy")
    assert rating_of(anna).rating > 1500
    assert rating_of(anna, live=True).rating < 1500
    assert rating_of(anna, "summy").rating < 1500
    check()


def test_a_match_counts_once(anna: User, bob: User) -> None:
    match = beats(anna, bob)
    before = rating_of(anna).rating
    count_match(find_match(match.pk))
    assert rating_of(anna).rating == before
    assert RatingChange.objects.count() == 2


def test_a_rematch_is_rated_like_the_match_before(anna: User, bob: User) -> None:
    for rated in (True, False):
        match = beats(anna, bob, rated=rated)
        offer_rematch(match.pk, anna)
        again = offer_rematch(match.pk, bob)
        assert again is not None
        assert again.rated is rated


def test_who_leaves_leaves_the_ratings_of_others_right(anna: User, bob: User) -> None:
    beats(anna, bob)
    first_move(begun(bob, anna))
    delete_account(bob)
    assert rating_of(anna).won == 2
    check()


def test_a_match_with_a_guest_is_never_rated(anna: User) -> None:
    beats(anna, make_guest())
    assert not Rating.objects.exists()


def test_a_guest_who_signs_up_brings_nothing_rated(anna: User) -> None:
    guest = make_guest()
    match = begun(guest, anna, rated=False)
    guest.is_guest = False
    guest.save()
    given_up(match, anna)
    assert not Rating.objects.exists()


def test_time_between_two_matches_makes_unsure(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for _match in range(8):
        beats(anna, bob)
    fresh = rating_of(anna)
    later = timezone.now() + (timezone.now() - NOON) * 10
    monkeypatch.setattr(timezone, "now", lambda: later)
    beats(anna, bob)
    change = rating_of(anna).changes.latest("at")
    assert change.deviation_before > fresh.deviation
    assert change.at >= later
    check()


def test_a_match_is_casual_unless_agreed(anna: User, bob: User) -> None:
    match = begun(anna, bob)
    plain = start_match(
        game_slug=match.game_slug, options=match.options, first=anna, second=bob, time_control=match.time_control
    )
    assert not plain.rated


@pytest.mark.django_db
def test_matches_of_different_players_count_with_the_statements_of_one() -> None:
    players = [User.objects.create(username=f"player{number}") for number in range(8)]
    ended(players[0], players[1], 1)  # creates the pools
    statements = []
    for some in (players[:2], players[2:]):
        matches = [stored(first, second, 1) for first, second in zip(some[::2], some[1::2], strict=True)]
        with CaptureQueriesContext(connection) as queries:
            count_matches(matches)
        statements.append(len(queries))
    assert statements[0] == statements[1]
    assert RatingChange.objects.count() == 2 * 5
    check()


def test_matches_that_share_a_player_count_in_their_order(anna: User, bob: User, carl: User) -> None:
    matches = [stored(anna, bob, 1), stored(carl, anna, 1), stored(bob, carl, None), stored(bob, anna, 2, live=True)]
    count_matches([*matches, matches[0]])
    counted = RatingChange.objects.filter(rating__player=anna, rating__pool__is_live=False).order_by("at")
    assert [change.match for change in counted] == matches[:2]
    assert counted[1].rating_before == counted[0].rating_after
    assert [rating_of(player).matches for player in (anna, bob, carl)] == [2, 2, 2]
    assert rating_of(anna, live=True).won == 1
    check()


def test_matches_of_every_pool_that_end_with_one_commit_count_each_in_its_own(db: None) -> None:
    """Both paces of two games, each between two others, in every order in which they may come."""
    kinds = [(slug, live) for slug in ("sudoku", "digifeud") for live in (False, True)]
    for turn in range(len(kinds)):
        order = [*kinds[turn:], *kinds[:turn]]
        names = [f"player{turn}{number}" for number in range(2 * len(kinds))]
        players = [User.objects.create_user(name) for name in names]
        pairs = list(zip(players[::2], players[1::2], strict=True))
        count_matches([stored(*pair, 1, slug=slug, live=live) for pair, (slug, live) in zip(pairs, order, strict=True)])
        for (first, second), (slug, live) in zip(pairs, order, strict=True):
            assert (rating_of(first, slug, live=live).won, rating_of(second, slug, live=live).lost) == (1, 1)
            assert RatingChange.objects.filter(rating__player__in=(first, second)).count() == 2
    check()
