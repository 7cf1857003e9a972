"""When each kind of notification is due by each channel, and which nudges are told."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from core import clock
from games.matches.models import Match
from games.matches.play.services import find_match
from games.notifications.channels import channels
from games.notifications.delivery import _due
from games.notifications.hooks import kind_of
from games.notifications.models import Notification
from games.notifications.services import tell_nudge

HALF_A_MINUTE, LATER = timedelta(seconds=30), timedelta(days=2)


@pytest.mark.parametrize("event", ["turn", "reminder", "nudge", "message", "over", "challenge"])
def test_a_delay_runs_from_the_turn_and_of_other_news_from_when_it_was_made(match: Match, event: str) -> None:
    """What is told late, as a turn is after half a minute, is not sent later still; nothing is due before its time."""
    kind = kind_of(event)
    for name, channel in channels().items():
        delay = kind.delays.get(name, timedelta())
        for age in (HALF_A_MINUTE, LATER):
            made_at = match.moved_at + age
            one = Notification(user=match.first, event=event, match=match, made_at=made_at)
            begins = match.moved_at if kind.is_of_turn else made_at
            assert _due(channel, one, {}) == max(made_at, begins + delay)
            until = made_at + 2 * LATER
            gap = until if name in kind.digests else _due(channel, one, {})
            assert _due(channel, one, {match.first_id: until}) == gap


@pytest.mark.parametrize(
    ("age", "columns", "told"),
    [
        (timedelta(), {}, 1),
        (timedelta(seconds=1), {}, 1),
        (-timedelta(seconds=1), {}, 0),  # the move has answered it
        (timedelta(seconds=1), {"finished_at": clock.now(), "ending": Match.Ending.RESIGNED, "winner": 2}, 0),
    ],
)
def test_a_nudge_is_told_while_it_waits_for_an_answer(
    match: Match, anna: User, age: timedelta, columns: dict[str, object], told: int
) -> None:
    Match.objects.filter(pk=match.pk).update(nudged_at=match.moved_at + age, **columns)
    for _again in range(2):
        tell_nudge(find_match(match.pk))
    assert Notification.objects.filter(user=anna, event="nudge").count() == told
