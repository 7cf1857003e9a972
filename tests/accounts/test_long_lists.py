"""Lists of the admin count and search no more than they have to."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import admin
from accounts.admin import BoundedPaginator
from accounts.models import User
from accounts.sessions import Shared
from games.matches.models import Match
from games.ratings.models import RatingChange
from games.ratings.shares import Why
from tests.factors import give_factor
from tests.html import html_of
from tests.ratings.conftest import ended

LISTS = (
    *("accounts_user", "notifications_delivery", "fairplay_suspicion", "social_report", "social_moderationaction"),
    *("ratings_rating", "ratings_score", "ratings_damped", "ratings_ratingchange"),
)


@pytest.fixture
def desk(db: None) -> Client:
    """Return a browser in which staff is signed in."""
    browser = Client()
    browser.force_login(give_factor(User.objects.create_superuser("staff", password="numbers are fun")))
    return browser


@pytest.mark.parametrize("name", LISTS)
def test_a_list_counts_a_bounded_number_of_rows(desk: Client, name: str) -> None:
    with CaptureQueriesContext(connection) as ran:
        assert desk.get(reverse(f"admin:{name}_changelist")).status_code == 200
    counts = [one["sql"] for one in ran if "COUNT(*)" in one["sql"]]
    assert len(counts) == 1
    assert f"LIMIT {admin.MOST}" in counts[0]


def test_of_more_rows_the_first_have_pages(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin, "MOST", 3)
    for number in range(5):
        User.objects.create_user(f"player{number}")
    paginator = BoundedPaginator(User.objects.order_by("-pk"), 2)
    assert (paginator.count, paginator.num_pages) == (3, 2)
    assert BoundedPaginator([1, 2, 3, 4], 2).count == 4


def test_staff_find_changes_by_player_match_and_place(desk: Client, anna: User, bob: User, carl: User) -> None:
    now = timezone.now()
    with_anna, without = ended(bob, anna, 1, now - timedelta(days=1)), ended(carl, bob, 1, now)
    RatingChange.objects.update(why=Why.ADDRESS, share=0.1)
    Match.objects.filter(pk=without.pk).update(shared_place=Shared.ADDRESS)

    def found(name: str, query: str) -> set[str]:
        page = html_of(desk.get(f"{reverse(f'admin:{name}_changelist')}?{query}"))
        return {match.pk for match in (with_anna, without) if match.pk in page.partition('id="result_list"')[2]}

    both = {with_anna.pk, without.pk}
    for name in ("ratings_damped", "ratings_ratingchange"):
        assert found(name, "") == found(name, "q=BO") == both
        assert found(name, "q=ann") == found(name, f"q={with_anna.pk}") == {with_anna.pk}
        assert found(name, "q=nobody") == set()
    assert found("ratings_damped", f"match__shared_place={Shared.ADDRESS.value}") == {without.pk}
    assert found("ratings_damped", f"match__shared_place={Shared.BROWSER.value}") == set()


def test_the_choices_of_a_filter_read_no_matches(desk: Client) -> None:
    with CaptureQueriesContext(connection) as ran:
        desk.get(reverse("admin:ratings_damped_changelist"))
    assert not [one for one in ran if 'DISTINCT "matches_match"' in one["sql"]]
