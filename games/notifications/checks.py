"""System checks of the web push key (VAPID)."""

from __future__ import annotations

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from games.notifications import vapid


@register()
def check_key(**kwargs: object) -> list[CheckMessage]:
    """Check that a configured key is valid."""
    if not settings.VAPID_PRIVATE_KEY:
        return []
    try:
        vapid.public_key()
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
