"""The page of a match that has just ended shows its rating changes without a query for them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.matches.models import Match
from games.matches.pages.page_updates import update_since
from games.matches.play.services import find_match, void_match
from games.ratings import standings
from games.ratings.models import RatingChange
from games.ratings.standings import Figures, figures_of
from games.rules import Seat
from tests.ratings.conftest import beats, begun, settle

pytestmark = pytest.mark.django_db(transaction=True)


def shown(figures: Figures, match: Match) -> list[str]:
    return [str(figures.of(player, match)) for player in (match.first, match.second)]


def test_the_page_of_an_end_reads_no_ratings(anna: User, bob: User) -> None:
    settle(anna, 1612), settle(bob, 1500)
    standings.renew_figures(begun(bob, anna))  # as an open page does while it waits
    match = find_match(beats(bob, anna).pk)
    with CaptureQueriesContext(connection) as queries:
        html = update_since(match, Seat.FIRST, -1, -1).html
    changes = {change.rating.player_id: change for change in RatingChange.objects.filter(match=match)}
    assert f"<b>{changes[bob.pk].after}</b>" in html
    assert [query["sql"] for query in queries if "ratings_" in query["sql"]] == []


def test_what_is_cached_is_what_was_stored(anna: User, bob: User) -> None:
    settle(anna, 1612), settle(bob, 1500)
    match = find_match(beats(bob, anna).pk)
    cached, stored = standings.figures_in(match), figures_of([anna.pk, bob.pk], match.finished_at)
    assert shown(cached, match) == shown(stored, match)
    by_player = dict(standings.changes_of(match.pk))
    assert by_player.keys() == {anna.pk, bob.pk}
    for player, change in by_player.items():
        row = RatingChange.objects.get(match=match, rating__player=player)
        names = [field.attname for field in RatingChange._meta.fields if not field.primary_key]
        assert {name: getattr(change, name) for name in names} == {name: getattr(row, name) for name in names}


def test_a_void_match_shows_no_changes_at_once(anna: User, bob: User) -> None:
    match = beats(bob, anna)
    assert standings.changes_of(match.pk)
    void_match(match.pk)
    assert standings.changes_of(match.pk) == []
