"""The template tag of slots."""

from __future__ import annotations

from typing import cast

from django import template
from django.http import HttpRequest
from django.template import Context
from django.utils.safestring import SafeString

from core.hooks import Slot

register = template.Library()


@register.simple_tag(takes_context=True)
def slot(context: Context, name: str) -> SafeString:
    """Render all partials of this slot, one below the other; raises KeyError for a name that no slot has."""
    return slot_html(name, cast("dict[str, object]", context.flatten()), context.get("request"))


def slot_html(name: str, page: dict[str, object], request: HttpRequest | None = None) -> SafeString:
    """Return all partials of this slot, one below the other; `page` is what they may show. Raises KeyError."""
    return SafeString("".join([partial.html(page, request) for partial in Slot.named[name]]))
