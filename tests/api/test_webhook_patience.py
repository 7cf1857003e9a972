"""How long a webhook that fails is tried: by its failures since the last success, however old what it is told."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.jobs.models import Job
from games.lobby.models import Offer
from games.notifications.models import Notification
from games.webhooks import jobs, services
from games.webhooks.models import Endpoint, Sending
from games.webhooks.services import SEND
from tests.alike import one
from tests.sizes import examples


@pytest.mark.parametrize("number", range(examples(4, 60)))
def test_it_is_switched_off_when_it_has_done_nothing_but_fail_for_too_long(
    anna: User, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    chance = Random(number)
    answers: list[str] = []
    monkeypatch.setattr(jobs, "_answer_to", lambda *_of: answers.pop())
    endpoint = Endpoint.objects.create(user=anna, url="https://bot.example.org/hook", events=["test"])
    failing_since: datetime | None = None
    failures = 0
    with time_machine.travel(timezone.now(), tick=False) as time:
        for place in range(20):
            time.shift(chance.choice([jobs.LONGEST_PAUSE, timedelta(hours=9), timedelta(days=1)]))
            now = timezone.now()
            age = timedelta(days=chance.randrange(14))
            Sending.objects.filter(endpoint=endpoint).delete()
            made = Sending.objects.create(endpoint=endpoint, event="test", mark=f"test {place}")
            Sending.objects.filter(pk=made.pk).update(made_at=now - age)
            answers = [chance.choice(["204", "500", "timeout", "500", "500"])]
            is_taken = answers[0] == "204"
            failing_since = None if is_taken else failing_since or now
            failures = 0 if is_taken else failures + 1
            jobs.send_queued(Job(kind=SEND, key=str(endpoint.pk)))
            endpoint.refresh_from_db()
            assert (endpoint.failing_since, endpoint.failures) == (failing_since, failures)
            pause = min(jobs.FIRST_PAUSE * 2 ** min(failures - 1, 20), jobs.LONGEST_PAUSE) if failures else None
            assert endpoint.retry_at == (pause and now + pause)
            is_off = failing_since is not None and now - failing_since > jobs.PATIENCE
            assert endpoint.disabled_at == (now if is_off else None)
            if is_off:
                break


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the marks of what is sent, one for each try; the address answers what is given by its path."""
    marks: list[str] = []

    def answer(endpoint: Endpoint, sending: Sending) -> str:
        marks.append(sending.mark)
        return endpoint.url.rpartition("/")[2]

    monkeypatch.setattr(jobs, "_answer_to", answer)
    return marks


def answering(user: User, status: str) -> Endpoint:
    """Return an endpoint that answers this, with three sendings that wait."""
    endpoint = Endpoint.objects.create(user=user, url=f"https://bot.example.org/{status}", events=["test"])
    for mark in "abc":
        Sending.objects.create(endpoint=endpoint, event="test", mark=mark)
    return endpoint


def send(endpoint: Endpoint) -> datetime | None:
    """Send what waits; return when that is tried again."""
    job = Job(kind=SEND, key=str(endpoint.pk))
    jobs.send_queued(job)
    endpoint.refresh_from_db()
    return job.again_at


def outcomes(endpoint: Endpoint) -> list[tuple[str, int, str, datetime | None]]:
    return [(one.status, one.tries, one.answer, one.ended_at) for one in endpoint.sendings.order_by("pk")]


def test_each_event_is_tried_so_often_and_then_the_next_one(anna: User, tried: list[str]) -> None:
    endpoint = answering(anna, "500")
    with time_machine.travel(timezone.now(), tick=False) as time:
        for number in range(1, jobs.MOST_TRIES + 1):
            again_at = send(endpoint)
            assert (again_at, endpoint.failures) == (endpoint.retry_at, number)
            assert send(endpoint) == again_at  # too early: nothing is sent
            last = timezone.now()
            assert again_at
            assert again_at - last == min(timedelta(seconds=15 * 2 ** (number - 1)), timedelta(hours=1))
            time.move_to(again_at)
        assert tried == ["a"] * jobs.MOST_TRIES
        failed, waits = ("failed", jobs.MOST_TRIES, "500", last), ("queued", 0, "", None)
        assert outcomes(endpoint) == [failed, waits, waits]
        Endpoint.objects.update(url="https://bot.example.org/204")
        assert send(endpoint) is None
        sent = ("sent", 1, "204", timezone.now())
        assert outcomes(endpoint) == [failed, sent, sent]
        assert tried[jobs.MOST_TRIES :] == ["b", "c"]
        assert (endpoint.failures, endpoint.failing_since, endpoint.retry_at) == (0, None, None)


def test_one_that_is_switched_off_hears_nothing_until_its_owner_has_it_go_on(anna: User, tried: list[str]) -> None:
    endpoint = answering(anna, jobs.GONE)
    services.forget_listeners()
    assert services.listeners() == {anna.pk}
    assert send(endpoint) is None
    assert (endpoint.disabled_at is not None, services.listeners()) == (True, frozenset())
    told = Notification.objects.get()
    assert (told.user, told.event) == (anna, "webhook")
    assert (send(endpoint), services.send_test(anna, endpoint.pk), tried) == (None, False, ["a"])
    Job.objects.all().delete()
    Endpoint.objects.update(url="https://bot.example.org/204")
    assert services.resume(anna, endpoint.pk)
    endpoint.refresh_from_db()
    facts = endpoint.failures, endpoint.failing_since, endpoint.retry_at, endpoint.disabled_at
    assert facts == (0, None, None, None)
    assert services.listeners() == {anna.pk}
    assert [(job.kind, job.key) for job in Job.objects.all()] == [(SEND, str(endpoint.pk))]
    User.objects.update(is_active=False)
    assert (send(endpoint), tried) == (None, ["a"])
    User.objects.update(is_active=True)
    assert (send(endpoint), tried) == (None, ["a", "a", "b", "c"])


def test_an_event_goes_to_those_that_want_it_when_they_are_tried_again(anna: User) -> None:
    later = timezone.now() + jobs.LONGEST_PAUSE
    offer = one(Offer, game_slug="digifeud", kind=Offer.Kind.DIRECT, opponent=anna)
    for events, retry_at in (["challenge.received"], None), (["challenge.received"], later), (["match.turn"], None):
        one(Endpoint, user=anna, events=events, retry_at=retry_at)
    now, paused, _other = services.endpoints_of(anna)
    assert [endpoint.pk for endpoint in services.endpoints_of(anna)] == sorted(
        Endpoint.objects.values_list("pk", flat=True)
    )
    Job.objects.all().delete()
    services.queue_event(one(Job, kind=services.EVENT, key=f"{anna.pk} challenge.received {offer.pk}"))
    assert [sending.endpoint for sending in Sending.objects.order_by("endpoint")] == [now, paused]
    dues = dict(Job.objects.filter(kind=SEND).values_list("key", "due_at"))
    assert dues[str(now.pk)] < later == dues[str(paused.pk)]
    assert len(dues) == 2
