"""Webhooks at their limits: all events there are, three days of failures, and numbers that are none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core import clock
from games.jobs.models import Job
from games.webhooks import jobs
from games.webhooks.models import Endpoint, Sending
from games.webhooks.services import events_by_key
from games.webhooks.views import DONE
from tests.api.conftest import Caller, data_of, problem_of

pytestmark = pytest.mark.any_stack
SECOND = timedelta(seconds=1)


def test_a_webhook_is_told_of_every_event_and_of_none_that_is_unknown(
    anna: User, calling: Callable[..., Caller], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.webhooks.api.check_address", lambda _url: None)
    hers, every = calling(anna), sorted(events_by_key())
    made = data_of(hers.post("/webhooks", {"url": "https://bot.example.org/hook", "events": every}))
    assert sorted(made["events"]) == every
    refused = hers.post("/webhooks", {"url": "https://bot.example.org/hook", "events": [*every, "of.no.kind"]})
    assert problem_of(refused, 422)["errors"][0]["field"] == "body.events"
    assert Endpoint.objects.count() == 1


def test_an_address_that_fails_is_switched_off_after_three_days_not_at_them(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_answer_to", lambda *_of: "500")
    endpoint = Endpoint.objects.create(user=anna, url="https://bot.example.org/hook", events=["test"])
    with time_machine.travel(clock.now(), tick=False) as time:
        began = clock.now()
        for shift, is_off in ((timedelta(), False), (jobs.PATIENCE, False), (SECOND, True)):
            time.shift(shift)
            Endpoint.objects.update(retry_at=None)
            Sending.objects.all().delete()
            Sending.objects.create(endpoint=endpoint, event="test", mark="a test")
            jobs.send_queued(Job(kind="", key=str(endpoint.pk)))
            endpoint.refresh_from_db()
            assert (endpoint.failing_since, endpoint.disabled_at is not None) == (began, is_off)


@pytest.mark.parametrize("action", sorted(DONE))
@pytest.mark.parametrize("key", ["", "x", "9" * 30])
def test_no_webhook_has_such_a_number(anna: User, signed_in: Callable[[User], Client], action: str, key: str) -> None:
    hers = signed_in(anna)
    assert hers.post(reverse("webhooks:change", args=[action]), {"webhook": key}).status_code == 404
    assert hers.post(reverse("webhooks:change", args=["paint"]), {"webhook": "1"}).status_code == 404


def test_a_job_that_is_asked_to_stop_leaves_the_rest_for_its_next_turn(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint = Endpoint.objects.create(user=anna, url="https://bot.example.org/hook", events=["test"])
    for number in (1, 2):
        Sending.objects.create(endpoint=endpoint, event="test", mark=f"test {number}")
    job, stop = Job(kind="", key=str(endpoint.pk)), asyncio.Event()
    job.stop = stop

    def taken(*_of: object) -> str:
        stop.set()
        return "204"

    monkeypatch.setattr(jobs, "_answer_to", taken)
    jobs.send_queued(job)
    assert list(endpoint.sendings.order_by("pk").values_list("status", flat=True)) == ["sent", "queued"]
    assert job.again_at
    assert job.again_at <= clock.now()
