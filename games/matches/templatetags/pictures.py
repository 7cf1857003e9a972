"""Finds the small picture of a game's board, where the game brings one."""

from __future__ import annotations

from functools import cache

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static

register = template.Library()


@register.filter
def board_picture(slug: str) -> str:
    """The address of the picture of this game's board, `<slug>/board.svg` among its static files; empty without one."""
    path = f"{slug}/board.svg"
    return static(path) if _exists(path) else ""


@cache
def _exists(path: str) -> bool:
    return finders.find(path) is not None
