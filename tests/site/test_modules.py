"""A page lists all JavaScript modules it needs, so that browsers fetch them in parallel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils.translation import override

from numgames.templatetags.modules import imports

PRELOADED = re.compile(r'rel="modulepreload" href="/static/([^"]+)"')
NAMED = re.compile(r"""\{% module ['"]([^'"]+)['"]""")


def drawn(name: str) -> str:
    return Template("{% load modules %}{% module name %}").render(Context({"name": name}))


@pytest.mark.parametrize("name", ["js/match.js", "js/lobby.js", "js/site.js"])
def test_all_modules_are_fetched_with_the_script(name: str) -> None:
    page = drawn(name)
    assert f'<script type="module" src="/static/{name}"></script>' in page
    assert PRELOADED.findall(page) == list(imports(name))
    assert len(set(imports(name))) == len(imports(name))


def test_modules_of_modules_are_found() -> None:
    assert {"js/staging.js", "js/drawing.js", "js/words.js"} <= set(imports("js/match.js"))


def test_every_module_of_a_page_says_that_it_runs() -> None:
    templates = [path.read_text() for path in Path("templates").rglob("*.html")]
    named = {name for text in templates for name in NAMED.findall(text)}
    assert {"js/match.js", "js/guide.js", "js/passkeys.js"} <= named
    for name in named:
        last = Path("static", name).read_text().splitlines()[-1]
        assert last == f'running("{Path(name).stem}");', name


@pytest.mark.parametrize(("language", "needs"), [("en", False), ("de", False), ("fr", False), ("pl", True)])
def test_a_language_gets_the_letters_that_its_sentences_have(language: str, needs: bool) -> None:
    with override(language):
        page = render_to_string("base.html")
    assert ("letters.css" in page) is needs
