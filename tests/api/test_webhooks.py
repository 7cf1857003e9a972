"""Webhooks: signed, sent again when they fail, apart for each endpoint, and never to where the site itself is."""

from __future__ import annotations

import base64
import json
import socket
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import requests
import time_machine
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.services import delete_account
from core import outgoing
from core.outgoing import Forbidden, check_peer, check_url, guarded_session
from games.catalogue import games
from games.lobby.models import Offer
from games.lobby.services import accept_offer, make_offer
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import resign
from games.matches.time.control import TimeControl
from games.notifications.models import Notification
from games.webhooks import jobs, services
from games.webhooks.keys import public_keys
from games.webhooks.models import Endpoint, Sending
from tests.jobs.running import run_due
from tests.matches.conftest import play_on
from tests.matches.test_noninterference import in_another_world, running

pytestmark = pytest.mark.any_stack
SignedIn = Callable[[User], Client]


class Receiver:
    """A program that receives webhooks: what it got, and what it answers."""

    def __init__(self) -> None:
        self.status = 204
        self.got: list[dict[str, Any]] = []
        self.raw: list[tuple[bytes, dict[str, str]]] = []
        self.url = ""

    def take(self, body: bytes, headers: dict[str, str]) -> int:
        self.raw.append((body, headers))
        if self.status < 300:
            self.got.append(json.loads(body))
        return self.status


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """Return a receiver on this machine, to which the site may send in this test."""
    settings.WEBHOOKS_INSIDE = True
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            status = receiver.take(self.rfile.read(int(self.headers["Content-Length"])), dict(self.headers))
            self.send_response(status)
            if status == 302:
                self.send_header("Location", f"{receiver.url}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=[0.02])
    thread.start()
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook"
    yield receiver
    server.shutdown()
    thread.join()
    server.server_close()


def endpoint_of(user: User, receiver: Receiver, *events: str) -> Endpoint:
    endpoint = services.add_endpoint(user, receiver.url, "my bot", events or list(services.events_by_key()))
    assert endpoint
    return endpoint


def begun(anna: User, bob: User) -> Match:
    options, control = games()["digifeud"].options_type(), TimeControl.correspondence(days=3)
    return start_match(game_slug="digifeud", options=options, first=anna, second=bob, time_control=control)


def types(receiver: Receiver) -> list[str]:
    return [one["type"] for one in receiver.got]


def verified(body: bytes, headers: dict[str, str], keys: list[dict[str, str]]) -> list[str]:
    """Return the ids of the keys whose signatures are right; as any receiver would check it."""
    message = f"{headers['Numgames-Timestamp']}.{headers['Numgames-Nonce']}.".encode() + body
    signatures = dict(part.split("=", 1) for part in headers["Numgames-Signature"].split(", "))
    right = []
    for key in keys:
        public = Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(key["x"] + "=="))
        try:
            public.verify(base64.b64decode(signatures.get(key["kid"], "")), message)
        except InvalidSignature:
            continue
        right.append(key["kid"])
    return right


def test_an_endpoint_is_told_of_a_match_from_its_start_to_its_end(anna: User, bob: User, receiver: Receiver) -> None:
    endpoint_of(bob, receiver)
    match = begun(anna, bob)
    run_due()
    assert types(receiver) == ["match.started"]
    match = play_on(match, 1)
    run_due()
    assert types(receiver) == ["match.started", "match.turn"]
    turn = receiver.got[-1]
    assert (turn["player"], turn["match"]["match"], turn["match"]["ply"], turn["match"]["you"]) == (
        "bob", match.pk, 1, "second",
    )  # fmt: skip
    match = play_on(match, 1)
    run_due()
    resign(match.pk, bob)
    run_due()
    assert types(receiver) == ["match.started", "match.turn", "match.ended"]
    assert "seed" not in receiver.got[-1]["match"]
    assert {one.status for one in Sending.objects.all()} == {"sent"}


def test_challenges_are_told_too_and_only_what_was_chosen(anna: User, bob: User, receiver: Receiver) -> None:
    endpoint_of(bob, receiver, "challenge.received", "challenge.accepted")
    options = games()["summy"].options_type()
    offer = make_offer(challenger=anna, opponent=bob, kind=Offer.Kind.DIRECT, game_slug="summy", options=options)
    run_due()
    assert types(receiver) == ["challenge.received"]
    assert receiver.got[0]["challenge"]["challenge"] == offer.pk
    accept_offer(offer.pk, bob)
    run_due()
    assert types(receiver) == ["challenge.received", "challenge.accepted"]


def test_the_signature_is_that_of_the_published_key(
    anna: User, bob: User, receiver: Receiver, settings: Settings
) -> None:
    endpoint_of(anna, receiver)
    begun(anna, bob)
    run_due()
    [(body, headers), *_more] = receiver.raw
    [key] = public_keys()
    assert verified(body, headers, [key]) == [key["kid"]]
    assert verified(body + b" ", headers, [key]) == []
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the next one", [settings.SECRET_KEY]
    assert public_keys()[1] == key
    begun(anna, bob)
    run_due()
    body, headers = receiver.raw[-1]
    assert verified(body, headers, public_keys()) == [one["kid"] for one in public_keys()]


