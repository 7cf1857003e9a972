"""Finds the games, every folder of a game package that has a rules.py, and the computer players that they bring."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from django.conf import settings

from games.rules import AnyBot, AnyGame, Lesson, MostPoints, Picture


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


@cache
def bots() -> dict[str, dict[int, AnyBot]]:
    """The computer players of each game by their level, the weakest first; a game without a bots.py is left out."""
    apps = [app for app in game_apps(settings.GAME_PACKAGES) if find_spec(f"{app}.bots")]
    return {app.rpartition(".")[2]: _levels(import_module(f"{app}.bots").bots) for app in apps}


def ladder_file(slug: str) -> Path:
    """Where the measured strengths of the game's computer players stand, once script/arena has measured them."""
    return Path(str(sys.modules[type(games()[slug]).__module__].__file__)).with_name("strengths.json")


@cache
def hasty(slug: str) -> AnyBot:
    """The bot that plays both sides of a play-out in this game: a sensible move in next to no time.

    A game brings it as `hasty` in its bots.py; for any other it is the one that takes the most points.
    """
    folder = type(games()[slug]).__module__.rpartition(".")[0]
    brought = import_module(f"{folder}.bots") if find_spec(f"{folder}.bots") else None
    found: AnyBot = getattr(brought, "hasty", None) or MostPoints(games()[slug])
    return found


def _levels(found: Iterable[AnyBot]) -> dict[int, AnyBot]:
    return {bot.level: bot for bot in sorted(found, key=lambda bot: bot.level)}


def lessons(slug: str) -> tuple[Lesson, ...]:
    """The lessons of this game in their order; none where its folder has no lessons.py."""
    return getattr(_school(slug), "LESSONS", ())


def picture(slug: str, name: str) -> Picture:
    """The picture of this name that the game's lessons.py brings for its rules; raises KeyError without one."""
    found: Picture = getattr(_school(slug), "PICTURES", {})[name]
    return found


@cache
def _school(slug: str) -> ModuleType | None:
    folder = type(games()[slug]).__module__.rpartition(".")[0]
    return import_module(f"{folder}.lessons") if find_spec(f"{folder}.lessons") else None
