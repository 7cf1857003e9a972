"""Finds the games: every folder of a game package that has a rules.py."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from django.conf import settings

from games.rules import AnyGame


def game_apps(packages: list[str]) -> list[str]:
    """The dotted names of all game folders in these packages, in order of their names; imports no game."""
    found = []
    for package in packages:
        spec = find_spec(package)
        for place in (spec and spec.submodule_search_locations) or []:
            found += [f"{package}.{rules.parent.name}" for rules in sorted(Path(place).glob("*/rules.py"))]
    return found


@cache
def games() -> dict[str, AnyGame]:
    """All games by their slug, which is the name of their folder."""
    apps = game_apps(settings.GAME_PACKAGES)
    return {app.rpartition(".")[2]: import_module(f"{app}.rules").game for app in apps}
