"""Second factors: authenticator apps, passkeys, recovery codes."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount

from accounts.models import User

ASKED_FOR = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)  # recovery codes only stand in for these


def has_factor(user: User) -> bool:
    """Return whether this account asks for a second factor at sign-in."""
    return bool(Authenticator.objects.filter(user=user, type__in=ASKED_FOR).exists())


def has_one_key(user: User) -> bool:
    """Return whether one passkey is the only way into this account: no password, address or other site besides."""
    if user.has_usable_password() or EmailAddress.objects.filter(user=user).exists():
        return False
    passkeys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).count()
    return bool(passkeys == 1 and not SocialAccount.objects.filter(user=user).exists())


def remove_factors(user: User) -> int:
    """Remove all factors of this account: their owner has lost them, or deletes the account. Return their number."""
    number: int = Authenticator.objects.filter(user=user).delete()[0]
    return number
