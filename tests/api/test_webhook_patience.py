"""How long a webhook that fails is tried: by its failures since the last success, however old what it is told."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.jobs.models import Job
from games.webhooks import jobs
from games.webhooks.models import Endpoint, Sending
from games.webhooks.services import SEND
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
