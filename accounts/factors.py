"""Second factors: authenticator apps, passkeys, recovery codes."""

from __future__ import annotations

from allauth.mfa.models import Authenticator

from accounts.models import User

ASKED_FOR = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)  # recovery codes only stand in for these


def has_factor(user: User) -> bool:
    """Return whether this account asks for a second factor at sign-in."""
    return bool(Authenticator.objects.filter(user=user, type__in=ASKED_FOR).exists())


def remove_factors(user: User) -> int:
    """Remove all factors of this account, as its owner has lost them; return their number."""
    number: int = Authenticator.objects.filter(user=user).delete()[0]
    return number
