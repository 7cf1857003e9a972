"""Collected static files are compressed, each content once; what an earlier collection has compressed is kept."""

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


def test_a_file_and_its_copy_with_a_hash_are_compressed(collected: list[Path]) -> None:
    for file in collected:
        assert_compressed(file, TEXT)


def test_what_is_compressed_is_kept(collected: list[Path]) -> None:
    for file in collected:
        form(file, ".gz").write_bytes(b"kept")
        os.utime(form(file, ".gz"), (file.stat().st_atime, file.stat().st_mtime))
    for _again in range(2):
        collect()
        assert [form(file, ".gz").read_bytes() for file in collected] == [b"kept", b"kept"]


@pytest.mark.parametrize("ending", [".gz", ".br"])
def test_what_was_not_written_to_its_end_is_compressed_again(collected: list[Path], ending: str) -> None:
    for file in collected:
        form(file, ending).write_bytes(b"half")
        os.utime(form(file, ending), (0, 0))
    collect()
    for file in collected:
        assert_compressed(file, TEXT)


def test_a_file_that_has_changed_is_compressed_again(collected: list[Path], source: Path) -> None:
    text = TEXT.replace("red", "blue")
    source.write_text(text)
    os.utime(source, (collected[0].stat().st_mtime + 10,) * 2)
    collect()
    copies = {*collected[0].parent.glob("one.*.css")} - {*collected}
    for file in (collected[0], *copies):
        assert_compressed(file, text)
    assert len(copies) == 1


def test_a_site_that_does_not_compress_serves_nothing_of_a_former_content(
    collected: list[Path], source: Path, settings: Settings
) -> None:
    settings.COMPRESS_STATIC = False
    collect()
    for file in collected:
        assert_compressed(file, TEXT)
    source.write_text("a {}")
    os.utime(source, (collected[0].stat().st_mtime + 10,) * 2)
    collect()
    file, copies = collected[0], {*collected[0].parent.glob("one.*.css")} - {*collected}
    assert file.read_text() == "a {}"
    assert [form(one, ending).exists() for one in (file, *copies) for ending in (".br", ".gz")] == [False] * 4
