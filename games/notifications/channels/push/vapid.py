"""The VAPID key that identifies this site to push services (RFC 8292): from the environment, or generated into a file.

System checks report a key that is invalid, or not shared between machines.
"""

from __future__ import annotations

import base64
import os
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from core import clock

SIZE = 32  # bytes of a private key
LASTS = timedelta(hours=12)  # how long a token is valid, of at most 24 hours


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
    """Return the key in the file; of several processes that find none, one creates it and all use that."""
    if not file.exists():
        draft = file.with_name(f"{file.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(new_key())
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
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
