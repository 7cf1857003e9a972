"""The template filter for the thumbnail of a game's board."""

from __future__ import annotations

from functools import cache

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static

register = template.Library()


@register.filter
def board_picture(slug: str) -> str:
    """Return the URL of the game's static `<slug>/board.svg`; empty without one."""
    path = f"{slug}/board.svg"
    return static(path) if _exists(path) else ""


@cache
def _exists(path: str) -> bool:
    return finders.find(path) is not None
