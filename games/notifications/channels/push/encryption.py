"""Encryption of a push message for one browser (RFC 8291), by `aes128gcm` (RFC 8188) in a single record."""

from __future__ import annotations

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD_SIZE = 4096  # bytes; push services need not take more (RFC 8291, section 4)
LAST_RECORD = b"\x02"  # the delimiter that ends the last record
SALT = 16  # bytes


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
