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
    return sorted(inputs.items())


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

    def bound(self, inputs: Inputs) -> BoundPartial:
        """Return the partial with these inputs."""
        return BoundPartial(self.name, self.template, inputs, self.key(inputs))


class BoundPartial:
    """A live partial with its inputs, drawn at the first access, in the language and time zone that are active now."""

    def __init__(self, name: str, template: str, inputs: Inputs, key: object) -> None:
        """Keep what is needed to draw the element with the id `name`; `key` is what is compared."""
        self.name, self.template, self.inputs, self.key = name, template, inputs, key
        self._language, self._zone = translation.get_language(), timezone.get_current_timezone()

    @cached_property
    def version(self) -> str:
        """A digest of the inputs, equal in all processes."""
        return blake2b(repr(self.key).encode(), digest_size=LENGTH).hexdigest()

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

    A socket keeps its order and loses nothing, so a page need not repeat it.
    """

    def __init__(self, versions: object) -> None:
        """Begin with the versions by name that a page sent, checked here."""
        pairs = versions.items() if isinstance(versions, dict) else ()
        self._versions = {name: version for name, version in pairs if isinstance(version, str)}

    def draw(self, bound: Bound) -> None:
        """Draw those that differ, as `bring` will need them: call it in a thread."""
        for name, partial in bound.items():
            if partial and partial.version != self._versions.get(name):
                _drawn = partial.html

    def bring(self, bound: Bound) -> str:
        """Return the HTML of those that differ from what the page shows, and take it that the page shows them now.

        In place of an element that the page has no more, it is an empty one.
        """
        changed = ""
        for name, partial in bound.items():
            if partial and partial.version != self._versions.get(name):
                self._versions[name] = partial.version
                changed += partial.html
            elif not partial and self._versions.pop(name, ""):
                changed += format_html('<i id="{}" hidden></i>', name)
        return changed
