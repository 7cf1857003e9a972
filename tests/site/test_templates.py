"""No template needs what the Content-Security-Policy forbids, and none shows HTML that a player has typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.site.test_sentences import templates

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted(
    path for top in ("templates", "games", "accounts", "numgames") for path in (ROOT / top).rglob("*.html")
)
FORBIDDEN = re.compile(
    r"""\sstyle\s*=|<style|\son[a-z]+\s*=\s*["']|hx-on|javascript:"""
    r"""|<script(?![^>]*\b(?:src=|type="application/ld\+json))""",
    re.IGNORECASE,
)
ICON = re.compile(r'{% include "(icons/[^"]+)" %}')


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


# Mail programs drop style sheets, and have no content security policy.
PAGES = [path for path in TEMPLATES if "email" not in path.parts]


@pytest.mark.parametrize("path", PAGES, ids=_name)
def test_a_template_holds_no_inline_script_or_style(path: Path) -> None:
    assert FORBIDDEN.findall(path.read_text()) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=_name)
def test_every_icon_that_is_asked_for_was_drawn(path: Path) -> None:
    asked = ICON.findall(path.read_text())

    assert [icon for icon in asked if not (ROOT / "templates" / icon).exists()] == []


@pytest.mark.parametrize("path", sorted((ROOT / "templates/icons").glob("*.html")), ids=_name)
def test_an_icon_says_nothing_to_a_screen_reader(path: Path) -> None:
    assert 'aria-hidden="true"' in path.read_text()


UNESCAPED = re.compile(r"\|\s*safe(?:seq)?\b|autoescape\s+(?:off|false)")


def test_no_template_but_that_of_help_texts_leaves_a_value_unescaped() -> None:
    """Those texts are ours. What else is safe is said beside the code that has made it so."""
    found = [file.name for file in templates() if UNESCAPED.search(file.read_text())]

    assert found == ["_notes.html"]


def test_the_search_for_inline_code_finds_it() -> None:
    for bad in ('<p style="x">', "<style>", '<a onclick="x">', "<script>x</script>", '<b hx-on:click="x">'):
        assert FORBIDDEN.search(bad), bad
    for good in ('<script src="a.js">', '<p data-stylish="x">', '<p class="on">', '<script type="module" src="a.js">'):
        assert not FORBIDDEN.search(good), good
