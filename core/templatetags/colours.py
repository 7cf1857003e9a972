"""The tag `colour`, for templates whose colours no style sheet can set, such as those of mails."""

from __future__ import annotations

from django import template

from core.colours import colours

register = template.Library()


@register.simple_tag
def colour(name: str, theme: str = "light") -> str:
    """Return the colour of this token."""
    return colours(theme)[name]
