"""No template needs what the Content-Security-Policy forbids, and none shows HTML that a player has typed."""

from __future__ import annotations

import re
from pathlib import Path

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


# Mail programs drop style sheets, and have no content security policy.
PAGES = [path for path in TEMPLATES if "email" not in path.parts]


def test_no_template_holds_inline_script_or_style() -> None:
    assert {path: found for path in PAGES if (found := FORBIDDEN.findall(path.read_text()))} == {}


def test_every_icon_that_is_asked_for_was_drawn() -> None:
    asked = {icon for path in TEMPLATES for icon in ICON.findall(path.read_text())}
    assert {icon for icon in asked if not (ROOT / "templates" / icon).exists()} == set()
    assert asked


def test_no_icon_says_anything_to_a_screen_reader() -> None:
    icons = [*(ROOT / "templates/icons").glob("*.html")]
    assert [path for path in icons if 'aria-hidden="true"' not in path.read_text()] == []
    assert icons


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
