"""What pages say of their viewer: the mark of the push subscription, and the colours of boards and tiles."""

from __future__ import annotations

from django import template
from django.template import Context

from accounts.match_settings import settings_of
from accounts.models import User
from accounts.sessions import session_mark

register = template.Library()


@register.simple_tag(takes_context=True)
def push_mark(context: Context) -> str:
    """Return the mark of the page's player and session; empty for a page without one."""
    request, user = context.get("request"), context.get("user")
    if request is None or not isinstance(user, User):
        return ""
    return user.push_mark(session_mark(request.session.session_key))


@register.simple_tag(takes_context=True)
def tileset(context: Context) -> str:
    """Return the tileset of this page; empty for the classic one, whose colours every page has.

    The tileset of a match may depend on its pace; other pages have one only if it is chosen for both paces.
    """
    request = context.get("request")
    cookies = request.COOKIES if request else {}
    preferences = context.get("match_settings") or settings_of(context.get("user"), cookies)
    return preferences.tiles if preferences.tiles != User.Tiles.CLASSIC else ""
