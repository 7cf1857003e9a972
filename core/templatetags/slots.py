"""The template tag of slots."""

from __future__ import annotations

from typing import cast

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from core.hooks import slot_html

register = template.Library()


@register.simple_tag(takes_context=True)
def slot(context: Context, name: str) -> SafeString:
    """Render all partials of this slot, one below the other; raises KeyError for a name that no slot has."""
    return slot_html(name, cast("dict[str, object]", context.flatten()), context.get("request"))
