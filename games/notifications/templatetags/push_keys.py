"""The key with which a browser subscribes to push, for every page: a browser with a former one subscribes again."""

from __future__ import annotations

from django import template

from games.notifications.channels.push import vapid

register = template.Library()


@register.simple_tag
def push_key() -> str:
    """Return the public key of the site, in base64url."""
    return vapid.public_key()
