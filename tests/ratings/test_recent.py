"""The page of a match that has just ended shows its rating changes, and those of a void one at once no more."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.matches.hooks import warm_ends
from games.matches.pages.page_updates import update_since
from games.matches.play import positions
from games.matches.play.services import find_match, void_match
from games.ratings import standings
from games.ratings.models import RatingChange
from games.rules import Seat
from tests.ratings.conftest import beats, begun, settle

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_page_of_an_end_shows_the_new_rating(anna: User, bob: User) -> None:
    settle(anna, 1612), settle(bob, 1500)
    standings.renew_figures(begun(bob, anna))  # as an open page does while it waits
    match = find_match(beats(bob, anna).pk)
    html = update_since(match, Seat.FIRST, -1, -1).html
    after = {change.rating.player_id: change.after for change in RatingChange.objects.filter(match=match)}
    assert f"<b>{after[bob.pk]}</b>" in html
    figures = standings.figures_in(match)
    assert [str(figures.of(player, match)) for player in (bob, anna)] == [str(after[bob.pk]), str(after[anna.pk])]


def test_a_void_match_shows_no_changes_at_once(anna: User, bob: User) -> None:
    match = beats(bob, anna)
    after = RatingChange.objects.get(match=match, rating__player=bob).after
    assert f"<b>{after}</b>" in update_since(find_match(match.pk), Seat.FIRST, -1, -1).html
    void_match(match.pk)
    assert f"<b>{after}</b>" not in update_since(find_match(match.pk), Seat.FIRST, -1, -1).html


@pytest.mark.sql
def test_an_end_is_drawn_without_a_query(anna: User, bob: User) -> None:
    match = find_match(beats(bob, anna).pk)
    after = RatingChange.objects.get(match=match, rating__player=bob).after
    positions.replay(match)
    warm_ends([match])
    with CaptureQueriesContext(connection) as queries:
        html = update_since(match, Seat.FIRST, match.version - 1, match.ply).html
    assert f"<b>{after}</b>" in html
    assert not queries.captured_queries
