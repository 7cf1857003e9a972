"""The protocol of web push: the key of the site (VAPID, RFC 8292), encryption (RFC 8291), and requests (RFC 8030).

System checks report a key that is invalid, or not shared between machines. Browsers name the endpoint to which a
message is sent, so a guard against SSRF keeps requests out of our own network.
"""

from __future__ import annotations

import base64
import json
import os
import socket
from contextlib import suppress
from datetime import timedelta
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

import jwt
import requests
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register
from requests.adapters import HTTPAdapter
from urllib3 import HTTPResponse, HTTPSConnectionPool
from urllib3.connection import HTTPSConnection

from accounts.hooks import JsonObject
from core import clock
from games.notifications.errors import DeliveryFailure, DestinationRefused, Gone, PermanentFailure
from games.notifications.models import LONGEST_ENDPOINT, Device

SIZE = 32  # bytes of a private key
LASTS = timedelta(hours=12)  # how long a token is valid, of at most 24 hours
RECORD_SIZE = 4096  # bytes; push services need not take more (RFC 8291, section 4)
LAST_RECORD = b"\x02"  # the delimiter that ends the last record
SALT = 16  # bytes
INSIDE = (".localhost", ".local", ".internal", ".lan", ".home", ".intranet", ".arpa", ".onion")
TIMEOUT = 10  # seconds, for reaching the service and again for its answer
STAYS = 12 * 3600  # seconds that the service keeps it for a device that is off


def private_key() -> str:
    """Return the private key, 32 bytes in base64url; all processes of a site must have the same."""
    return settings.VAPID_PRIVATE_KEY or _kept(settings.VAR_DIR / "vapid_key")


def public_key() -> str:
    """Return the public key as browsers expect it, in base64url; raises ValueError if the private key is invalid."""
    return _public(private_key())


def authorization(endpoint: str) -> str:
    """Return the header by which the push service of this endpoint knows the site (RFC 8292)."""
    service = urlsplit(endpoint)
    claims = {"aud": f"{service.scheme}://{service.netloc}", "exp": clock.now() + LASTS, "sub": contact()}
    token = jwt.encode(claims, _key(private_key()), algorithm="ES256")
    return f"vapid t={token}, k={public_key()}"


def contact() -> str:
    """Return the contact for push services, an https or mailto URL (the claim `sub` of RFC 8292)."""
    return settings.SITE_URL if settings.SECURE else "mailto:" + settings.DEFAULT_FROM_EMAIL.split("<")[-1].rstrip(">")


def new_key() -> str:
    """Generate a private key."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _base64url(number.to_bytes(SIZE, "big"))


@lru_cache(maxsize=2)
def _kept(file: Path) -> str:
    """Return the key in the file; of several threads and processes that find none, one creates it and all use that."""
    if not file.exists():
        with NamedTemporaryFile("w", dir=file.parent) as draft, suppress(FileExistsError):
            draft.write(new_key())
            draft.flush()
            os.link(draft.name, file)
    return file.read_text().strip()


@lru_cache(maxsize=2)
def _public(private: str) -> str:
    point = _key(private).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return _base64url(point)


def _key(private: str) -> ec.EllipticCurvePrivateKey:
    number = decoded(private)
    if len(number) != SIZE:
        raise ValueError(f"it has {len(number)} bytes instead of {SIZE}")
    return ec.derive_private_key(int.from_bytes(number, "big"), ec.SECP256R1())


def decoded(text: str) -> bytes:
    """Return the bytes that are written as base64url, with or without padding; raises ValueError if they are not."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@register()
def check_key(**kwargs: object) -> list[CheckMessage]:
    """Check that a configured key is valid."""
    if not settings.VAPID_PRIVATE_KEY:
        return []
    try:
        public_key()
    except Exception as fault:  # whatever the libraries raise for a key that is none
        hint = "Make one with: manage.py vapid_key"
        return [Error(f"VAPID_PRIVATE_KEY is no key: {fault}", hint=hint, id="notifications.E001")]
    return []


@register(deploy=True)
def check_shared(**kwargs: object) -> list[CheckMessage]:
    """Warn that a generated key is not shared between machines."""
    if settings.VAPID_PRIVATE_KEY or not settings.REDIS_URL:
        return []
    hint = "Make a key with: manage.py vapid_key. Without it each machine makes its own, and pushes are refused."
    return [
        Warning("VAPID_PRIVATE_KEY is not set, though several processes may run.", hint=hint, id="notifications.W001")
    ]


