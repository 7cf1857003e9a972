"""Typed HTML: fragments that escape what is filled in, and pieces of a page that can be compared and replaced."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Final, Union

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

Value = Union[str, int, "Piece"]

EMPTY: Final = SafeString("")
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
        return SafeString(self._fill(**{name: _escaped(value) for name, value in values.items()}))

    def piece(self, name: str, /, **values: Value) -> Piece:
        """Return the piece of a page whose element has this id; values that are pieces can be replaced alone."""
        chunks: list[str | Piece] = []
        text = ""
        for literal, place in self._places:
            text += literal
            if place is None:
                continue
            value = values[place]
            if isinstance(value, Piece):
                chunks += [text, value]
                text = ""
            else:
                text += _escaped(value)
        return Piece(name, (*chunks, text))


@dataclass(frozen=True)
class Piece:
    """An element of a page, with the pieces inside it that can be replaced alone."""

    name: str
    chunks: tuple[str | Piece, ...]

    def __html__(self) -> str:
        return self.html

    def __str__(self) -> str:
        return self.html

    @property
    def html(self) -> SafeString:
        """The element as HTML."""
        return SafeString("".join([chunk.html if isinstance(chunk, Piece) else chunk for chunk in self.chunks]))

    @property
    def inner(self) -> list[Piece]:
        """The pieces directly inside it."""
        return [chunk for chunk in self.chunks if isinstance(chunk, Piece)]

    def since(self, before: Piece | None) -> Iterator[str]:
        """Yield the HTML of what differs from the piece before: itself, or only some of the pieces inside it."""
        if before == self:
            return
        if before is None or before.frame != self.frame:
            yield self.html
            return
        for old, new in zip(before.inner, self.inner, strict=True):
            yield from new.since(old)

    @property
    def frame(self) -> tuple[str, ...]:
        """Its own HTML without that of the pieces inside it, and their names."""
        return tuple([chunk.name if isinstance(chunk, Piece) else chunk for chunk in self.chunks])


def joined(parts: Iterable[SafeString]) -> SafeString:
    """Return these parts one after the other."""
    return SafeString("".join(parts))


@cache
def icon(name: str) -> SafeString:
    """Return the icon of this name, from `templates/icons`."""
    return SafeString(render_to_string(f"icons/{name}.html").strip())


def _escaped(value: Value) -> str:
    if isinstance(value, Piece):
        return value.html
    if value.__class__ is SafeString:
        return value
    return html.escape(str(value))
