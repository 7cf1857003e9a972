"""What becomes of jobs at their last try, and of the runner at faults that are and are not outages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from games.jobs import runner
from games.jobs.models import Job
from games.jobs.runner import run_batch
from games.jobs.services import ahead_of, enqueue
from tests.jobs.running import TEST_QUEUE, handled

pytestmark = pytest.mark.sql
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("fault", "state", "tries"),
    [(OperationalError("the connection is closed"), Job.State.WAITING, 2), (ValueError("wrong"), Job.State.DEAD, 3)],
)
def test_an_outage_at_the_last_try_leaves_no_dead_letter(db: None, fault: Exception, state: str, tries: int) -> None:
    faults: list[Exception] = [ValueError("wrong"), ValueError("wrong"), fault]

    def work(job: Job) -> None:
        raise faults.pop(0)

    with handled("test", work, queue=TEST_QUEUE, most_tries=3, first_pause=SECOND):
        enqueue("test", "a")
        for hours in range(3):
            assert run_batch(TEST_QUEUE, now=timezone.now() + timedelta(hours=hours)) == 1
        job = Job.objects.get()
        assert (job.state, job.tries) == (state, tries)


def test_a_job_that_is_none_has_none_ahead(db: None) -> None:
    now = timezone.now()
    for key, due_at in (("a", now), ("b", now), ("c", now - SECOND)):
        enqueue("test", key, due_at=due_at)
    assert [ahead_of("test", key) for key in ("c", "a", "b", "none")] == [0, 1, 2, 0]


@pytest.mark.parametrize(("fault", "kept"), [(OperationalError("the connection is closed"), 1), (ValueError("x"), 0)])
def test_only_jobs_that_an_outage_interrupts_are_given_back_at_once(
    db: None, monkeypatch: pytest.MonkeyPatch, fault: Exception, kept: int
) -> None:
    def fails(*_jobs: object) -> None:
        raise fault

    runner._interrupted.clear()
    with handled("test", lambda job: None, queue=TEST_QUEUE):
        enqueue("test", "a")
        with monkeypatch.context() as patch:
            patch.setattr(runner, "_finish", fails)
            with pytest.raises(type(fault)):
                run_batch(TEST_QUEUE)
    assert len(runner._interrupted) == kept
    runner._interrupted.clear()


def test_the_runner_logs_an_outage_in_one_line_and_a_fault_with_its_trace(caplog: pytest.LogCaptureFixture) -> None:
    def fails(fault: Exception) -> None:
        raise fault

    logged = runner._logged(fails)
    assert logged(OperationalError("the connection is closed")) is None
    assert logged(ValueError("wrong")) is None
    assert [(record.getMessage(), bool(record.exc_info)) for record in caplog.records] == [
        ("The job runner could not reach the database: OperationalError", False),
        ("The job runner failed; it goes on in a moment", True),
    ]
