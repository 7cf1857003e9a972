"""Hooks: the points at which an app lets other apps plug in that it does not know; slots are those in templates.

Each app that offers some has them in its `hooks.py`. An app plugs in from its `receivers.py`, which `core.apps`
imports when all apps are loaded. docs/architecture.md lists who offers and uses what.

A template has `{% load slots %}` and `{% slot "name" %}`. To add something to a page, register a `SlotPartial` with its
slot; for what is pushed to open pages a `SlotFunction`, which takes a tenth of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Generic, TypeVar, Union

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

T = TypeVar("T")
Context = Mapping[str, Any]  # of a template: values of any type, as in Django
ContextBuilder = Callable[[Context], Context | None]


class Hook(Generic[T]):
    """A point to plug in: iterating yields what was registered, by rank, and equals in the order of registration."""

    def __init__(self) -> None:
        """Create a hook into which nothing is plugged."""
        self._registered: list[tuple[int, T]] = []

    def register(self, item: T, *, rank: int = 50) -> T:
        """Plug in an item, which is a function or a small value with one; return it, so that this decorates as well."""
        self._registered.append((rank, item))
        self._registered.sort(key=itemgetter(0))
        return item

    def __iter__(self) -> Iterator[T]:
        return iter([item for _rank, item in self._registered])


def add_nothing(page: Context) -> Context:
    """Return an empty context: the partial is always shown, and the page's own context is all that it needs."""
    return {}


@dataclass(frozen=True)
class SlotPartial:
    """A partial for a slot: `fill` maps the page's context to the partial's, or to None to omit the partial."""

    template: str
    fill: ContextBuilder = add_nothing

    def html(self, page: Context, request: HttpRequest | None) -> str:
        """Render the partial; empty where it is omitted."""
        filled = self.fill(page)
        return "" if filled is None else render_to_string(self.template, {**page, **filled}, request=request)


@dataclass(frozen=True)
class SlotFunction:
    """A partial for a slot that a function draws from the page's context; it returns None to omit the partial."""

    draw: Callable[[Context], SafeString | None]

    def html(self, page: Context, request: HttpRequest | None) -> str:
        """Draw the partial; empty where it is omitted."""
        return self.draw(page) or ""


class Slot(Hook[Union[SlotPartial, SlotFunction]]):
    """A place in pages, filled with partials one below the other; a lower rank comes first.

    An `exclusive` one is filled with the first that is not omitted.
    """

    named: dict[str, Slot] = {}

    def __init__(self, name: str, *, exclusive: bool = False) -> None:
        """Create the slot of this name in templates."""
        super().__init__()
        self.exclusive = exclusive
        self.named[name] = self


def slot_html(name: str, page: Context, request: HttpRequest | None = None) -> SafeString:
    """Return the partials of this slot, one below the other; `page` is what they may show. Raises KeyError."""
    slot = Slot.named[name]
    filled = filter(None, (partial.html(page, request) for partial in slot))
    return SafeString(next(filled, "") if slot.exclusive else "".join(filled))
