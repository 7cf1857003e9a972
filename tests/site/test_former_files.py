"""Files that an upgrade replaces are kept for pages that are open, and removed a week later."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.test import RequestFactory
from pytest_django import Settings

from numgames.assets import _chunks
from numgames.handler import StaticFiles
from numgames.startup import _collect, remove_former_files

BEGAN = datetime(2026, 3, 2, 12, tzinfo=UTC)
WEEK = timedelta(days=7)
FORMS = ("", ".br", ".gz")


class Site:
    """A site with one script, and its collected files; a clock that is moved by hand."""

    def __init__(self, folder: Path, clock: time_machine.Traveller) -> None:
        self.source, self.root, self.clock = folder / "source", folder / "static", clock
        self.edited = 0

    def upgrade(self, name: str = "js/match.js", text: str = "") -> set[Path]:
        """Collect a version in which this script is so, or missing without a text; return its files."""
        file = self.source / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        if text:
            file.write_text(text * 50)
            self.edited += 10
            os.utime(file, (BEGAN.timestamp() + self.edited,) * 2)
        _collect(self.root.with_suffix(".stamp"))
        return self.files()

    def files(self) -> set[Path]:
        """Return the collected scripts with hashes in their names, without compressed forms."""
        return set(self.root.glob("js/*.*.js"))


@pytest.fixture
def site(settings: Settings, tmp_path: Path) -> Iterator[Site]:
    """Return the site before its first version."""
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "numgames.assets.StaticStorage"}}
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    settings.STATIC_ROOT, settings.ESBUILD = tmp_path / "static", ""
    with time_machine.travel(BEGAN, tick=False) as clock:
        yield Site(tmp_path, clock)


def exists(file: Path) -> list[bool]:
    """Return whether this file and its compressed forms are there."""
    return [file.with_name(file.name + form).exists() for form in FORMS]


def test_replaced_files_stay_for_a_week(site: Site) -> None:
    [first] = site.upgrade(text="let one = 1;\n")
    site.clock.shift(30 * WEEK)
    [second] = site.upgrade(text="let two = 2;\n") - {first}
    site.clock.shift(WEEK - timedelta(minutes=1))
    third = site.upgrade(text="let three = 3;\n") - {first, second}
    assert (exists(first), exists(second), len(third)) == ([True] * 3, [True] * 3, 1)

    site.clock.shift(timedelta(minutes=2))
    site.upgrade(text="let three = 3;\n")
    assert (exists(first), exists(second)) == ([False] * 3, [True] * 3)
    site.clock.shift(WEEK)
    remove_former_files()
    assert site.files() == third
    assert exists(*third) == [True] * 3


def test_a_version_that_returns_is_not_removed(site: Site) -> None:
    [first] = site.upgrade(text="let one = 1;\n")
    [second] = site.upgrade(text="let two = 2;\n") - {first}
    site.clock.shift(timedelta(days=4))
    site.upgrade(text="let one = 1;\n")
    site.clock.shift(timedelta(days=4))
    remove_former_files()
    assert (exists(first), exists(second)) == ([True] * 3, [True] * 3)
    site.clock.shift(timedelta(days=4))
    remove_former_files()
    assert (exists(first), exists(second)) == ([True] * 3, [False] * 3)


def test_a_file_that_a_version_no_longer_has_goes_too(site: Site) -> None:
    site.upgrade("js/old.js", "let old = 0;\n")
    site.upgrade("js/match.js", "let one = 1;\n")
    site.upgrade("js/old.js")
    plain = site.root / "js/old.js"
    assert plain.exists()
    site.clock.shift(WEEK)
    remove_former_files()
    assert exists(plain) == [False] * 3
    assert [file.name.partition(".")[0] for file in site.files()] == ["match"]


def test_collectstatic_keeps_them_too_and_touches_nothing_else(site: Site) -> None:
    [first] = site.upgrade(text="let one = 1;\n")
    (site.root / "robots.0123456789ab.txt").write_text("the operator's own")
    (site.source / "js/match.js").write_text("let two = 2;\n" * 50)
    os.utime(site.source / "js/match.js", (BEGAN.timestamp() + 1000,) * 2)
    call_command("collectstatic", verbosity=0, interactive=False)
    assert exists(first) == [True] * 3
    site.clock.shift(WEEK)
    call_command("collectstatic", verbosity=0, interactive=False)
    assert exists(first) == [False] * 3
    assert (site.root / "robots.0123456789ab.txt").exists()


async def answer(path: str, **headers: str) -> HttpResponseBase:
    """Return what a process answers that has just been started with the collected files."""

    async def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=404)

    return await StaticFiles(page)(RequestFactory().get(path, headers=headers))


async def test_files_of_other_versions_are_served(site: Site, settings: Settings) -> None:
    [first] = site.upgrade(text="let one = 1;\n")
    [second] = site.upgrade(text="let two = 2;\n") - {first}
    for file in (first, second):
        found = await answer(f"/static/js/{file.name}", accept_encoding="br")
        assert (found.status_code, found["Content-Encoding"]) == (200, "br")
        assert "immutable" in found["Cache-Control"]
        assert "javascript" in found["Content-Type"]
        found.close()
    site.clock.shift(WEEK)
    remove_former_files()
    assert (await answer(f"/static/js/{first.name}")).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/static/former.json",
        "/static/staticfiles.json",
        "/static/js/none.0123456789ab.js",
        "/static/../secret.0123456789ab.txt",
        "/static//js/match.0123456789ab.js",
        "/static/js/\0.0123456789ab.js",
        "/lobby/x.0123456789ab.js",
    ],
)
async def test_nothing_else_is(site: Site, path: str) -> None:
    site.upgrade(text="let one = 1;\n")
    (site.root.parent / "secret.0123456789ab.txt").write_text("a secret")
    request = RequestFactory().get("/")
    request.path_info = path

    async def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=404)

    assert (await StaticFiles(page)(request)).status_code == 404


def test_a_new_bundle_leaves_what_open_pages_shared(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    for name in ("shared-Z446KPGP.js", "shared-Z446KPGP.0e08a715a17e.js"):
        (tmp_path / "js" / name).touch()
    assert [path.name for path in _chunks(tmp_path)] == ["shared-Z446KPGP.js"]