def test_what_fails_is_sent_again_and_in_order(anna: User, bob: User, receiver: Receiver) -> None:
    endpoint = endpoint_of(anna, receiver)
    receiver.status = 503
    with time_machine.travel(timezone.now(), tick=False) as clock:
        match = begun(anna, bob)
        run_due()
        assert len(receiver.raw) == 1
        run_due()
        assert len(receiver.raw) == 1  # it waits
        for pause in (15, 30, 60):
            clock.shift(timedelta(seconds=pause + 1))
            run_due()
        assert len(receiver.raw) == 4
        endpoint.refresh_from_db()
        assert endpoint.failures == 4
        first = Sending.objects.order_by("pk").first()
        assert first
        assert (first.status, first.tries, first.answer) == ("queued", 4, "503")
        receiver.status = 200
        clock.shift(timedelta(hours=1))
        run_due()
    assert types(receiver) == ["match.started", "match.turn"]
    assert len({one["id"] for one in receiver.got}) == 2
    endpoint.refresh_from_db()
    assert (endpoint.failures, endpoint.retry_at) == (0, None)
    assert receiver.got[-1]["match"]["match"] == match.pk


@pytest.mark.thorough
def test_after_days_of_failure_it_is_switched_off_and_its_owner_told(
    anna: User, bob: User, receiver: Receiver, signed_in: SignedIn
) -> None:
    endpoint = endpoint_of(anna, receiver)
    receiver.status = 500
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        begun(anna, bob)
        while clock_now() < start + jobs.PATIENCE + timedelta(hours=2):
            run_due()
            clock.shift(timedelta(minutes=30))
            if not Sending.objects.filter(status="queued").exists():
                services.send_test(anna, endpoint.pk)
    endpoint.refresh_from_db()
    assert endpoint.disabled_at
    assert Notification.objects.filter(user=anna, event="webhook").count() == 1
    tries = len(receiver.raw)
    begun(anna, bob)
    run_due()
    assert len(receiver.raw) == tries
    assert len(receiver.raw) < 100
    receiver.status = 200
    browser = signed_in(anna)
    assert "Switched off" in browser.get("/webhooks/").content.decode()
    assert browser.post("/webhooks/resume/", {"webhook": endpoint.pk}).status_code == 302
    begun(anna, bob)
    run_due()
    assert "match.started" in types(receiver)


@pytest.mark.parametrize(("status", "off"), [(500, True), (204, False)])
def test_failures_alone_for_longer_than_the_patience_switch_it_off(
    anna: User, bob: User, receiver: Receiver, status: int, *, off: bool
) -> None:
    endpoint = endpoint_of(anna, receiver)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for answer in (500, 500, status, 500):
            receiver.status = answer
            begun(anna, bob)
            run_due()
            endpoint.refresh_from_db()
            assert endpoint.disabled_at is None
            clock.shift(jobs.PATIENCE * 0.3)
        run_due()
        clock.shift(jobs.PATIENCE * 0.2)
        run_due()
    endpoint.refresh_from_db()
    assert (endpoint.disabled_at is not None) is off


def clock_now() -> datetime:
    return timezone.now()


def test_one_that_is_gone_is_switched_off_at_once(anna: User, bob: User, receiver: Receiver) -> None:
    endpoint = endpoint_of(anna, receiver)
    receiver.status = 410
    begun(anna, bob)
    run_due()
    endpoint.refresh_from_db()
    assert endpoint.disabled_at


def test_a_redirect_is_not_followed(anna: User, bob: User, receiver: Receiver) -> None:
    endpoint_of(anna, receiver)
    receiver.status = 302
    begun(anna, bob)
    run_due()
    assert [one.answer for one in Sending.objects.order_by("pk")] == ["302", ""]
    assert len(receiver.raw) == 1


