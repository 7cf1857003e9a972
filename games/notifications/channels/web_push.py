"""The protocol of web push: the key of the site (VAPID, RFC 8292), encryption (RFC 8291), and requests (RFC 8030).

System checks report a key that is invalid, or not shared between machines. Browsers name the endpoint to which a
message is sent, so `core.outgoing` keeps requests out of our own network.
"""

from __future__ import annotations

import base64
import json
import os
from contextlib import suppress
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile
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

from accounts.hooks import JsonObject
from core import clock
from core.outgoing import Forbidden, check_url, guarded_session
from games.notifications.errors import DeliveryFailure, DestinationRefused, Gone, PermanentFailure
from games.notifications.models import LONGEST_ENDPOINT, Device

SIZE = 32  # bytes of a private key
LASTS = timedelta(hours=12)  # how long a token is valid, of at most 24 hours
RECORD_SIZE = 4096  # bytes; push services need not take more (RFC 8291, section 4)
LAST_RECORD = b"\x02"  # the delimiter that ends the last record
SALT = 16  # bytes
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
    """Raise PermanentFailure unless this is an https URL of a public host by name, on the default port."""
    try:
        check_url(endpoint)
    except Forbidden:
        raise PermanentFailure("forbidden") from None
    if len(endpoint) > LONGEST_ENDPOINT:
        raise PermanentFailure("forbidden")


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
    except (Forbidden, requests.TooManyRedirects, requests.exceptions.InvalidSchema) as fault:
        raise PermanentFailure("forbidden", str(fault) if isinstance(fault, Forbidden) else "") from None
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
