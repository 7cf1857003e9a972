"""The colours of boards and tiles that the viewer chose."""

from __future__ import annotations

from django import template
from django.template import Context

from accounts.match_settings import settings_of
from accounts.models import User

register = template.Library()


@register.simple_tag(takes_context=True)
def tileset(context: Context) -> str:
    """Return the tileset of this page; empty for the classic one, whose colours every page has.

    The tileset of a match may depend on its pace; other pages have one only if it is chosen for both paces.
    """
    request = context.get("request")
    cookies = request.COOKIES if request else {}
    preferences = context.get("match_settings") or settings_of(context.get("user"), cookies)
    return preferences.tiles if preferences.tiles != User.Tiles.CLASSIC else ""