def test_an_endpoint_that_hangs_keeps_one_thread_and_no_other_endpoint(
    anna: User, bob: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of both endpoints each has a job, however many events wait."""
    slow, quick = endpoint_of(anna, receiver), endpoint_of(bob, receiver)
    monkeypatch.setattr(jobs, "_answer_to", lambda endpoint, _sending: "timeout" if endpoint == slow else "200")
    for _match in range(5):
        begun(anna, bob)
    run_due()
    assert Sending.objects.filter(endpoint=slow, tries__gt=0).count() == 1
    assert Sending.objects.filter(endpoint=quick, status="sent").count() == 5


def test_it_is_cut_off_however_slowly_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that sends a byte now and then: no time-out of a single read ends that."""
    monkeypatch.setattr(outgoing, "LONGEST", 0.3)
    monkeypatch.setattr(outgoing, "check_peer", lambda _address: None)
    with socket.create_server(("127.0.0.1", 0)) as listening, guarded_session() as session:

        def drip() -> None:
            connection, _peer = listening.accept()
            with connection:
                connection.recv(1)
                connection.recv(10_000)
                while connection.recv(10_000):
                    pass

        thread = threading.Thread(target=drip)
        thread.start()
        with pytest.raises(requests.ConnectionError):  # and not a time-out, which is another error
            session.post(f"https://localhost:{listening.getsockname()[1]}/", b"", timeout=30)
        thread.join(30)
        assert not thread.is_alive()


PRIVATE = """
http://example.org/ https://127.0.0.1/ https://127.1/ https://2130706433/ https://0x7f000001/ https://0177.0.0.1/
https://[::1]/ https://[::ffff:127.0.0.1]/ https://[::ffff:7f00:1]/ https://[fe80::1]/ https://localhost/
https://db.internal/ https://169.254.169.254/latest https://user@example.org/ https://example.org:22/ https://10/
ftp://example.org/ file:///etc/passwd https:/// https://0/ https://127.0.0.1./ https://localhost./ https://a.localhost/
"""


@pytest.mark.parametrize("url", PRIVATE.split())
def test_such_an_address_is_refused(anna: User, signed_in: SignedIn, url: str) -> None:
    with pytest.raises(Forbidden):
        check_url(url)
    answer = signed_in(anna).post("/webhooks/", {"url": url, "events": ["match.turn"]})
    assert answer.status_code == 422
    assert not Endpoint.objects.exists()


INNER = """
127.0.0.1 10.1.2.3 172.16.0.1 192.168.0.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ::1 :: fe80::1
fe80::1%eth0 fc00::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ff02::1 2002:7f00:1:: 64:ff9b::7f00:1 64:ff9b::a00:1 ::7f00:1
"""


@pytest.mark.parametrize("address", INNER.split())
def test_a_name_behind_which_such_an_address_is_gets_nothing(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """All addresses of the name are checked, before a connection is made."""
    with pytest.raises(Forbidden):
        check_peer(address)
    rows = [(0, 0, 0, "", (one, 443)) for one in ("142.250.74.10", address)]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_asked, **_more: rows)
    monkeypatch.setattr("urllib3.util.connection.create_connection", lambda *_asked, **_more: pytest.fail("connected"))
    services.add_endpoint(anna, "https://hooks.example.org/", "", ["match.started"])
    begun(anna, bob)
    run_due()
    assert [one.answer for one in Sending.objects.all()] == ["forbidden"]


def test_the_page_adds_lists_and_deletes(anna: User, bob: User, receiver: Receiver, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    chosen = {"url": receiver.url, "description": "my bot", "events": ["match.turn"]}
    for _endpoint in range(services.MOST):
        assert browser.post("/webhooks/", chosen).status_code == 302
    assert browser.post("/webhooks/", chosen).status_code == 422
    page = browser.get("/webhooks/").content.decode()
    assert page.count("my bot") == services.MOST
    first, *_others = services.endpoints_of(anna)
    assert browser.post("/webhooks/test/", {"webhook": first.pk}).status_code == 302
    run_due()
    assert types(receiver) == ["test"]
    stranger = signed_in(bob)
    assert stranger.post("/webhooks/drop/", {"webhook": first.pk}).status_code == 404
    assert browser.post("/webhooks/drop/", {"webhook": first.pk}).status_code == 302
    assert Endpoint.objects.count() == services.MOST - 1
    delete_account(anna)
    assert not Endpoint.objects.exists()


def test_what_happens_while_an_account_is_closed_is_never_told(anna: User, bob: User, receiver: Receiver) -> None:
    endpoint_of(bob, receiver)
    begun(anna, bob)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    run_due()
    User.objects.filter(pk=bob.pk).update(is_active=True)
    later = begun(anna, bob)
    run_due()
    assert {one["match"]["match"] for one in receiver.got} == {later.pk}


def test_old_sendings_go(anna: User, bob: User, receiver: Receiver) -> None:
    endpoint_of(anna, receiver)
    begun(anna, bob)
    run_due()
    assert services.delete_old() == 0
    assert services.delete_old(timezone.now() + services.KEPT + timedelta(days=1)) == 2


@pytest.mark.parametrize("who", ["anna", "bob"])
def test_no_webhook_depends_on_what_its_receiver_does_not_know(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    person = {"anna": anna, "bob": bob}[who]
    match = running(anna, bob, "digifeud")
    endpoint = services.add_endpoint(person, "https://hooks.example.org/", "", [])
    assert endpoint
    events = [event for event in services.events_by_key() if event.startswith("match.")]
    sendings = [Sending(pk=1, endpoint=endpoint, event=event, subject=match.pk) for event in events]
    before = [jobs.body_of(endpoint, sending) for sending in sendings]
    assert all(match.pk.encode() in body for body in before)
    in_another_world(match, match.seat_of(person), monkeypatch)
    assert [jobs.body_of(endpoint, sending) for sending in sendings] == before
    assert not any(word in body for body in before for word in (b"seed", b"racks", b"position"))
