"""The whole row of a job after each thing that can happen to it, and a mail as it comes out of its row."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.mail import EmailMultiAlternatives

from games.jobs import runner, services
from games.jobs.hooks import Handler, RetryLater, job_handlers
from games.jobs.mail import FIELDS, packed, unpacked
from games.jobs.models import Job
from games.jobs.scheduler import age_of, beat
from tests.alike import one
from tests.hooks import plugged

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
LEASE = timedelta(minutes=2)
KIND = "test.rows"
Row = tuple[str, timedelta, int, bool, timedelta | None, str]


def rows() -> list[Row]:
    """Return all jobs: state, when due, tries, whether claimed, until when, and the error."""
    return [
        (
            job.state,
            job.due_at - NOW,
            job.tries,
            bool(job.claim),
            job.leased_until - NOW if job.leased_until else None,
            job.error.split()[0] if job.error else "",
        )
        for job in Job.objects.order_by("key")
    ]


WAITS: Row = ("waiting", timedelta(0), 0, False, None, "")
CLAIMED: Row = ("waiting", timedelta(0), 1, True, LEASE, "")


def again(job: Job) -> None:
    job.again_at = NOW + 3 * MINUTE
    services.repeat(job)


def asked_again(job: Job) -> None:
    services.enqueue(KIND, "1", due_at=NOW - MINUTE)
    services.finish(job)


def failed_and_asked(job: Job) -> None:
    services.enqueue(KIND, "1", due_at=NOW - MINUTE)
    services.fail(job, ValueError(), now=NOW)


def dead(job: Job) -> None:
    job.tries = 2
    services.fail(job, ValueError(), now=NOW)


def retried(job: Job) -> None:
    dead(job)
    assert services.retry(Job.objects.all()) == 1


def revived(job: Job) -> None:
    dead(job)
    services.enqueue(KIND, "1", due_at=NOW + MINUTE)


def raising(fault: Exception) -> Callable[[Job], None]:
    def fail(job: Job) -> None:
        services.fail(job, fault, now=NOW)

    return fail


AFTER: dict[str, tuple[Callable[[Job], object], list[Row]]] = {
    "finish": (services.finish, []),
    "asked_again": (asked_again, [("waiting", -MINUTE, 0, False, None, "")]),
    "repeat": (again, [("waiting", 3 * MINUTE, 0, False, None, "")]),
    "postpone": (services.postpone, [WAITS]),
    "delay": (lambda job: services.postpone(job, delay=MINUTE, now=NOW), [("waiting", MINUTE, 0, False, None, "")]),
    "extend": (
        lambda job: services.extend(job, 9 * MINUTE, now=NOW),
        [("waiting", 0 * MINUTE, 1, True, 9 * MINUTE, "")],
    ),
    "fail": (raising(ValueError()), [("waiting", 4 * MINUTE, 1, False, None, "ValueError")]),
    "fail and asked": (failed_and_asked, [("waiting", -MINUTE, 0, False, None, "")]),
    "dead": (dead, [("dead", 8 * MINUTE, 2, False, None, "ValueError")]),
    "retried": (retried, [("waiting", 0 * MINUTE, 0, False, None, "ValueError")]),
    "revived": (revived, [("waiting", MINUTE, 0, False, None, "")]),
}


@pytest.mark.parametrize("name", AFTER)
def test_after(name: str) -> None:
    act, expected = AFTER[name]
    gave_up: list[Job] = []
    handler = Handler(KIND, lambda job: None, most_tries=2, first_pause=4 * MINUTE, gave_up=gave_up.append)
    with time_machine.travel(NOW, tick=False), plugged(job_handlers, handler):
        services.enqueue(KIND, "1")
        assert rows() == [WAITS]
        (job,) = services.claim([KIND], 5, LEASE)
        assert (rows(), job.waiting, services.claim([KIND], 5, LEASE)) == ([CLAIMED], 1, [])
        act(job)
    assert rows() == expected
    assert gave_up == [job] * (name in ("dead", "retried", "revived"))


def test_who_is_claimed() -> None:
    for key, due, leased in (
        ("1", -2, None),
        ("2", -1, None),
        ("3", -3, -1),
        ("4", 1, None),
        ("5", -9, 1),
        ("6", 0, 0),
    ):
        until = None if leased is None else NOW + leased * MINUTE
        one(Job, kind=KIND, key=key, due_at=NOW + due * MINUTE, leased_until=until, claim="x" if until else "")
    claims = [[job.key for job in services.claim([KIND], 5, LEASE, now=NOW)] for _round in range(4)]
    assert claims == [["3"], ["1", "2"], ["6"], []]
    Job.objects.all().delete()
    for key in "123":
        one(Job, kind=KIND, key=key, due_at=NOW - int(key) * MINUTE)
    latest = services.claim([KIND], 2, LEASE, order=lambda jobs: [*jobs][::-1], now=NOW)
    assert [job.key for job in latest] == ["1", "2"]


def test_stuck_and_beats() -> None:
    one(Job, due_at=NOW - services.STUCK)
    one(Job, due_at=NOW - services.STUCK, leased_until=NOW - services.STUCK)
    one(Job, due_at=NOW - services.STUCK, leased_until=NOW - services.STUCK + MINUTE)
    one(Job, due_at=NOW - services.STUCK + MINUTE)
    one(Job, due_at=NOW - services.STUCK, state=Job.State.DEAD)
    with time_machine.travel(NOW, tick=False):
        assert services.stuck() == 2
        assert age_of("part") is None
        beat("part", now=NOW - 2 * MINUTE)
        beat("other")
        assert (age_of("part"), age_of("part", now=NOW - MINUTE)) == (2 * MINUTE, MINUTE)
        beat("part")
        assert age_of("part") == timedelta(0)


def test_only_faults_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    def work(job: Job) -> None:
        raise RetryLater if job.key == "1" else ValueError(job.key)

    with plugged(job_handlers, Handler(KIND, work)):
        for key in "12":
            services.enqueue(KIND, key)
        for job in services.claim([KIND], 5, LEASE):
            runner.run(job)
    assert [KIND in message for message in caplog.messages] == [True]
    assert [row[-1] for row in rows()] == ["RetryLater", "ValueError"]


def test_a_mail_comes_out_as_it_went_in() -> None:
    people = {"to": ["a@b.c"], "cc": ["d@e.f"], "bcc": ["g@h.i"], "reply_to": ["j@k.l"]}
    mail = EmailMultiAlternatives("Hi", "Text", "site@b.c", headers={"List-Id": "x"})
    for name, addresses in people.items():
        setattr(mail, name, addresses)
    mail.attach_alternative("<p>Text</p>", "text/html")
    content = packed(mail)
    assert "Text" not in content
    one_time, again = unpacked(content), unpacked(content)
    assert {name: getattr(one_time, name) for name in FIELDS} == {
        "subject": "Hi",
        "body": "Text",
        "from_email": "site@b.c",
        **people,
    }
    assert isinstance(one_time, EmailMultiAlternatives)
    assert [tuple(part) for part in one_time.alternatives] == [("<p>Text</p>", "text/html")]
    assert one_time.extra_headers["List-Id"] == "x"
    assert one_time.extra_headers["Message-ID"] == again.extra_headers["Message-ID"]
