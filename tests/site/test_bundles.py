"""Bundles of scripts and style sheets: made when files are collected if esbuild is there, else pages fetch plain files.

Here another program stands in for esbuild, so that what it is asked can be read; tests/browser/test_bundles.py uses
esbuild itself.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings, settings
from django.core.management import call_command
from django.template import Context, Template
from django.test import override_settings

from numgames.assets import BOARD_SCRIPT, LIST, OF_BOARDS, SCRIPT, StaticStorage, sheet_name
from numgames.startup import _collect, _static_state
from tests.sizes import cases

STAND_IN = f"""#!{sys.executable}
import re, sys
source = re.sub('@import "(.*?)";', r"/* \\1 */", sys.stdin.read())
outfiles = [word.partition("=")[2] for word in sys.argv if word.startswith("--outfile=")]
for outfile in outfiles:
    open(outfile, "w").write(source)
if not outfiles:  # two bundles, which share a file
    open("js/shared-AB12.js", "w").write("const shared = 1;")
"""
MANIFEST = {"BACKEND": "numgames.assets.StaticStorage"}


def page(template: str) -> str:
    return Template("{% load modules %}" + template).render(Context())


def collect(esbuild: str) -> None:
    """Collect all static files into the present STATIC_ROOT, bundled by this program."""
    with override_settings(STORAGES=settings.STORAGES | {"staticfiles": MANIFEST}, ESBUILD=esbuild):
        call_command("collectstatic", verbosity=0, interactive=False)


def stand_in(folder: Path) -> str:
    """Return the path of the program that stands in for esbuild."""
    program = folder / "esbuild"
    program.write_text(STAND_IN)
    program.chmod(0o700)
    return str(program)


@pytest.fixture(scope="module", autouse=True)
def _uncompressed() -> Iterator[None]:
    """Leave the collected files uncompressed, which takes most of the time; no test here reads compressed ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticStorage, "compress_files", lambda _storage, _names: iter(()))
        yield


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of static files that were collected once with bundles."""
    folder = tmp_path_factory.mktemp("bundles")
    with override_settings(STATIC_ROOT=str(folder / "static")):
        collect(stand_in(folder))
    return folder / "static"


@pytest.fixture
def bundled(bundles: Path) -> Iterator[Path]:
    """Serve the bundled files in this test, and return their folder."""
    with override_settings(STATIC_ROOT=str(bundles), STORAGES=settings.STORAGES | {"staticfiles": MANIFEST}):
        yield bundles


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Path]:
    """Serve files from a folder that is still empty in this test, and return it."""
    root = tmp_path / "static"
    with override_settings(STATIC_ROOT=str(root), STORAGES=settings.STORAGES | {"staticfiles": MANIFEST}):
        yield root


def test_without_esbuild_pages_fetch_the_plain_files(plain: Path) -> None:
    collect("")
    assert not (plain / LIST).exists()
    assert not (plain / SCRIPT).exists()
    assert re.search(
        r'<script type="module" src="/static/js/match\.\w+\.js"></script>', page("{% module 'js/match.js' %}")
    )
    assert page("{% styles 'css/match.css' 'css/controls.css' %}").count("<link") == 2


@pytest.mark.slow
@pytest.mark.usefixtures("bundled")
def test_with_it_each_page_fetches_few_scripts_and_one_style_sheet() -> None:
    site, chat = page("{% module 'js/site.js' %}"), page("{% module 'js/chat.js' %}")
    source = re.search(r'src="(/static/js/bundle\.\w+\.js)" data-module="js/site.js"', site)
    assert source is not None
    assert f'src="{source[1]}" data-module="js/chat.js"' in chat
    assert re.findall(r'modulepreload" href="(.*?)"', site) == re.findall(r'"(/static/js/shared-AB12\.\w+\.js)"', site)
    match = page("{% module 'js/match.js' %}")
    assert re.search(r'src="/static/js/bundle-board\.\w+\.js" data-module="js/match.js"', match)
    assert "modulepreload" not in match
    links = page(
        "{% styles 'css/match.css' 'css/controls.css' 'css/composition.css' 'css/phone.css' 'css/chat.css' %}"
    ).strip()
    assert re.fullmatch(
        r'<link rel="stylesheet" href="/static/css/bundle-match-controls-composition-phone-chat\.\w+\.css">', links
    )


@pytest.mark.usefixtures("bundled")
def test_what_no_page_of_the_site_asks_for_is_fetched_as_it_is() -> None:
    assert "/static/js/words." in page("{% module 'js/words.js' %}")
    assert page("{% styles 'css/chat.css' 'css/match.css' %}").count("<link") == 2


def test_all_modules_and_style_sheets_of_all_templates_are_bundled(bundled: Path) -> None:
    lists = json.loads((bundled / LIST).read_text())
    assert {"js/site.js", "js/match.js", "js/lobby.js", "js/chat.js"} <= set(lists["modules"])
    assert not {"js/passkeys.js", "js/proof.js"} & set(lists["modules"])  # of rare pages, loaded there only
    assert ["css/site.css", "css/components.css", "css/colours.css", "css/board.css", "css/pages.css"] in lists[
        "sheets"
    ]
    assert lists["shared"] == ["js/shared-AB12.js"]
    scripts = {False: (bundled / SCRIPT).read_text(), True: (bundled / BOARD_SCRIPT).read_text()}
    for name in lists["modules"]:
        run = f"{json.dumps(name)}: () => require({json.dumps('../' + name)})"
        assert [of_boards for of_boards, script in scripts.items() if run in script] == [name in OF_BOARDS]
    sheet = (
        bundled
        / sheet_name(("css/match.css", "css/controls.css", "css/composition.css", "css/phone.css", "css/chat.css"))
    ).read_text()
    assert (
        sheet.index("match.css")
        < sheet.index("controls.css")
        < sheet.index("composition.css")
        < sheet.index("phone.css")
    )


@pytest.mark.thorough  # by default: a site without esbuild
@pytest.mark.slow
@cases(
    "program",
    {"failing": "#!/bin/sh\necho 'no such file' >&2\nexit 1\n", "unknown": "not a program"},
    default=["failing"],
)
def test_pages_fetch_the_plain_files_if_esbuild_fails(
    plain: Path, tmp_path: Path, program: str, caplog: pytest.LogCaptureFixture
) -> None:
    failing = tmp_path / "failing"
    failing.write_text(program)
    failing.chmod(0o700)
    collect(str(failing))
    assert not (plain / LIST).exists()
    assert "data-module" not in page("{% module 'js/match.js' %}")
    assert "Nothing is bundled, because esbuild failed" in caplog.text


def test_files_are_collected_again_when_esbuild_comes_or_goes(settings: LazySettings, tmp_path: Path) -> None:
    settings.ESBUILD = ""
    without = _static_state()
    settings.ESBUILD = stand_in(tmp_path)
    assert _static_state() != without
    settings.ESBUILD = str(tmp_path / "nowhere")
    assert _static_state() == without


def test_files_that_were_deleted_are_collected_again(settings: LazySettings, tmp_path: Path) -> None:
    settings.STORAGES = settings.STORAGES | {"staticfiles": MANIFEST}
    settings.STATIC_ROOT = tmp_path / "static"
    settings.ESBUILD, settings.STATICFILES_FINDERS = "", []  # fast
    for _ in range(2):
        _collect(tmp_path / "static.stamp")
        assert (settings.STATIC_ROOT / "staticfiles.json").exists()
        shutil.rmtree(settings.STATIC_ROOT)


def test_every_link_to_a_style_sheet_of_a_template_is_a_list() -> None:
    """A link by hand would fetch the plain file beside its bundle; the page for when nothing works links them so."""
    by_hand = [
        path.name
        for path in Path(__file__).parents[2].joinpath("templates").rglob("*.html")
        if re.search(r"<link[^>]*stylesheet", path.read_text())
    ]
    assert by_hand == ["_plain.html"]
