"""Game folders written by a test."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from django.conf import LazySettings

from games import catalogue

Folders = Callable[[Mapping[str, str]], Path]
PACKAGE = "made_up"

HEALTHY = """
from tests.example_games.reach.rules import Reach


class Healthy(Reach):
    slug = "healthy"
    name = "Healthy"


game = Healthy()
"""
DISPLAY = "from tests.example_games.reach.display import display\n"


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write these files, by their paths below the folder, and add missing `__init__.py` and `display.py` files."""
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        if file.name == "rules.py" and not (display := file.with_name("display.py")).exists():
            display.write_text(DISPLAY)
        for parent in [file.parent, *file.parent.parents]:
            if parent == folder.parent:
                break
            (parent / "__init__.py").touch()


def forget() -> None:
    """Unload the games and the modules of the test's package, as a restart does."""
    catalogue.forget_all()
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


@pytest.fixture
def folders(tmp_path: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folders]:
    """Return a function that adds a package of games with these files to the site, and returns its folder."""
    package = tmp_path / PACKAGE

    def add(files: Mapping[str, str]) -> Path:
        write(package, files)
        settings.GAME_PACKAGES = ["games", "tests.example_games", PACKAGE]
        forget()
        return package

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield add
    forget()
