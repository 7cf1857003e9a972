"""Partials: elements of a page that are drawn from inputs, compared by them, and sent to open pages when these differ.

Those of a match's board are drawn by Jinja2, as a move draws twenty of them and Django's templates take ten times as
long. Each is a macro, which declares its inputs: `matches/play` is the macro `play` of
`templates/matches/partials/play.jinja`, and `matches/play/rack` the macro `rack` of the same file, for what is a part
of that partial. To call a macro costs a third of rendering a template.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from typing import Any, Final, Generic, Protocol, TypeVar

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.template.backends.jinja2 import Jinja2
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext, pgettext
from jinja2 import BaseLoader, Environment, StrictUndefined, Template
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.nodes import Expr
from jinja2.runtime import Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

from core.live import fanout
from core.web import page_path

_SPACE = re.compile(r"\s+")
# Line ends just inside an element, where the formatter puts them; between elements white space may separate words.
_AFTER_START = re.compile(r"(<(?!/|img|input|br)[^<>]*>)\s*\n\s*")
_BEFORE_END = re.compile(r"(?:\s{2,}|\s*\n\s*)(?=</)")


class Compact(Extension):
    """Makes each run of white space in the text of a template one space, and none at the edges of an element."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens of a template."""
        for token in stream:
            yield token._replace(value=_compact(token.value)) if token.type == "data" else token


def _compact(text: str) -> str:
    return _SPACE.sub(" ", _BEFORE_END.sub("", _AFTER_START.sub(r"\1", text)))


class PartialsGenerator(CodeGenerator):
    """Compiles `{{ value }}` so that `PartialsEnvironment.text` escapes it, as Jinja2's native types do."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write("environment.text(")


class PartialsEnvironment(Environment):
    """Jinja2's environment with a quicker `escape`: most values of partials are HTML already, or numbers."""

    code_generator_class = PartialsGenerator

    @staticmethod
    def text(value: object) -> str:
        """Return a value as HTML. MarkupSafe makes an object of each, which took a tenth of the time of a move."""
        if value.__class__ is SafeString or value.__class__ is Markup:
            return value
        return str(value) if value.__class__ is int or value.__class__ is float else escape(value)


def environment(loader: BaseLoader, *, auto_reload: bool, **_options: object) -> Environment:
    """Return the environment of the partials' templates, for `settings.TEMPLATES`.

    They know the filters of all template libraries, `_`, `ngettext`, `pgettext`, `icon` and `url`. A value that is
    missing is an error, and a line with nothing but a block leaves no line.
    """
    env = PartialsEnvironment(
        loader=loader,
        auto_reload=auto_reload,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Compact],
    )
    env.globals |= {"_": gettext, "ngettext": ngettext, "pgettext": pgettext, "icon": icon, "url": page_path}
    pages = engines["django"]
    assert isinstance(pages, DjangoTemplates)  # noqa: S101 - as in the settings
    for library in pages.engine.template_libraries.values():
        env.filters |= library.filters
    return env


def draw(name: str, /, **inputs: object) -> SafeString:
    """Return the partial of this name, such as `matches/play` or `matches/play/rack`, with these inputs.

    Raises TypeError for an input that the macro does not declare.
    """
    macro = _macro(name)
    if macro.catch_kwargs or len(inputs) != len(macro.arguments):
        return SafeString(macro(**inputs))  # has further inputs, or raises the error
    # The compiled function itself: to put the arguments in order again costs Jinja2 as much as the function.
    return SafeString(macro._func(*[inputs.pop(argument, missing) for argument in macro.arguments], **inputs))


@cache
def icon(name: str) -> SafeString:
    """Return the icon of this name, from `templates/icons`."""
    return SafeString(render_to_string(f"icons/{name}.html").strip())


def _find(name: str) -> Macro:
    app, partial, *_part = name.split("/")
    engine = engines["jinja2"]
    assert isinstance(engine, Jinja2)  # noqa: S101 - as in the settings
    template: Template = engine.env.get_template(f"{app}/partials/{partial}.jinja")
    macro: Macro = getattr(template.module, name.rpartition("/")[2])
    return macro


# Compiled once; while the site is developed Jinja2 looks for changed files.
_macro = _find if settings.DEBUG else cache(_find)


EMPTY: Final = SafeString("")
# Memoizes a function whose result depends on its arguments alone, one of which is the language if it translates. Types
# are part of the key: otherwise a plain text would get the unescaped result of an equal SafeString. What some hundred
# boards in play need is kept: more would be memory that a process never gives back.
memoized = lru_cache(maxsize=500, typed=True)


Parts = Mapping[str, "Partial"]  # by the name of the input
NO_PARTS: Final[Parts] = {}


class Partial:
    """An element of a page that is drawn lazily, and compared by its inputs instead of its HTML.

    It consists of a template and its inputs: two partials with the same template and equal inputs are the same element,
    so that what a move does not change need not be drawn (as in a virtual DOM). The template shows its inputs alone, in
    the active language, and the inputs must be immutable. Its `parts` are further inputs: partials inside it that can
    be replaced alone.
    """

    __slots__ = ("_html", "inputs", "name", "parts", "template")

    def __init__(self, template: str, name: str = "", parts: Parts = NO_PARTS, /, **inputs: object) -> None:
        """Keep what is needed to draw the element with the id `name`, which is by default the template's own name."""
        self.template, self.parts, self.inputs = template, parts, inputs
        self.name = name or template.rpartition("/")[2]
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
            self._html = draw(self.template, **self.inputs, **self.parts)
        return self._html

    @property
    def kept(self) -> Partial:
        """The partial itself, without a copy of its inputs."""
        return self

    def since(self, before: object) -> list[str]:
        """Return the HTML of what differs from what was kept: all of it, only parts of it, or nothing."""
        if before is self:
            return []
        if not isinstance(before, Partial) or before.template != self.template or before.inputs != self.inputs:
            return [self.html]
        if not self.parts:
            return []
        if before.parts.keys() != self.parts.keys():
            return [self.html]
        changes: list[str] = []
        for name, part in self.parts.items():
            if part is not before.parts[name]:  # most parts are memoized
                changes += part.since(before.parts[name])
        return changes


