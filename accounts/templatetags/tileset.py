"""The colours of boards and tiles that the viewer chose."""

from __future__ import annotations

from django import template
from django.template import Context

from accounts.layout import TILES, layout_of

register = template.Library()


@register.simple_tag(takes_context=True)
def tileset(context: Context) -> str:
    """Return the tileset for this viewer on this device; empty for the classic one, whose colours every page has."""
    request = context.get("request")
    chosen = layout_of(context.get("user"), request.COOKIES if request else {}).tiles
    return chosen if chosen != TILES[0] else ""
