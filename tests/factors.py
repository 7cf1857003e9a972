"""Second factors of accounts in tests: an authenticator app whose codes a test can compute."""

from __future__ import annotations

import time

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value

from accounts.models import User
from accounts.recovery_codes import reveal

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
PERIOD = 30  # seconds


def give_factor(user: User) -> User:
    """Set up an app with codes; return the user."""
    TOTP.activate(user, SECRET)
    return user


def give_codes(user: User) -> list[str]:
    """Set up recovery codes; return them."""
    return reveal(RecoveryCodes.activate(user).instance)


def code_of(secret: str = SECRET) -> str:
    """Return the code that the app shows now."""
    code: str = format_hotp_value(hotp_value(secret, int(time.time()) // PERIOD))
    return code
