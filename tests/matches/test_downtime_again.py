"""A site that goes down again before the minute for coming back has run out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from core.clock import Anchor, SiteTime
from games.matches.models import Match
from games.matches.play.heartbeat import RETURN, SILENCE
from games.matches.play.services import end_overdue, find_match
from games.matches.time.clock import Downtime
from tests.matches.conftest import World, play_on
from tests.matches.test_downtime import DOWN, MINUTE, SECOND, live
from tests.sizes import examples

pytestmark = pytest.mark.sql
__all__ = ["live"]


@pytest.mark.parametrize(("silence", "pause"), [(94, 30), (12, 6), (15, 57)])
def test_a_site_that_goes_down_again_and_again_gives_no_time(
    world: World, live: Match, silence: int, pause: int
) -> None:
    web = world.process()
    world.beats(web, 20 * SECOND)
    before = find_match(live.pk)
    assert before.clock_since
    assert before.deadline_at
    falls = examples(5, 17)
    down, up, now = timedelta(), timedelta(), world.database
    for _fall in range(falls):
        began = world.database
        world.passes(silence * SECOND)
        web.beat()
        down += world.database - began
        began = world.database
        world.beats(web, pause * SECOND)
        up += world.database - began
    up -= world.database - began  # since the last return
    live = find_match(live.pk)
    assert live.clock_since == before.clock_since + down + up + RETURN
    assert live.deadline_at == before.deadline_at + down + up + RETURN
    assert live.clock_since <= now + down + up + RETURN
    assert [one.seconds for one in Downtime.all_in(live.downtimes)] == [silence] * falls
    world.beats(web, 6 * MINUTE)
    assert end_overdue() == 1


def test_after_a_move_the_whole_minute_is_given_again(world: World, live: Match) -> None:
    web = world.process()
    world.beats(web, 20 * SECOND)
    world.passes(DOWN)
    web.beat()
    world.beats(web, 10 * SECOND)
    moved = play_on(live, 1)
    world.passes(DOWN)
    web.beat()
    assert moved.clock_since
    assert find_match(live.pk).clock_since == moved.clock_since + DOWN + RETURN


def test_a_process_that_does_not_serve_goes_by_the_time_of_the_site(world: World, match: Match) -> None:
    web, command = world.process(), world.process()
    world.beats(web, 20 * SECOND)
    served = web.time.now()
    world.passes(3 * SECOND)
    command.follow()
    assert command.time.now() == web.time.now() == served + 3 * SECOND
    world.database -= MINUTE  # was set back
    command.follow()
    assert command.time.now() == served


def test_the_first_reading_is_by_the_anchor_that_it_looks_for() -> None:
    moment = datetime(2026, 11, 22, 12, tzinfo=UTC)
    site_time = SiteTime(lambda: 7.0)
    site_time.measure = lambda: setattr(site_time, "anchor", Anchor(moment, 4.0, moment))
    assert site_time.now() == site_time.now() == moment + 3 * SECOND


def test_the_site_is_silent_after_ten_seconds_not_at_them(world: World, match: Match) -> None:
    web, scheduler = world.process(), world.process()
    web.beat()
    world.passes(SILENCE)
    assert (web.is_late(), web.is_silent(), scheduler.is_silent()) == (False, False, False)
    web.ensure()
    web.beat()
    assert find_match(match.pk).version == match.version
    world.passes(SILENCE + SECOND)
    assert (web.is_late(), web.is_silent(), scheduler.is_silent()) == (True, True, True)
    web.ensure()
    assert find_match(match.pk).version > match.version
    assert not scheduler.is_silent()
