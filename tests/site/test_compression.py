"""Collected static files are compressed under the names with hashes, and no form of a former content is left."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import brotli
import pytest
from django.core.management import call_command
from pytest_django import Settings

NAME = "css/one.css"
TEXT = "a { color: red; }\n" * 100


@pytest.fixture
def source(settings: Settings, tmp_path: Path) -> Path:
    """Return the only static file."""
    source = tmp_path / "source" / NAME
    source.parent.mkdir(parents=True)
    source.write_text(TEXT)
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "numgames.assets.StaticStorage"}}
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    settings.STATIC_ROOT, settings.ESBUILD = tmp_path / "static", ""
    return source


@pytest.fixture
def collected(source: Path, settings: Settings) -> list[Path]:
    """Collect it; return the file and its copy with a hash in its name."""
    collect()
    file = Path(str(settings.STATIC_ROOT)) / NAME
    (copy,) = file.parent.glob("one.*.css")
    return [file, copy]


def collect() -> None:
    call_command("collectstatic", verbosity=0, interactive=False)


def form(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def assert_compressed(file: Path, text: str) -> None:
    assert gzip.decompress(form(file, ".gz").read_bytes()).decode() == text
    assert brotli.decompress(form(file, ".br").read_bytes()).decode() == text


def test_a_file_is_compressed_under_the_name_with_a_hash(collected: list[Path]) -> None:
    file, copy = collected
    assert_compressed(copy, TEXT)
    assert not form(file, ".gz").exists()


@pytest.mark.parametrize("is_compressed", [True, False])
def test_no_form_of_a_former_content_is_served(
    collected: list[Path], source: Path, settings: Settings, is_compressed: bool
) -> None:
    for ending in (".gz", ".br"):
        form(collected[0], ending).write_bytes(b"of a former release, which compressed this name too")
    settings.COMPRESS_STATIC = is_compressed
    source.write_text("a { color: blue; }\n" * 100)
    os.utime(source, (collected[0].stat().st_mtime + 10,) * 2)
    collect()
    (copy,) = {*collected[0].parent.glob("one.*.css")} - {*collected}
    assert [form(collected[0], ending).exists() for ending in (".br", ".gz")] == [False, False]
    assert [form(copy, ending).exists() for ending in (".br", ".gz")] == [is_compressed, is_compressed]
