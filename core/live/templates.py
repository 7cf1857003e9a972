"""Templates of partials: Jinja2's, as a move draws twenty of them and Django's take ten times as long.

Each has one macro of the partial's name, which declares its inputs: `templates/matches/partials/play.jinja` has the
macro `play`. To call a macro costs a third of rendering a template.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from django.conf import settings
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.template.backends.jinja2 import Jinja2
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from jinja2 import BaseLoader, Environment, StrictUndefined, Template
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.runtime import Macro

from core.addresses import page_path

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


def environment(loader: BaseLoader, *, auto_reload: bool, **_options: object) -> Environment:
    """Return the environment of the partials' templates, for `settings.TEMPLATES`.

    They know the filters of all template libraries, `_`, `ngettext`, `icon` and `url`. A value that is missing is an
    error, and a line with nothing but a block leaves no line.
    """
    env = Environment(
        loader=loader,
        auto_reload=auto_reload,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Compact],
    )
    env.globals |= {"_": gettext, "ngettext": ngettext, "icon": icon, "url": page_path}
    pages = engines["django"]
    assert isinstance(pages, DjangoTemplates)  # noqa: S101 - as in the settings
    for library in pages.engine.template_libraries.values():
        env.filters |= library.filters
    return env


def draw(name: str, /, **inputs: object) -> SafeString:
    """Return the partial of this name with these inputs: `matches/play` is the macro `play` of its template.

    Raises TypeError for an input that the macro does not declare.
    """
    return SafeString(_macro(name)(**inputs))


@cache
def icon(name: str) -> SafeString:
    """Return the icon of this name, from `templates/icons`."""
    return SafeString(render_to_string(f"icons/{name}.html").strip())


def _find(name: str) -> Macro:
    app, _slash, partial = name.partition("/")
    engine = engines["jinja2"]
    assert isinstance(engine, Jinja2)  # noqa: S101 - as in the settings
    template: Template = engine.env.get_template(f"{app}/partials/{partial}.jinja")
    macro: Macro = getattr(template.module, partial)
    return macro


# Compiled once; while the site is developed Jinja2 looks for changed files.
_macro = _find if settings.DEBUG else cache(_find)
