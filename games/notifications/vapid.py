"""The VAPID key that identifies this site to push services: from the environment, or generated and kept in a file."""

from __future__ import annotations

import base64
import os
from functools import lru_cache
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid import Vapid


def private_key() -> str:
    """Return the private key, 32 bytes in base64url; all processes of a site must have the same."""
    return settings.VAPID_PRIVATE_KEY or _kept(settings.VAR_DIR / "vapid_key")


def public_key() -> str:
    """Return the public key as browsers expect it, in base64url; raises ValueError if the private key is invalid."""
    return _public(private_key())


def contact() -> str:
    """Return the contact for push services."""
    return settings.SITE_URL if settings.SECURE else "mailto:" + settings.DEFAULT_FROM_EMAIL.split("<")[-1].rstrip(">")


def new_key() -> str:
    """Generate a private key."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _base64url(number.to_bytes(32, "big"))


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
    key = Vapid.from_string(private).public_key
    point = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return _base64url(point)


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
