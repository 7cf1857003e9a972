"""Finds the games, every folder of a game package that has a rules.py, and the display, bots and lessons they bring.

What is broken in one folder takes nothing else with it: it is left out, logged once, and reported by `faults`.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from types import ModuleType

from games.rules import (
    AnyBot,
    AnyDisplay,
    AnyEvaluator,
    AnyGame,
    Bot,
    Display,
    Evaluator,
    Game,
    GreedyBot,
    Lesson,
    Picture,
)
from games.rules.reasons import Why

NEEDED = ("slug", "name", "aim", "example", "options_type")  # class attributes without which a game cannot be shown

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Fault:
    """A module of a game's folder that cannot be used, and why."""

    module: str
    reason: str


class BadFolder(Exception):
    """A folder that is not what a game's folder has to be; its text says why."""


_faults: dict[str, Fault] = {}
_lock = Lock()


def game_folders(packages: Sequence[str]) -> list[Path]:
    """Return all folders in these packages that have a rules.py, in order of their names; imports no game."""
    return [folder for _, folder in _found(packages)]


def game_apps(packages: Sequence[str]) -> list[str]:
    """Return the dotted names of all game folders that can be installed; imports their `__init__.py` alone."""
    apps: dict[str, str] = {}
    for app, folder in _found(packages):
        with _guarded(app):
            if not folder.name.isidentifier():
                raise BadFolder("the folder's name must be one that Python can import")
            if folder.name in apps:
                raise BadFolder(f"another folder of this name is a game already: {apps[folder.name]}")
            import_module(app)
            apps[folder.name] = app
    return list(apps.values())


@cache
def games() -> dict[str, AnyGame]:
    """Return all games that can be played by their slug, which is the name of their folder."""
    return {slug: game for slug, (game, _display) in _playable().items()}


@cache
def displays() -> dict[str, AnyDisplay]:
    """Return how each game is shown and how players put its moves together, by the slug of the game."""
    return {slug: display for slug, (_game, display) in _playable().items()}


@cache
def display_of(game: AnyGame) -> AnyDisplay:
    """Return the display of this game, in whatever version of its rules."""
    return displays()[game.slug]


@cache
def bots() -> dict[str, dict[int, AnyBot]]:
    """Return each game's computer players by their level, the weakest first.

    A game without a bots.py, or with a broken one, is left out.
    """
    by_slug = {}
    for slug in games():
        if module := _part(slug, "bots"):
            with _guarded(module.__name__):
                levels: dict[int, AnyBot] = {}
                for bot in module.bots:
                    if not isinstance(bot, Bot):
                        raise BadFolder(f"{bot!r} in `bots` is no Bot")
                    if bot.level in levels:
                        raise BadFolder(f"two bots have level {bot.level}")
                    levels[bot.level] = bot
                by_slug[slug] = dict(sorted(levels.items()))
    return by_slug


def strengths_file(slug: str) -> Path:
    """Return where the measured strengths of the game's computer players stand, once script/arena measured them."""
    return Path(import_module(_apps()[slug]).__path__[0]) / "strengths.json"


def puzzles_file(slug: str) -> Path:
    """Return where the checked puzzles stand that the game brings, if it brings any."""
    return Path(import_module(_apps()[slug]).__path__[0]) / "puzzles.ndjson"


@cache
def fast_bot(slug: str) -> AnyBot:
    """Return the bot that plays both sides of a play-out in this game: a sensible move in next to no time.

    A game brings it as `fast_bot` in its bots.py; for any other it is the one that takes the most points.
    """
    return getattr(_part(slug, "bots"), "fast_bot", None) or GreedyBot(games()[slug])


@cache
def rollout_bot(slug: str) -> AnyBot:
    """Return the bot that plays both sides of rollouts to the end of a match.

    A game brings it as `rollout_bot` in its bots.py if `fast_bot`, the default, does not finish matches well.
    """
    return getattr(_part(slug, "bots"), "rollout_bot", None) or fast_bot(slug)


def evaluator(slug: str) -> AnyEvaluator | None:
    """Return the game's strongest computer player if it can evaluate moves; None in a game without one."""
    levels = bots().get(slug)
    strongest = levels[max(levels)] if levels else None
    return strongest if isinstance(strongest, Evaluator) else None


