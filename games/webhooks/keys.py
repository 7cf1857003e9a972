"""The keys by which receivers of webhooks know the site: Ed25519, derived from SECRET_KEY.

While SECRET_KEY is rotated, those of SECRET_KEY_FALLBACKS sign as well, and both are published.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from datetime import datetime
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.crypto import salted_hmac


def signed_headers(body: bytes, now: datetime) -> dict[str, str]:
    """Return the headers that sign this body: by each key, over timestamp, nonce and body, joined by dots."""
    timestamp, nonce = str(int(now.timestamp())), secrets.token_hex(16)
    message = f"{timestamp}.{nonce}.".encode() + body
    signatures = [f"{_id_of(key)}={base64.b64encode(key.sign(message)).decode()}" for key in _keys()]
    return {
        "Numgames-Timestamp": timestamp,
        "Numgames-Nonce": nonce,
        "Numgames-Signature": ", ".join(signatures),
    }


def public_keys() -> list[dict[str, str]]:
    """Return the public keys as JSON Web Keys (RFC 8037), the present one first."""
    return [
        {"kty": "OKP", "crv": "Ed25519", "use": "sig", "kid": _id_of(key), "x": _base64url(_public(key))}
        for key in _keys()
    ]


def _keys() -> list[Ed25519PrivateKey]:
    return [_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]


@lru_cache(maxsize=8)
def _key(secret: str) -> Ed25519PrivateKey:
    seed = salted_hmac("games.webhooks.keys", "", secret=secret, algorithm="sha256").digest()
    return Ed25519PrivateKey.from_private_bytes(seed)


def _id_of(key: Ed25519PrivateKey) -> str:
    return hashlib.sha256(_public(key)).hexdigest()[:16]


def _public(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
