"""Typed HTML: fragments that escape their values, and partials of a page that can be compared and replaced."""

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
# Memoizes a function whose result depends on its arguments alone, one of which is the language if it translates. Types
# are part of the key: otherwise a plain text would get the unescaped result of an equal SafeString.
memoized = functools.partial(lru_cache, typed=True)
_SPACE = re.compile(r"\s+")


class Fragment:
    """A template of HTML with placeholders such as `{name}`. Values are escaped unless they are HTML already.

    The source must be a constant of the code, never built from data: only then is the result safe.
    """

    def __init__(self, source: str) -> None:
        """Parse the source; whitespace is collapsed, so that several lines become one."""
        self._parts: list[str] = []  # an empty one for each placeholder
        self._places: list[tuple[int, str]] = []  # for each placeholder, the index of its part, and its name
        for text, name, _format, _conversion in Formatter().parse(_SPACE.sub(" ", source)):
            self._parts.append(text)
            if name is not None:
                self._places.append((len(self._parts), name))
                self._parts.append("")

    def __call__(self, **values: Value) -> SafeString:
        """Return the HTML with these values; raises KeyError if one is missing."""
        parts = self._parts.copy()
        for index, name in self._places:
            value = values[name]
            if value.__class__ is SafeString:  # most are HTML already, or plain text
                parts[index] = value
            elif value.__class__ is str:
                parts[index] = _escaped_text(value)
            else:
                parts[index] = _escaped(value)
        return SafeString("".join(parts))

    def partial(self, name: str, /, **values: Value) -> Partial:
        """Return this fragment as the partial with this id; partials among its values can be replaced alone."""
        return Partial(name, self._filled, tuple(values), *values.values())

    def _filled(self, names: tuple[str, ...], *values: Value) -> SafeString:
        return self(**dict(zip(names, values, strict=True)))


class Partial:
    """An element of a page that is drawn lazily, and compared by its inputs instead of its HTML.

    It consists of a function and its arguments: two partials with the same function and equal arguments are the same
    element, so that what a move does not change need not be drawn (as in a virtual DOM). The function must depend on
    its arguments alone, besides the active language, and the arguments must be immutable. Partials among the arguments
    can be replaced alone.
    """

    __slots__ = ("_draw", "_html", "_values", "name")

    def __init__(self, name: str, draw: Callable[[*Values], SafeString], *values: *Values) -> None:
        """Keep what is needed to draw the element with the id `name`."""
        self.name = name
        self._draw: Callable[..., SafeString] = draw
        self._values: tuple[object, ...] = values
        self._html: SafeString | None = None

    @staticmethod
    def drawn(name: str, html: SafeString) -> Partial:
        """Return a partial of HTML that is drawn already."""
        return Partial(name, _as_it_is, html)

    def __html__(self) -> str:
        return self.html

    def __str__(self) -> str:
        return self.html

    @property
    def html(self) -> SafeString:
        """The element as HTML, drawn at the first access."""
        if self._html is None:
            self._html = self._draw(*self._values)
        return self._html

    def since(self, before: Partial | None) -> list[str]:
        """Return the HTML of what differs from an earlier version: all of it, only partials inside it, or nothing."""
        if before is self:
            return []
        if before is None or before._draw != self._draw:
            return [self.html]
        olds, news = before._values, self._values
        if len(olds) != len(news):
            return [self.html]
        changes: list[str] = []
        for old, new in zip(olds, news, strict=True):
            if old is new or old == new:
                continue
            if not (isinstance(new, Partial) and isinstance(old, Partial) and new.name == old.name):
                return [self.html]
            changes += new.since(old)
        return changes


def active_language() -> str:
    """Return the code of the active language; that of the site if none is active."""
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