def encrypt(
    message: bytes,
    point: bytes,
    secret: bytes,
    *,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the body of the request that brings the message to a browser.

    `point` is the browser's public key on P-256, uncompressed, and `secret` its authentication secret. Raises
    ValueError if `point` is no public key. `key` and `salt` are new for each message; only tests give their own.
    """
    key, salt = key or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(SALT)
    own_point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))
    seed = _derive(shared, secret, b"WebPush: info\0" + point + own_point, 32)
    content_key = _derive(seed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(seed, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return header + AESGCM(content_key).encrypt(nonce, message + LAST_RECORD, None)


def _derive(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, purpose).derive(secret)


def check_endpoint(endpoint: str) -> None:
    """Raise PermanentFailure unless this is an https URL of a public host by name, on the default port.

    The address behind the name is checked when something is sent: it may change.
    """
    try:
        parts = urlsplit(endpoint)
        odd = parts.port not in (None, 443) or parts.username is not None or parts.password is not None
    except ValueError:
        raise PermanentFailure("forbidden") from None
    host = (parts.hostname or "").rstrip(".")
    if parts.scheme != "https" or odd or len(endpoint) > LONGEST_ENDPOINT or not _is_public_name(host):
        raise PermanentFailure("forbidden")


def _is_public_name(host: str) -> bool:
    """Return whether this is a public host name: with a dot, a last label with letters, and no private suffix."""
    last = host.rpartition(".")[2]
    return "." in host and ":" not in host and last.isascii() and last[:1].isalpha() and not host.endswith(INSIDE)


def check_peer(address: str) -> None:
    """Raise PermanentFailure unless this IP address is public."""
    ip = ip_address(address.partition("%")[0])
    inner = getattr(ip, "ipv4_mapped", None) or ip
    if not inner.is_global or inner.is_multicast:
        raise PermanentFailure("forbidden", f"{address} is not public")


class _GuardedConnection(HTTPSConnection):
    """A connection that checks the address it has reached before it sends anything (against DNS rebinding).

    It waits for the whole head of the answer only so long: a time-out is for each read, of a single byte too.
    """

    def getresponse(self) -> HTTPResponse:  # type: ignore[override]  # as in urllib3
        """Return the answer once its head has come; raises HTTPException or OSError."""
        cut = Timer(TIMEOUT, self._cut)
        cut.start()
        try:
            return super().getresponse()
        finally:
            cut.cancel()

    def _cut(self) -> None:
        with suppress(AttributeError, OSError):  # closed at the same moment
            self.sock.shutdown(socket.SHUT_RDWR)

    def _new_conn(self) -> socket.socket:
        reached = super()._new_conn()
        try:
            check_peer(reached.getpeername()[0])
        except PermanentFailure:
            reached.close()
            raise
        return reached


class _GuardedPool(HTTPSConnectionPool):
    ConnectionCls = _GuardedConnection


class _GuardedAdapter(HTTPAdapter):
    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:  # handed on to requests as they are
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"https": _GuardedPool}


def guarded_session() -> requests.Session:
    """Return a session for public https hosts only, without redirects and proxies."""
    session = requests.Session()
    session.trust_env = False
    session.max_redirects = 0
    session.adapters.clear()
    session.mount("https://", _GuardedAdapter())
    return session


def send(device: Device | None, payload: JsonObject, *, urgent: bool, stays: int = STAYS) -> None:
    """Send the payload to the device; raises Gone for an ended subscription, or another DeliveryFailure."""
    if device is None:
        raise PermanentFailure("no-device")
    check_endpoint(device.endpoint)
    try:
        body = encrypt(json.dumps(payload).encode(), decoded(device.p256dh), decoded(device.auth))
    except ValueError as fault:  # the keys of the device are none
        raise DestinationRefused(str(fault)) from None
    headers = {
        "Authorization": authorization(device.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(stays),
        "Urgency": "high" if urgent else "normal",
    }
    try:
        with guarded_session() as session:
            # Only the status is read: a body may have no end.
            answer = session.post(device.endpoint, body, headers=headers, timeout=TIMEOUT, stream=True)
    except (requests.TooManyRedirects, requests.exceptions.InvalidSchema):
        raise PermanentFailure("forbidden") from None
    except requests.RequestException as fault:
        raise DeliveryFailure("unreachable", type(fault).__name__) from None
    if not answer.ok:
        raise _failure(answer.status_code)


def _failure(status: int) -> DeliveryFailure:
    if status in (404, 410):
        return Gone()
    if status in (400, 401, 403):  # such as a subscription with a former key of the site
        return DestinationRefused(str(status))
    if status == 429 or status >= 500:
        return DeliveryFailure("busy", str(status))
    return PermanentFailure("refused", str(status))
