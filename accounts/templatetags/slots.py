"""The template tag of slots."""

from __future__ import annotations

from typing import Any, cast

from django import template
from django.http import HttpRequest
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from accounts.slots import slot_contents

register = template.Library()


@register.simple_tag(takes_context=True)
def slot(context: Context, name: str) -> SafeString:
    """Render all partials of this slot, one below the other."""
    return slot_html(name, cast(dict[str, Any], context.flatten()), context.get("request"))


def slot_html(name: str, page: dict[str, Any], request: HttpRequest | None = None) -> SafeString:
    """Return all partials of this slot, one below the other; `page` is what they may show."""
    drawn = (
        render_to_string(partial.template, {**page, **filled}, request=request)
        for partial in slot_contents(name)
        if (filled := partial.fill(page)) is not None
    )
    return mark_safe("".join(drawn))  # noqa: S308 - made by templates
