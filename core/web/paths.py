"""Paths of pages. Each pattern is reversed once: `reverse` costs more than the rest of a partial."""

from __future__ import annotations

from functools import cache

from django.urls import reverse

_KEY = "0000000000"


def page_path(name: str, key: str = "") -> str:
    """Return the path of the URL pattern of this name; `key`, such as the id of a match, is its only argument."""
    if not key:
        return _path(name)
    before, after = _pattern(name)
    return f"{before}{key}{after}"


@cache
def _path(name: str) -> str:
    return reverse(name)


@cache
def _pattern(name: str) -> tuple[str, str]:
    before, _key, after = reverse(name, args=[_KEY]).partition(_KEY)
    return before, after
