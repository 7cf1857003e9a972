"""Typed HTML: fragments that escape what is filled in, and partials of a page that can be compared and replaced."""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from string import Formatter
from typing import Final, TypeVarTuple, Union

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

Value = Union[str, int, "Partial"]
Values = TypeVarTuple("Values")

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
        self._parts: list[str] = []  # an empty one for each place
        self._places: list[tuple[int, str]] = []  # the index of its part, and its name
        for text, name, _format, _conversion in Formatter().parse(_SPACE.sub(" ", source)):
            self._parts.append(text)
            if name is not None:
                self._places.append((len(self._parts), name))
                self._parts.append("")

    def __call__(self, **values: Value) -> SafeString:
        """Return the HTML with these values."""
        parts = self._parts.copy()
        for index, name in self._places:
            value = values[name]
            parts[index] = value if value.__class__ is SafeString else _escaped(value)  # most are HTML already
        return SafeString("".join(parts))

    def partial(self, name: str, /, **values: Value) -> Partial:
        """Return the partial of a page whose element has this id; values that are partials can be replaced alone."""
        return Partial(name, self._filled, tuple(values), *values.values())

    def _filled(self, names: tuple[str, ...], *values: Value) -> SafeString:
        return self(**dict(zip(names, values, strict=True)))


class Partial:
    """An element of a page, drawn when it is asked for; equal only to itself.

    It is a function and all that it is given, so that two partials of the same function and the same values are the
    same element: what a move does not change is compared and not drawn. So the function must draw nothing but its
    values, in the active language, and the values must not change. Partials among the values can be replaced alone.
    """

    __slots__ = ("_draw", "_html", "_values", "name")

    def __init__(self, name: str, draw: Callable[[*Values], SafeString], *values: *Values) -> None:
        """Describe the element that has this id."""
        self.name = name
        self._draw: Callable[..., SafeString] = draw
        self._values: tuple[object, ...] = values
        self._html: SafeString | None = None

    @staticmethod
    def drawn(name: str, html: SafeString) -> Partial:
        """Return a partial whose HTML is at hand."""
        return Partial(name, _as_it_is, html)

    def __html__(self) -> str:
        return self.html

    def __str__(self) -> str:
        return self.html

    @property
    def html(self) -> SafeString:
        """The element as HTML."""
        if self._html is None:
            self._html = self._draw(*self._values)
        return self._html

    def since(self, before: Partial | None) -> list[str]:
        """Return the HTML of what differs from the partial before: itself, or only some of the partials inside it."""
        if before is self:
            return []
        if before is None or before._draw != self._draw:
            return [self.html]
        olds, news = before._values, self._values
        if olds == news:
            return []
        if len(olds) != len(news):
            return [self.html]
        changes: list[str] = []
        for old, new in zip(olds, news, strict=True):
            if old is new:
                continue
            if isinstance(new, Partial) and isinstance(old, Partial) and new.name == old.name:
                changes += new.since(old)
            elif old != new:
                return [self.html]
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


def _as_it_is(html: SafeString) -> SafeString:
    return html


def _escaped(value: Value) -> str:
    if value.__class__ is SafeString:
        return value
    if isinstance(value, Partial):
        return value.html
    return _escaped_text(str(value))


@lru_cache(maxsize=4_000)
def _escaped_text(text: str) -> str:
    return html.escape(text)