def active_language() -> str:
    """Return the code of the active language; that of the site if none is active."""
    return get_language() or settings.LANGUAGE_CODE


def joined(parts: Iterable[SafeString]) -> SafeString:
    """Return these parts one after the other."""
    return SafeString("".join(parts))


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


class Digest(str):
    """What a page that opens says of an element that it shows: the digest of its inputs."""

    __slots__ = ()


class BoundPartial:
    """A live partial with its inputs, drawn at the first access, in the language and time zone that are active now."""

    def __init__(self, name: str, template: str, inputs: Inputs, key: object) -> None:
        """Keep what is needed to draw the element with the id `name`; `key` is what is compared."""
        self.name, self.template, self.inputs, self.key = name, template, inputs, key
        self._language, self._zone = translation.get_language(), timezone.get_current_timezone()

    @property
    def kept(self) -> object:
        """What is kept of it where it was sent: not its HTML, and the same object for pages of equal viewers."""
        return self.key

    def since(self, before: object) -> list[str]:
        """Return the HTML if it differs from what was kept, or from what a page says that it shows."""
        return [] if before == (self.version if isinstance(before, Digest) else self.key) else [self.html]

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


class Element(Protocol):
    """An element of a page as it should be now."""

    @property
    def kept(self) -> object:
        """What is kept of it where it was sent, to be compared with what comes later."""

    def since(self, before: object) -> list[str]:
        """Return the HTML of what differs from what was kept of it, or of its parts; all of it for None."""


Elements = Mapping[str, Element | None]  # by name; None where the page has no such element
State = Mapping[str, object]  # what is kept of the elements that were sent
NOTHING: Final[State] = {}


def kept_of(elements: Elements) -> State:
    """Return what is kept of these elements where they were sent."""
    return {name: element and element.kept for name, element in elements.items()}


def changes(now: Elements, before: State, anyway: Collection[str] = ()) -> list[str]:
    """Return the HTML of what differs from before, and of elements `anyway`; an empty element for one that is gone."""
    html: list[str] = []
    for name, element in now.items():
        kept = None if name in anyway else before.get(name)
        if element:
            html += element.since(kept)
        elif kept is not None:
            html.append(format_html('<i id="{}" hidden></i>', name))
    return html


class Shown:
    """What an open page shows of live partials: what it said when it opened, then what it was sent.

    A socket keeps its order and loses nothing, so a page need not repeat it.
    """

    def __init__(self, digests: object) -> None:
        """Begin with the digests by name that a page sent, checked here."""
        pairs = digests.items() if isinstance(digests, dict) else ()
        self._state: dict[str, object] = {name: Digest(digest) for name, digest in pairs if isinstance(digest, str)}

    def changes(self, bound: Bound) -> list[str]:
        """Return the HTML of those that differ from what the page shows; call it in a thread, as it draws them."""
        return changes(bound, self._state)

    def take(self, bound: Bound) -> None:
        """Take it that the page shows these partials now."""
        self._state |= kept_of(bound)

    def bring(self, bound: Bound) -> str:
        """Return the HTML of those that differ from what the page shows, and take it that the page shows them now."""
        html = "".join(self.changes(bound))
        self.take(bound)
        return html


@dataclass(frozen=True, eq=False)
class LivePage(Generic[Subject, Viewer]):
    """Declares a kind of page: its partials, and how its subject is read.

    `read` returns the subject with a key as one viewer may see it, and raises ObjectDoesNotExist where there is none
    for this viewer. Whenever a subject has changed, call `announce` after the commit; a page about something that has
    a topic already names that one by `topic_of` instead.
    """

    name: str
    read: Callable[[str, Viewer], Subject]
    partials: Iterable[LivePartial[Subject, Viewer]]
    topic_of: Callable[[str], str] | None = None

    missing = ObjectDoesNotExist

    def bind(self, key: str, viewer: Viewer) -> Bound:
        """Return the partials of this subject for one viewer; raises ObjectDoesNotExist."""
        return bind(self.partials, self.read(key, viewer), viewer)

    def context(self, key: str, viewer: Viewer) -> dict[str, object]:
        """Return the context of the page's template: the `partials` by name, and the attributes `live` of its root."""
        return {"partials": self.bind(key, viewer), "live": self.attributes(key)}

    def attributes(self, key: str) -> SafeString:
        """Return the attributes of the page's root, by which the page opens its socket."""
        return format_html('data-live="/ws/live/{0}" data-poll="/accounts/live/{0}"', f"{self.name}/{key}/")

    def topic(self, key: str) -> str:
        """Return the topic of the open pages of one subject."""
        return self.topic_of(key) if self.topic_of else f"live.{self.name}.{key}"

    def announce(self, key: str) -> None:
        """Have the open pages of this subject brought up to date; a page that misses it heals by its heartbeat."""
        fanout.publish([self.topic(key)], {"type": "page.changed"})
