"""System checks of the game folders, and of what a public site should say."""

from __future__ import annotations

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from games.catalogue import faults

HINT = "Mend it or take it away; until then the site runs without it."


@register()
def check_games(**kwargs: object) -> list[CheckMessage]:
    """Return an error for each module of a game's folder that cannot be used."""
    return [Error(f"{fault.module}: {fault.reason}", hint=HINT, id="games.E001") for fault in faults()]


@register(deploy=True)
def check_contact(**kwargs: object) -> list[CheckMessage]:
    """Warn that no address is told to those who find a vulnerability."""
    if settings.SECURITY_CONTACT:
        return []
    hint = "Set it to an address that is read, such as mailto:security@numgames.example."
    return [
        Warning(
            "SECURITY_CONTACT is not set, so /.well-known/security.txt does not exist.", hint=hint, id="numgames.W001"
        )
    ]
