"""Second factors of accounts in tests: an authenticator app whose codes a test can compute, and a passkey's device."""

from __future__ import annotations

import hashlib
import json
import secrets
import time

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from accounts.models import User
from accounts.security import reveal_codes

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
PERIOD = 30  # seconds


def give_factor(user: User) -> User:
    """Set up an app with codes; return the user."""
    TOTP.activate(user, SECRET)
    return user


def give_codes(user: User) -> list[str]:
    """Set up recovery codes; return them."""
    return reveal_codes(RecoveryCodes.activate(user).instance)


def code_of(secret: str = SECRET) -> str:
    """Return the code that the app shows now."""
    code: str = format_hotp_value(hotp_value(secret, int(time.time()) // PERIOD))
    return code


class Device:
    """A device that keeps one passkey, as a browser's WebAuthn sees it."""

    def __init__(self, host: str = "testserver") -> None:
        self.host = host
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.owner = ""  # the handle of the account, as the site named it

    def create(self, options: str, *, verified: bool = True) -> str:
        """Return the answer to these options of a registration; unless `verified`, the device did not ask its user."""
        asked = json.loads(options)["publicKey"]
        self.owner = asked["user"]["id"]
        public_key = ES256.from_cryptography_key(self.key.public_key())  # type: ignore[no-untyped-call]  # fido2 has no types here
        public = AttestedCredentialData.create(b"\0" * 16, self.id, public_key)
        flags = AuthenticatorData.FLAG.AT | self._flags(verified)
        attestation = AttestationObject.create("none", AuthenticatorData.create(self._site, flags, 0, public), {})
        client_data = self._client_data(CollectedClientData.TYPE.CREATE, asked["challenge"])
        return self._answer(
            {"attestationObject": websafe_encode(attestation), "clientDataJSON": websafe_encode(client_data)}
        )

    def sign(self, options: str) -> str:
        """Return the answer to these options of a sign-in."""
        asked = json.loads(options)["request_options"]["publicKey"]
        data = AuthenticatorData.create(self._site, self._flags(True), 1)
        client_data = self._client_data(CollectedClientData.TYPE.GET, asked["challenge"])
        signature = self.key.sign(data + client_data.hash, ec.ECDSA(hashes.SHA256()))
        parts = {"authenticatorData": data, "clientDataJSON": client_data, "signature": signature}
        return self._answer({name: websafe_encode(part) for name, part in parts.items()} | {"userHandle": self.owner})

    @property
    def _site(self) -> bytes:
        return hashlib.sha256(self.host.encode()).digest()

    def _flags(self, verified: bool) -> AuthenticatorData.FLAG:
        flags = AuthenticatorData.FLAG
        return flags.UP | flags.UV if verified else flags.UP

    def _client_data(self, kind: str, challenge: str) -> CollectedClientData:
        return CollectedClientData.create(kind, websafe_decode(challenge), f"https://{self.host}")

    def _answer(self, response: dict[str, str]) -> str:
        one = websafe_encode(self.id)
        return json.dumps(
            {
                "id": one,
                "rawId": one,
                "type": "public-key",
                "response": response,
                "clientExtensionResults": {"credProps": {"rk": True}},
            }
        )
