"""Typed HTML: fragments that escape what is filled in, and partials of a page that can be compared and replaced."""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from string import Formatter
from typing import Final, Union

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

Value = Union[str, int, "Partial"]

EMPTY: Final = SafeString("")
# Keeps the results of a function that draws nothing but its arguments, one of them the language if there are words.
# The types of the arguments are part of the key, or a text equal to a partial of HTML would get its unescaped drawing.
memoized = functools.partial(lru_cache, typed=True)
_SPACE = re.compile(r"\s+")


class Fragment:
    """HTML with places such as `{name}`. Every value that is filled in is escaped, unless it is HTML already.

    The source is written in the code, never put together from values: that is what makes the result safe.
    """

    def __init__(self, source: str) -> None:
        """Take the source; several lines are one line in the page."""
        source = _SPACE.sub(" ", source)
        self._fill = source.format
        self._places = [(text, place) for text, place, _format, _conversion in Formatter().parse(source)]

    def __call__(self, **values: str | int) -> SafeString:
        """Return the HTML with these values."""
        filled = {
            name: value if value.__class__ is SafeString else _escaped(value)  # most are HTML already
            for name, value in values.items()
        }
        return SafeString(self._fill(**filled))

    def partial(self, name: str, /, **values: Value) -> Partial:
        """Return the partial of a page whose element has this id; values that are partials can be replaced alone."""
        chunks: list[str | Partial] = []
        text = ""
        for literal, place in self._places:
            text += literal
            if place is None:
                continue
            value = values[place]
            if isinstance(value, Partial):
                chunks += [text, value]
                text = ""
            else:
                text += _escaped(value)
        return Partial(name, (*chunks, text))


@dataclass(frozen=True, eq=False)
class Partial:
    """An element of a page, with the partials inside it that can be replaced alone; equal only to itself."""

    name: str
    chunks: tuple[str | Partial, ...]

    def __html__(self) -> str:
        return self.html

    def __str__(self) -> str:
        return self.html

    @cached_property
    def html(self) -> SafeString:
        """The element as HTML."""
        if len(self.chunks) == 1 and self.chunks[0].__class__ is SafeString:
            return self.chunks[0]
        return SafeString("".join([chunk.html if isinstance(chunk, Partial) else chunk for chunk in self.chunks]))

    def since(self, before: Partial | None) -> list[str]:
        """Return the HTML of what differs from the partial before: itself, or only some of the partials inside it."""
        if before is self:
            return []
        if before is None or len(before.chunks) != len(self.chunks):
            return [self.html]
        changes: list[str] = []
        for old, new in zip(before.chunks, self.chunks, strict=True):
            if old is new or old == new:
                continue
            if not (isinstance(new, Partial) and isinstance(old, Partial) and new.name == old.name):
                return [self.html]
            changes += new.since(old)
        return changes


def active_language() -> str:
    """Return the language in which texts are drawn now."""
    return get_language() or settings.LANGUAGE_CODE


def joined(parts: Iterable[SafeString]) -> SafeString:
    """Return these parts one after the other."""
    return SafeString("".join(parts))


@cache
def icon(name: str) -> SafeString:
    """Return the icon of this name, from `templates/icons`."""
    return SafeString(render_to_string(f"icons/{name}.html").strip())


def _escaped(value: Value) -> str:
    if value.__class__ is SafeString:
        return value
    if isinstance(value, Partial):
        return value.html
    return _escaped_text(str(value))


@lru_cache(maxsize=4_000)
def _escaped_text(text: str) -> str:
    return html.escape(text)
