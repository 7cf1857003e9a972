"""Time while the site was down is given back to clocks that ran, not to those that rested."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.catalogue import games
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import find_match
from games.matches.play.vacation import plan_vacation, set_night
from games.matches.time.clock import Downtime
from games.matches.time.control import TimeControl
from tests.matches.conftest import World
from tests.matches.test_downtime import HOUR, MINUTE

pytestmark = pytest.mark.sql


def slow_match(anna: User, bob: User) -> Match:
    """Return a correspondence match that allows vacation; anna is to move, within three days."""
    options = games()["digifeud"].options_type()
    control = TimeControl.correspondence(days=3, vacation=True)
    return start_match(game_slug="digifeud", options=options, first=anna, second=bob, time_control=control)


def test_a_clock_on_vacation_loses_nothing_to_an_outage(world: World, anna: User, bob: User) -> None:
    web = world.process()
    web.beat()
    match = slow_match(anna, bob)
    plan_vacation(anna, world.database + HOUR, world.database + 25 * HOUR)
    deadline = find_match(match.pk).deadline_at
    assert deadline == world.database + 96 * HOUR
    world.beats(web, 20 * MINUTE)
    world.passes(2 * HOUR)  # of which 40 minutes are not vacation
    web.beat()
    assert find_match(match.pk).deadline_at == deadline + 40 * MINUTE
    world.passes(2 * HOUR)
    web.beat()
    assert find_match(match.pk).deadline_at == deadline + 40 * MINUTE
    assert [one.seconds for one in Downtime.all_in(find_match(match.pk).downtimes)] == [7200, 7200]


def test_a_deadline_that_an_outage_moves_into_a_vacation_or_a_night_is_moved_past_it(
    world: World, anna: User, bob: User
) -> None:
    web = world.process()
    web.beat()
    begun, match = world.database, slow_match(anna, bob)
    plan_vacation(anna, begun + 73 * HOUR, begun + 97 * HOUR)  # an hour after the deadline
    world.passes(90 * MINUTE)
    web.beat()
    assert find_match(match.pk).deadline_at == begun + 97 * HOUR + 30 * MINUTE

    evening = begun.replace(hour=20)
    set_night(anna, time_zone="UTC", night_begins=20, night_ends=4)
    Match.objects.filter(pk=match.pk).update(deadline_at=evening - HOUR)
    world.passes(90 * MINUTE)
    web.beat()
    assert find_match(match.pk).deadline_at == evening + 8 * HOUR + 30 * MINUTE