def explainer(slug: str) -> Callable[..., Why | None] | None:
    """Return the function that says why a move is better than another; a game may bring it as `explain` in its bots.py.

    Its arguments are the view of the player to move, the move that was played, the better one, a `SeededRandom`,
    and in how many deals of what is hidden both are compared.
    """
    return getattr(_part(slug, "bots"), "explain", None)


def lessons(slug: str) -> tuple[Lesson, ...]:
    """Return the lessons of this game in their order; none where its folder has no lessons.py, or a broken one."""
    return getattr(_part(slug, "lessons"), "LESSONS", ())


def picture(slug: str, name: str) -> Picture:
    """Return the picture of this name that the game's lessons.py brings for its rules; raises KeyError without one."""
    drawing: Picture = getattr(_part(slug, "lessons"), "PICTURES", {})[name]
    return drawing


def faults() -> list[Fault]:
    """Load all that the games bring, and return what of it is broken."""
    bots()
    for slug in games():
        lessons(slug)
    with _lock:
        return sorted(_faults.values(), key=lambda fault: fault.module)


def forget_all() -> None:
    """Forget all games and faults, as a restart does."""
    for remembered in (_apps, _playable, games, displays, display_of, bots, fast_bot, rollout_bot, _part):
        remembered.cache_clear()
    with _lock:
        _faults.clear()


@cache
def _playable() -> dict[str, tuple[AnyGame, AnyDisplay]]:
    """Return the rules and the display of each game that has both, by its slug."""
    playable: dict[str, tuple[AnyGame, AnyDisplay]] = {}
    for slug, app in _apps().items():
        with _guarded(f"{app}.rules"):
            game = getattr(import_module(f"{app}.rules"), "game", None)
            if not isinstance(game, Game):
                raise BadFolder("it has no `game`, an object of a class derived from games.rules.Game")
            if missing := [name for name in NEEDED if not hasattr(game, name)]:
                raise BadFolder(f"its `game` has no {', '.join(missing)}")
            if game.slug != slug:
                raise BadFolder(f"the slug is {game.slug!r}, but the folder is called {slug!r}")
            with _guarded(f"{app}.display"):
                display = getattr(import_module(f"{app}.display"), "display", None)
                if not isinstance(display, Display):
                    raise BadFolder("it has no `display`, an object of a class derived from games.rules.Display")
                playable[slug] = game, display
    return playable


@cache
def _apps() -> dict[str, str]:
    """Return the dotted names of the games' folders by their slug."""
    return {app.rpartition(".")[2]: app for app in game_apps(_packages())}


def _packages() -> Sequence[str]:
    """Return GAME_PACKAGES of the site, or of the environment in a program without a site, which needs no Django."""
    conf = sys.modules.get("django.conf")
    if conf and conf.settings.configured:
        packages: Sequence[str] = conf.settings.GAME_PACKAGES
        return packages
    return os.environ.get("GAME_PACKAGES", "games").split(",")


def _found(packages: Sequence[str]) -> Iterator[tuple[str, Path]]:
    for package in packages:
        spec = find_spec(package)
        for place in (spec and spec.submodule_search_locations) or []:
            for rules in sorted(Path(place).glob("*/rules.py")):
                yield f"{package}.{rules.parent.name}", rules.parent


@contextmanager
def _guarded(module: str) -> Iterator[None]:
    """Keep what goes wrong in a game's module from everything else: log it once, with its traceback, and remember it.

    SystemExit is caught too: a module that ends the process while it is imported would end the site.
    """
    try:
        yield
    except (Exception, SystemExit) as error:
        reason = str(error) if isinstance(error, BadFolder) else f"{type(error).__name__}: {error}"
        with _lock:
            is_known = module in _faults
            _faults[module] = Fault(module, reason)
        if not is_known:
            trace = None if isinstance(error, BadFolder) else error
            log.error("Left out %s, which is broken: %s", module, reason, exc_info=trace)


@cache
def _part(slug: str, name: str) -> ModuleType | None:
    """Return the module of this name in the game's folder; None where there is none, or a broken one."""
    module = f"{_apps()[slug]}.{name}"
    with _guarded(module):
        return import_module(module) if find_spec(module) else None
    return None
