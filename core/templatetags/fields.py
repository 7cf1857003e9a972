"""A template filter for the fields of forms."""

from __future__ import annotations

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def with_focus(field: BoundField) -> SafeString:
    """Return the field as HTML; the first wrong field of a form has the focus when the page is loaded."""
    wrong = next((one.name for one in field.form if one.errors), "")
    return field.as_widget(attrs={"autofocus": True} if field.name == wrong else None)
