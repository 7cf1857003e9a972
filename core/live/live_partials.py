"""Live partials: a piece of a page that is declared once, by its template and its inputs, and stays up to date."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, Generic, TypeVar

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.html import format_html
from django.utils.safestring import SafeString

LENGTH = 6  # bytes of a version

Subject = TypeVar("Subject")
Viewer = TypeVar("Viewer")
Inputs = Mapping[str, Any]  # the context of a template


def all_of(inputs: Inputs) -> object:
    """Return all inputs, as what is compared."""
    return tuple(sorted(inputs.items()))


def digest(key: object) -> str:
    """Return a digest of plain values, equal in all processes."""
    return blake2b(repr(key).encode(), digest_size=LENGTH).hexdigest()


@dataclass(frozen=True, eq=False)
class LivePartial(Generic[Subject, Viewer]):
    """Declares a partial: an element whose id is `name`, drawn by `template` from its inputs alone.

    `inputs` returns the template's context for one viewer; None where the page has no such element. A page is sent the
    element whenever its inputs differ from those that the page was sent last. They are plain values; where they are
    rows of the database, which are equal by their keys whatever has changed, `key` returns plain values of theirs that
    say all that the template shows. The root element has the attribute `data-inputs="{{ version }}"`, by which a page
    that opens its socket says what it shows.
    """

    name: str
    template: str
    inputs: Callable[[Subject, Viewer], Inputs | None]
    key: Callable[[Inputs], object] = all_of

    def of(self, subject: Subject, viewer: Viewer) -> BoundPartial | None:
        """Return the partial with the inputs of this viewer; None where the page has no such element."""
        inputs = self.inputs(subject, viewer)
        return None if inputs is None else self.bound(inputs)

    def bound(self, inputs: Inputs, key: object = None) -> BoundPartial:
        """Return the partial with these inputs; `key` is theirs where it is at hand."""
        return BoundPartial(self.name, self.template, inputs, self.key(inputs) if key is None else key)


class BoundPartial:
    """A live partial with its inputs, drawn at the first access, in the language and time zone that are active now."""

    def __init__(self, name: str, template: str, inputs: Inputs, key: object) -> None:
        """Keep what is needed to draw the element with the id `name`; `key` is what is compared."""
        self.name, self.template, self.inputs, self.key = name, template, inputs, key
        self._language, self._zone = translation.get_language(), timezone.get_current_timezone()

    @cached_property
    def version(self) -> str:
        """A digest of the inputs, equal in all processes."""
        return digest(self.key)

    @cached_property
    def html(self) -> SafeString:
        """The element as HTML."""
        with translation.override(self._language), timezone.override(self._zone):
            return SafeString(render_to_string(self.template, {**self.inputs, "version": self.version}).strip())

    def __html__(self) -> str:
        return self.html

    def __str__(self) -> str:
        return self.html


Bound = dict[str, BoundPartial | None]  # by name; None where the page has no such element


def bind(partials: Iterable[LivePartial[Subject, Viewer]], subject: Subject, viewer: Viewer) -> Bound:
    """Return these partials with the inputs of one viewer, by name."""
    return {partial.name: partial.of(subject, viewer) for partial in partials}


class ShownPartials:
    """What an open page shows of live partials: what it said when it opened, then what it was sent.

    A socket keeps its order and loses nothing, so a page need not repeat it. Of what was sent, the inputs are kept as
    they are compared, which pages of equal viewers share.
    """

    def __init__(self, versions: object) -> None:
        """Begin with the versions by name that a page sent, checked here."""
        pairs = versions.items() if isinstance(versions, dict) else ()
        self._versions = {name: version for name, version in pairs if isinstance(version, str)}
        self._keys: dict[str, object] = {}

    def lacks(self, bound: Bound) -> list[str]:
        """Return the names of those that differ from what the page shows."""
        return [name for name, partial in bound.items() if not self._is_shown(name, partial)]

    def _is_shown(self, name: str, partial: BoundPartial | None) -> bool:
        if name in self._keys:
            return partial is not None and self._keys[name] == partial.key
        return self._versions.get(name) == (partial.version if partial else None)

    def draw(self, bound: Bound) -> None:
        """Draw those that differ, as `bring` will need them: call it in a thread."""
        for name in self.lacks(bound):
            _drawn = str(bound[name])

    def bring(self, bound: Bound) -> str:
        """Return the HTML of those that differ from what the page shows, and take it that the page shows them now."""
        lacked = self.lacks(bound)
        self.take(bound, lacked)
        return "".join(html_of(name, bound[name]) for name in lacked)

    def take(self, bound: Bound, names: Iterable[str]) -> None:
        """Take it that the page shows these partials now."""
        for name in names:
            self._versions.pop(name, "")
            self._keys.pop(name, None)
            if partial := bound[name]:
                self._keys[name] = partial.key


def html_of(name: str, partial: BoundPartial | None) -> str:
    """Return the element, or an empty one in the place of an element that the page has no more."""
    return partial.html if partial else format_html('<i id="{}" hidden></i>', name)
