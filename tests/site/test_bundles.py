"""Bundles of scripts and style sheets: made when files are collected if esbuild is there, else pages fetch plain files.

Here another program stands in for esbuild, so that what it is asked can be read; tests/browser/test_bundles.py uses
esbuild itself.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.template import Context, Template

from numgames.bundles import LIST, SCRIPT, Bundled, sheet_name
from numgames.startup import _static_state

STAND_IN = f"""#!{sys.executable}
import re, sys
source = re.sub('@import "(.*?)";', r"/* \\1 */", sys.stdin.read())
outfile = next(word for word in sys.argv if word.startswith("--outfile=")).partition("=")[2]
open(outfile, "w").write(source)
"""
MANIFEST = {"BACKEND": "numgames.storage.StaticStorage"}


def page(template: str) -> str:
    return Template("{% load modules %}" + template).render(Context())


@pytest.fixture
def collected(tmp_path: Path, settings: LazySettings) -> Callable[[str], Path]:
    """Return a function that collects all static files, bundled by the program at a path."""
    settings.STATIC_ROOT = str(tmp_path / "static")
    settings.STORAGES = settings.STORAGES | {"staticfiles": MANIFEST}

    def collect(esbuild: str) -> Path:
        settings.ESBUILD = esbuild
        call_command("collectstatic", verbosity=0, interactive=False)
        return Path(settings.STATIC_ROOT)

    return collect


@pytest.fixture
def stand_in(tmp_path: Path) -> str:
    program = tmp_path / "esbuild"
    program.write_text(STAND_IN)
    program.chmod(0o700)
    return str(program)


def test_without_esbuild_pages_fetch_the_plain_files(collected: Callable[[str], Path]) -> None:
    root = collected("")
    assert not (root / LIST).exists()
    assert not (root / SCRIPT).exists()
    assert re.search(
        r'<script type="module" src="/static/js/match\.\w+\.js"></script>', page("{% module 'js/match.js' %}")
    )
    assert page("{% styles 'css/match.css' 'css/controls.css' %}").count("<link") == 2


def test_with_it_each_page_fetches_one_script_and_one_style_sheet(
    collected: Callable[[str], Path], stand_in: str
) -> None:
    collected(stand_in)
    match, chat = page("{% module 'js/match.js' %}"), page("{% module 'js/chat.js' %}")
    source = re.search(r'src="(/static/js/bundle\.\w+\.js)" data-module="js/match.js"', match)
    assert source is not None
    assert f'src="{source[1]}" data-module="js/chat.js"' in chat
    assert "modulepreload" not in match
    links = page("{% styles 'css/match.css' 'css/controls.css' 'css/composition.css' %}")
    assert re.fullmatch(
        r'<link rel="stylesheet" href="/static/css/bundle-match-controls-composition\.\w+\.css">', links
    )


def test_what_no_page_of_the_site_asks_for_is_fetched_as_it_is(collected: Callable[[str], Path], stand_in: str) -> None:
    collected(stand_in)
    assert "/static/js/words." in page("{% module 'js/words.js' %}")
    assert page("{% styles 'css/chat.css' 'css/match.css' %}").count("<link") == 2


def test_all_modules_and_style_sheets_of_all_templates_are_bundled(
    collected: Callable[[str], Path], stand_in: str
) -> None:
    root = collected(stand_in)
    found = Bundled.read((root / LIST).read_text())
    assert {"js/site.js", "js/match.js", "js/lobby.js", "js/chat.js"} <= set(found.modules)
    assert not {"js/passkeys.js", "js/proof.js"} & set(found.modules)  # of rare pages, loaded there only
    assert ("css/site.css", "css/components.css", "css/board.css", "css/pages.css") in found.sheets
    script = (root / SCRIPT).read_text()
    assert all(f"{json.dumps(name)}: () => require({json.dumps('./' + name)})" in script for name in found.modules)
    sheet = (root / sheet_name(("css/match.css", "css/controls.css", "css/composition.css"))).read_text()
    assert sheet.index("match.css") < sheet.index("controls.css") < sheet.index("composition.css")


@pytest.mark.parametrize("program", ["#!/bin/sh\necho 'no such file' >&2\nexit 1\n", "not a program"])
def test_pages_fetch_the_plain_files_if_esbuild_fails(
    collected: Callable[[str], Path], tmp_path: Path, program: str, caplog: pytest.LogCaptureFixture
) -> None:
    failing = tmp_path / "failing"
    failing.write_text(program)
    failing.chmod(0o700)
    root = collected(str(failing))
    assert not (root / LIST).exists()
    assert "data-module" not in page("{% module 'js/match.js' %}")
    assert "Nothing is bundled, because esbuild failed" in caplog.text


def test_files_are_collected_again_when_esbuild_comes_or_goes(settings: LazySettings, stand_in: str) -> None:
    settings.ESBUILD = ""
    without = _static_state()
    settings.ESBUILD = stand_in
    assert _static_state() != without
    settings.ESBUILD = str(Path(stand_in).with_name("nowhere"))
    assert _static_state() == without


def test_every_link_to_a_style_sheet_of_a_template_is_a_list() -> None:
    """A link by hand would fetch the plain file beside its bundle; the page for when nothing works links them so."""
    by_hand = [
        path.name
        for path in Path(__file__).parents[2].joinpath("templates").rglob("*.html")
        if re.search(r"<link[^>]*stylesheet", path.read_text())
    ]
    assert by_hand == ["_plain.html"]
