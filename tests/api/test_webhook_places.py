"""Webhooks whose hosts hang leave places for others; numbers of webhooks that no database has are refused."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from core.limits import Busy
from core.outgoing import Places
from games.webhooks import jobs, services
from games.webhooks.models import Endpoint, Sending
from tests.api.conftest import Caller, problem_of
from tests.api.test_webhooks import Receiver, endpoint_of, receiver, types
from tests.jobs.running import run_due

pytestmark = pytest.mark.any_stack
__all__ = ["receiver"]  # a fixture


@contextmanager
def hanging(count: int) -> Iterator[list[str]]:
    """Listen on so many ports without ever answering; yield their addresses."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _number in range(count)]
        yield [f"http://127.0.0.1:{one.getsockname()[1]}/hook" for one in sockets]


def test_hosts_that_hang_leave_places_for_others(
    anna: User, bob: User, carl: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three accounts with three hosts each that hang would fill all threads."""
    places = Places("test", at_once=jobs.THREADS, of_account=jobs.OF_ONE_PLAYER, to_host=jobs.TO_ONE_HOST)
    monkeypatch.setattr(jobs, "PLACES", places)
    reached = services.send_test(anna, endpoint_of(anna, receiver).pk)
    run_due(jobs.QUEUE)
    assert (reached, types(receiver)) == (True, ["test"])
    strangers = [bob, carl, *(User.objects.create_user(f"stranger{number}") for number in range(6))]
    with hanging(3 * len(strangers)) as urls, ExitStack() as held:
        taken = 0
        for number, url in enumerate(urls):
            with suppress(Busy):
                held.enter_context(places.held(strangers[number // 3].pk, url))
                taken += 1
        assert taken == jobs.THREADS // 2
        with time_machine.travel(timezone.now() + timedelta(seconds=2)):
            assert services.send_test(anna, Endpoint.objects.get(user=anna).pk)
            run_due(jobs.QUEUE)
            assert types(receiver) == ["test", "test"]
            # An account that is new is told at a host that is quick, and waits for a place at one that hangs.
            dora = User.objects.create_user("dora")
            assert services.send_test(dora, endpoint_of(dora, receiver).pk)
            run_due(jobs.QUEUE)
            assert [one["player"] for one in receiver.got] == ["anna", "anna", "dora"]
            other = services.add_endpoint(dora, urls[0], "slow", ["match.turn"])
            assert other
            assert services.send_test(dora, other.pk)
            assert run_due(jobs.QUEUE) == 1
            assert Sending.objects.get(endpoint=other).tries == 0
    monkeypatch.setattr(jobs, "TIMEOUT", (0.1, 0.1))
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        run_due(jobs.QUEUE)
        assert Sending.objects.get(endpoint=other).tries == 1


@pytest.mark.django_db
def test_a_number_that_no_database_has_is_refused(anna: User, calling: Callable[..., Caller]) -> None:
    caller, path = calling(anna), f"/webhooks/{10**30}"
    problem_of(caller.get(f"{path}/sendings"), 422)
    for action in ("test", "resume", "delete"):
        problem_of(caller.post(f"{path}/{action}"), 422)
        problem_of(caller.post(f"/webhooks/{2**63 - 1}/{action}"), 404)
