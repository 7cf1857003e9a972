"""Which jobs each action means: those beside, which differ in a column that counts, stay as they are."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core import clock
from games.jobs import services
from games.jobs.models import Job
from tests.alike import finds, one, reaches, touches

pytestmark = pytest.mark.django_db
SOON = timedelta(minutes=5)


def test_what_is_claimed() -> None:
    now = clock.now()
    job = one(Job, kind="history.scan", due_at=now - SOON)
    touches(job, lambda row: services._due(["history.scan"], now), "due_at kind leased_until state")
    finds(job, lambda row: services.due_kinds(), "due_at state")
    reaches(one(Job, kind="history.scan", claim="1"), lambda row: services.finish(row) and None, "")
    dead = one(Job, state=Job.State.DEAD)
    touches(dead, lambda row: services.retry(Job.objects.all()), "state")


def test_how_many_wait_before_one() -> None:
    now = clock.now()
    job = one(Job, kind="history.scan", key="9", due_at=now)
    sooner = one(Job, kind="history.scan", key="1", due_at=now - SOON)
    finds(sooner, lambda row: services.ahead_of("history.scan", "9"), "due_at kind state")
    same = one(Job, kind="history.scan", key="2", due_at=now)
    sooner.delete()
    assert services.ahead_of("history.scan", "9") == 0
    assert services.ahead_of("history.scan", same.key) == 1
    assert job.pk < same.pk
