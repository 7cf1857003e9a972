"""The sweep of deadlines: a match that cannot be replayed does not stop the others."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match
from games.matches.play.services import end_overdue, find_match, void_match
from tests.bad_rows import Spoil, bad_matches, every_spoil
from tests.matches.conftest import play_on

pytestmark = pytest.mark.sql


def make_overdue(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now() - timedelta(hours=1))


@every_spoil
def test_one_bad_match_stops_no_clock(
    match: Match, anna: User, carl: User, spoil: Spoil, caplog: pytest.LogCaptureFixture
) -> None:
    """It keeps running until staff declare it void, and is logged once."""
    play_on(match, 2)
    healthy = find_match(match.pk)
    (bad,) = bad_matches(1, anna, carl, option_data={})
    spoil(bad)
    make_overdue(healthy)
    for _sweep in range(3):
        end_overdue()
    assert find_match(healthy.pk).ending == Match.Ending.TIME
    assert not find_match(bad.pk).finished_at
    assert [bad.pk in line for line in caplog.messages] == [True]
    assert bytes(bad.seed).hex() not in caplog.text
    assert void_match(bad.pk).ending == Match.Ending.VOID


def test_the_match_behind_150_bad_ones_ends_too(match: Match, anna: User, bob: User) -> None:
    bad = bad_matches(150, anna, bob)
    make_overdue(play_on(match, 2))
    assert sum(end_overdue() for _sweep in range(3)) == 1
    assert find_match(match.pk).ending == Match.Ending.TIME
    assert not Match.objects.filter(pk__in=[one.pk for one in bad], finished_at__isnull=False).exists()
