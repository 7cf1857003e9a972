"""The check that a webhook comes from the site. It needs `cryptography`: `pip install numgames-client[webhooks]`."""

from __future__ import annotations

import base64
import binascii
import time
from collections.abc import Iterable, Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from numgames_client.types import Json

FRESH = 300.0  # seconds


class Verifier:
    """The public keys of a site (`client.webhook_keys()`), and the nonces that have come in the last minutes."""

    def __init__(self, keys: Iterable[Json]) -> None:
        """Read the keys."""
        decoded = {key["kid"]: base64.urlsafe_b64decode(key["x"] + "==") for key in keys}
        self._keys = {kid: Ed25519PublicKey.from_public_bytes(raw) for kid, raw in decoded.items()}
        self._nonces: dict[str, float] = {}

    def is_genuine(self, headers: Mapping[str, str], body: bytes, now: float | None = None) -> bool:
        """Return whether the site has signed this raw body a moment ago, and it has not come before.

        `headers` are those of the request, by their names in any case.
        """
        sent = {name.lower(): value for name, value in headers.items()}
        stamp, nonce = sent.get("numgames-timestamp", ""), sent.get("numgames-nonce", "")
        now = time.time() if now is None else now
        if not stamp.isdecimal() or abs(now - int(stamp)) > FRESH or nonce in self._nonces:
            return False
        message = f"{stamp}.{nonce}.".encode() + body
        if not any(self._is_by(one, message) for one in sent.get("numgames-signature", "").split(", ")):
            return False
        self._nonces = {one: at for one, at in self._nonces.items() if now - at <= 2 * FRESH} | {nonce: now}
        return True

    def _is_by(self, signature: str, message: bytes) -> bool:
        kid, _equals, text = signature.partition("=")
        try:
            self._keys[kid].verify(base64.b64decode(text), message)
        except (KeyError, InvalidSignature, binascii.Error):
            return False
        return True
