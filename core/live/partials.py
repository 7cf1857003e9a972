"""Partials of a page, which can be compared and replaced."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from core.live.templates import draw

EMPTY: Final = SafeString("")
# Memoizes a function whose result depends on its arguments alone, one of which is the language if it translates. Types
# are part of the key: otherwise a plain text would get the unescaped result of an equal SafeString.
memoized = functools.partial(lru_cache, typed=True)


class Partial:
    """An element of a page that is drawn lazily, and compared by its inputs instead of its HTML.

    It consists of a template and its inputs: two partials with the same template and equal inputs are the same element,
    so that what a move does not change need not be drawn (as in a virtual DOM). The template shows its inputs alone, in
    the active language, and the inputs must be immutable. Partials among the inputs can be replaced alone.
    """

    __slots__ = ("_html", "_template", "inputs", "name")

    def __init__(self, template: str, name: str = "", /, **inputs: object) -> None:
        """Keep what is needed to draw the element with the id `name`, which is by default the template's own name."""
        self.name = name or template.rpartition("/")[2]
        self._template = template
        self.inputs = inputs
        self._html: SafeString | None = None

    @staticmethod
    def drawn(name: str, html: SafeString) -> Partial:
        """Return a partial of HTML that is drawn already."""
        partial = Partial("", name, html=html)
        partial._html = html
        return partial

    def __html__(self) -> str:
        return self.html

    def __str__(self) -> str:
        return self.html

    @property
    def html(self) -> SafeString:
        """The element as HTML, drawn at the first access."""
        if self._html is None:
            self._html = draw(self._template, **self.inputs)
        return self._html

    def since(self, before: Partial | None) -> list[str]:
        """Return the HTML of what differs from an earlier version: all of it, only partials inside it, or nothing."""
        if before is None or before._template != self._template:
            return [self.html]
        if before is self or before.inputs == self.inputs:
            return []
        changes: list[str] = []
        for name, new in self.inputs.items():
            old = before.inputs.get(name)
            if old is new or old == new:
                continue
            olds, news = _partials(old), _partials(new)
            if not news or [one.name for one in olds] != [one.name for one in news]:
                return [self.html]
            for one, other in zip(news, olds, strict=True):
                changes += one.since(other)
        return changes


def _partials(value: object) -> Sequence[Partial]:
    """Return the partials of an input, which is one or a tuple of them; none if it is anything else."""
    if isinstance(value, Partial):
        return (value,)
    if isinstance(value, tuple) and all(isinstance(one, Partial) for one in value):
        return value
    return ()


def active_language() -> str:
    """Return the code of the active language; that of the site if none is active."""
    return get_language() or settings.LANGUAGE_CODE


def joined(parts: Iterable[SafeString]) -> SafeString:
    """Return these parts one after the other."""
    return SafeString("".join(parts))
