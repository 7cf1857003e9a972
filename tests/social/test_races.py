"""Concurrent requests of the social app."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connection
from pytest_django import Settings

from accounts.models import User
from games.matches.models import Match
from games.social.following import follow
from games.social.models import Favourite, Message, Report
from games.social.services import report, say

pytestmark = pytest.mark.django_db(transaction=True)
MANY = 6


def at_once(action: Callable[[], object]) -> list[Exception]:
    """Run the function in several threads at the same time; return the exceptions."""
    barrier, faults = Barrier(MANY), []

    def run() -> None:
        barrier.wait()
        try:
            action()
        except Exception as fault:
            faults.append(fault)
        finally:
            connection.close()

    threads = [Thread(target=run) for _number in range(MANY)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return faults


def test_one_press_felt_several_times_is_said_once(match: Match, anna: User, settings: Settings) -> None:
    settings.RATE_LIMITS = {}
    assert at_once(lambda: say(match, anna, text="Hello", token="t")) == []
    assert Message.objects.count() == 1


def test_the_limit_holds(match: Match, anna: User, settings: Settings) -> None:
    settings.RATE_LIMITS = {"chat": "2/h/user"}
    assert len(at_once(lambda: say(match, anna, text="Hello"))) == MANY - 2
    assert Message.objects.count() == 2


def test_a_report_and_a_favourite_are_made_once(anna: User, bob: User) -> None:
    assert at_once(lambda: report(anna, bob, reason="other")) == []
    assert at_once(lambda: follow(anna, bob)) == []
    assert (Report.objects.count(), Favourite.objects.count()) == (1, 1)
