"""Templates of partials: Jinja2's, as a move draws ten of them and Django's take several times as long."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from django.conf import settings
from django.template import engines
from django.template.backends.django import get_installed_libraries
from django.template.library import import_library
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from jinja2 import BaseLoader, Environment, StrictUndefined, Template
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from core.web.paths import page_path

_SPACE = re.compile(r"\s+")


class Compact(Extension):
    """Makes each run of white space in the text of a template one space, as it is in a browser."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens of a template."""
        for token in stream:
            yield token._replace(value=_SPACE.sub(" ", token.value)) if token.type == "data" else token


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
    for library in get_installed_libraries().values():
        env.filters |= import_library(library).filters
    return env


def draw(name: str, /, **values: object) -> SafeString:
    """Return the template of this name with these values: `matches/play` is `matches/partials/play.jinja`."""
    return SafeString(_template(name).render(values))


@cache
def icon(name: str) -> SafeString:
    """Return the icon of this name, from `templates/icons`."""
    return SafeString(render_to_string(f"icons/{name}.html").strip())


def _find(name: str) -> Template:
    app, _slash, partial = name.partition("/")
    template = engines["jinja2"].env.get_template(f"{app}/partials/{partial}.jinja")
    template.globals = {**template.globals}  # plain: each drawing copies it, and a ChainMap takes longer than the rest
    return template


# Compiled once; while the site is developed Jinja2 looks for changed files.
_template = _find if settings.DEBUG else cache(_find)
