"""A match between anna and bob, anna's confirmed address, her browser, and its push service."""

from __future__ import annotations

import base64
import json
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import requests
import time_machine
from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.utils import timezone

from accounts.hooks import JsonObject
from accounts.models import User
from games.catalogue import games
from games.jobs.models import Job
from games.matches.hooks import TURNS
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.time.control import STRICT_CORRESPONDENCE
from games.notifications.channels import channels
from games.notifications.channels import web_push as push
from games.notifications.jobs import ANSWERED, TURN
from games.notifications.models import Device, Notification
from tests.jobs.running import run_due

SECRET = b"sixteen secrets!"


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public key of a browser or a server, as a point on the curve."""
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, form)


def decrypt(body: bytes, key: ec.EllipticCurvePrivateKey, secret: bytes) -> bytes:
    """Return the message in the body of a request, as a browser with this key reads it (RFC 8188, RFC 8291)."""
    salt, size, length = struct.unpack("!16sIB", body[:21])
    servers_point, encrypted = body[21 : 21 + length], body[21 + length :]
    assert len(encrypted) <= size
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), servers_point))
    seed = HKDF(SHA256(), 32, secret, b"WebPush: info\0" + point_of(key) + servers_point).derive(shared)
    content_key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(seed)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(seed)
    message, _delimiter, _padding = AESGCM(content_key).decrypt(nonce, encrypted, None).rpartition(b"\2")
    return message


def begin(first: User, second: User, **terms: Any) -> Match:  # columns of any type
    """Return a match of Digifeud with three days per move, or with these terms."""
    options = games()["digifeud"].options_type()
    control = terms.pop("time_control", STRICT_CORRESPONDENCE)
    match = start_match(game_slug="digifeud", options=options, first=first, second=second, time_control=control)
    if terms:
        Match.objects.filter(pk=match.pk).update(**terms)
    return match


@pytest.fixture
def match(anna: User, bob: User) -> Match:
    """Return a match in which anna is to move."""
    return begin(anna, bob)


@pytest.fixture
def annas_address(anna: User) -> str:
    """Confirm anna's e-mail address, and return it."""
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
    return "anna@example.org"


def base64url(data: bytes) -> str:
    """Return the data in base64url without padding, as browsers encode keys."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def notify_turns(now: datetime | None = None) -> int:
    """Run the jobs of turns that are due half a minute from then; return the number of new notifications of turns."""
    return _follow("turn", (now or timezone.now()) + ANSWERED)


def notify_reminders(now: datetime | None = None) -> int:
    """Run the jobs of turns that are due then; return the number of new reminders."""
    return _follow("reminder", now or timezone.now())


def _follow(event: str, moment: datetime) -> int:
    before = Notification.objects.filter(event=event).count()
    with time_machine.travel(moment, tick=False):
        run_due(TURNS)
    return Notification.objects.filter(event=event).count() - before


def look_again() -> None:
    """Make the jobs of all turns due, after a test has changed the rows of matches."""
    Job.objects.filter(kind=TURN).update(due_at=timezone.now())


def send_due(moment: datetime | None = None) -> int:
    """Send all that is due by then, at that moment; how many jobs were run."""
    with time_machine.travel(moment or timezone.now(), tick=False):
        return run_due(*(channel.queue for channel in channels().values() if channel.queue))


@dataclass
class PushService:
    """A local push service, with one browser that can decrypt its messages."""

    url: str = ""
    status: int = 201
    heard: list[JsonObject] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    hold: threading.Event | None = None
    prompt: str = ""  # the path of a browser that is served nevertheless
    prompted: threading.Event = field(default_factory=threading.Event)
    asked: threading.Event = field(default_factory=threading.Event)

    def device(self, user: User, number: int = 1) -> Device:
        """Return the browser as this user's device."""
        return Device.objects.create(
            user=user,
            endpoint=f"{self.url}/{number}",
            p256dh=base64url(point_of(self.key)),
            auth=base64url(SECRET),
            name="Firefox, Android",
        )

    def take(self, path: str, body: bytes, headers: dict[str, str]) -> int:
        """Return the status that the service answers with; the browser reads what came."""
        self.asked.set()
        if self.hold and path != self.prompt:
            self.hold.wait(30)
        if self.status == 201:
            self.heard.append(json.loads(decrypt(body, self.key, SECRET)))
            self.headers.append(headers)
        if path == self.prompt:
            self.prompted.set()
        return self.status


@pytest.fixture
def push_service(monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """Return a push service that listens; the check that refuses local addresses is disabled."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(service.take(self.path, body, dict(self.headers)))
            self.send_header("Content-Length", "0")
            if service.status == 302:
                self.send_header("Location", service.url)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=[0.02])
    thread.start()
    service.url = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setattr(push, "check_endpoint", lambda endpoint: None)
    monkeypatch.setattr(push, "guarded_session", requests.Session)
    yield service
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def at_once() -> Callable[[Callable[[], object], int], list[object]]:
    """Return a function that runs another one in several threads at once, and returns the results."""
    from django.db import connection

    def run(act: Callable[[], object], times: int) -> list[object]:
        ready = threading.Barrier(times)
        outcomes: list[object] = []

        def one() -> None:
            ready.wait()
            try:
                outcomes.append(act())
            finally:
                connection.close()

        threads = [threading.Thread(target=one) for _time in range(times)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return outcomes

    return run
