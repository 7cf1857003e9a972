"""While the site is down, a scheduler that runs on takes nothing from players, who cannot come."""

from __future__ import annotations

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games.jobs.models import Job
from games.lobby.models import Offer
from games.lobby.services import close_stale_offers
from games.matches.models import Match
from games.matches.play.requests import NUDGE_PAUSE, claimable_at, may_nudge
from games.matches.play.services import find_match
from games.matches.time.control import PATIENCE
from games.notifications.models import Notification
from games.rules import Seat
from tests.lobby.conftest import live_by
from tests.matches.conftest import World, match
from tests.matches.test_downtime import DOWN, HOUR, MINUTE
from tests.notifications.conftest import notify_reminders

pytestmark = pytest.mark.sql
__all__ = ["match"]


def reminders() -> list[str]:
    return list(Notification.objects.filter(event="reminder").values_list("mark", flat=True))


def test_open_challenges_outlast_it(
    world: World, anna: User, bob: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    web = world.process()
    web.beat()
    User.objects.update(seen_at=world.database)
    live, passing = live_by(anna), live_by(bob)
    Offer.objects.filter(pk=live.pk).update(made_at=world.database - HOUR)
    Offer.objects.filter(pk=passing.pk).update(made_at=world.database, closes_at=world.database + MINUTE)
    world.passes(DOWN)
    assert close_stale_offers() == 0
    with django_capture_on_commit_callbacks(execute=True):
        web.beat()
    assert close_stale_offers() == 0
    world.beats(web, 2 * MINUTE)
    assert close_stale_offers() == 2


@pytest.mark.thorough
def test_a_reminder_waits_for_its_end(world: World, match: Match, anna: User) -> None:
    web = world.process()
    web.beat()
    Match.objects.filter(pk=match.pk).update(deadline_at=world.database + 3 * HOUR)
    Notification.objects.create(
        user=anna, event="reminder", key="fifth", match=match, ply=0, mark="fifth", made_at=world.database
    )
    Match.objects.filter(pk=match.pk).update(moved_at=world.database - MINUTE)
    Job.objects.filter(key=match.pk).update(due_at=world.database)
    assert notify_reminders() == 0
    world.passes(2 * HOUR)
    assert notify_reminders() == 0
    web.beat()
    assert find_match(match.pk).deadline_at == world.database + 3 * HOUR
    world.beats(web, MINUTE)
    assert notify_reminders() == 0
    world.beats(web, HOUR)
    assert notify_reminders() == 1
    assert reminders() == ["fifth", "two_hours"]


def test_it_is_no_time_in_which_the_opponent_kept_waiting(world: World, match: Match) -> None:
    web = world.process()
    web.beat()
    Match.objects.update(moved_at=world.database)
    began = world.database
    world.passes(30 * HOUR)
    web.beat()
    after = find_match(match.pk)
    assert claimable_at(after) == began + 30 * HOUR + PATIENCE
    assert not may_nudge(after, Seat.SECOND)
    world.passes(NUDGE_PAUSE)
    assert may_nudge(after, Seat.SECOND)


def test_a_live_challenge_ends_with_its_player_whatever_the_machines_clock_says(world: World, anna: User) -> None:
    live_by(anna)  # on a machine whose clock is days ahead of the site's time
    world.passes(2 * MINUTE)
    assert close_stale_offers() == 1
