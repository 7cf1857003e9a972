"""No request sleeps, starts a process or asks another server: what does that is a job, or waits outside of the gate."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socket import getaddrinfo

import pytest
from django.test import Client

from accounts.models import User
from tests.matches.test_noninterference import addresses, running
from tests.sizes import cases

SignedIn = Callable[[User], Client]
WAITS = {"time.sleep", "subprocess.Popen", "os.posix_spawn", "os.fork", "socket.connect", "socket.getaddrinfo"}
ENDING = ("logout", "delete")  # of a session, or of the account
_waits: list[list[str]] = []  # of each block; a hook stays for as long as Python runs


@contextmanager
def noted() -> Iterator[list[str]]:
    """Yield the waits that Python begins meanwhile (audit events)."""
    if not _waits:
        sys.addaudithook(lambda event, _arguments: _waits[-1].append(event) if event in WAITS else None)
    _waits.append([])
    yield _waits[-1]
    _waits.append([])


def test_a_wait_is_noted() -> None:
    with noted() as waits:
        getaddrinfo("127.0.0.1", 80)
    assert waits == ["socket.getaddrinfo"]


@pytest.mark.slow
@cases("method, who", ["get", "post"], ["a visitor", "anna"], default=["post-anna"])  # GET: test_safe_requests.py
def test_no_view_waits(db: None, anna: User, bob: User, signed_in: SignedIn, method: str, who: str) -> None:
    match = running(anna, bob, "digifeud")
    browser = signed_in(anna) if who == "anna" else Client()
    found = {}
    for address in addresses(match):
        if method == "get" or not any(word in address for word in ENDING):
            with noted() as waits:
                getattr(browser, method)(address).getvalue()
            found[address] = waits
    assert {address: waits for address, waits in found.items() if waits} == {}
