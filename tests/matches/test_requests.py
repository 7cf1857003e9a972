"""The table of all that can happen to a match is true: nothing else changes one, and only its players may ask."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import FrameType

import pytest
from django.test import Client

from accounts.models import User
from games.matches import hooks, play
from games.matches.errors import NotPlaying
from games.matches.models import Match
from games.matches.play import heartbeat, services
from games.rules import Seat
from tests.matches.conftest import legal_move

HOME = Path(__file__).parents[2]
FOLDER = Path(inspect.getfile(play)).parent
PRODUCT = ("accounts", "core", "games", "numgames")
WRITES = {"save", "update", "bulk_update", "delete", "executemany", "bulk_create"}  # methods of models and querysets
ROW = re.compile(
    r"^    (?P<what>\S.*?)  +(?P<who>\S.*?)  +(?P<module>\w+)\.(?P<function>\w+)(?:  +(?P<events>\w.*))?$", re.MULTILINE
)
ROWS = list(ROW.finditer(play.__doc__ or ""))
HANDLERS = {f"{row['module']}.{row['function']}" for row in ROWS}
BY_PLAYERS = [row for row in ROWS if row["who"] == "player"]
MOST_FILES = 45  # that a posted move runs, with what the writer does in a thread of its own on the site
ARGUMENTS = {"ply": 1, "text": "pass"}  # beside the match and the player


@cache
def trees() -> dict[str, ast.Module]:
    """Return the syntax of each module of the folder."""
    return {path.stem: ast.parse(path.read_text()) for path in FOLDER.glob("*.py") if path.stem != "__init__"}


@cache
def functions() -> dict[str, set[str]]:
    """Return the names that each function of the folder uses, methods included."""
    return {
        f"{module}.{node.name}": {
            *(part.id for part in ast.walk(node) if isinstance(part, ast.Name)),
            *(part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)),
        }
        for module, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def reaching(names: set[str]) -> set[str]:
    """Return the functions that use one of these names, themselves or by another function."""
    reached: set[str] = set()
    while more := {name for name, used in functions().items() if used & names} - reached:
        reached |= more
        names = names | {name.partition(".")[2] for name in more}
    return reached


def used_elsewhere() -> set[str]:
    """Return what other folders of the product import or call of this one, as module and name."""
    used: set[str] = set()
    for package in PRODUCT:
        for path in (HOME / package).rglob("*.py"):
            text = path.read_text()
            if path.is_relative_to(FOLDER) or play.__name__ not in text:  # by which it is imported
                continue
            tree, modules = ast.parse(text), set[str]()
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node.module == play.__name__:
                    modules |= {alias.name for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and str(node.module).startswith(f"{play.__name__}."):
                    used |= {f"{str(node.module).rpartition('.')[2]}.{alias.name}" for alias in node.names}
            used |= {
                f"{node.value.id}.{node.attr}"
                for node in ast.walk(tree)
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules
            }
    return used


def test_whatever_changes_a_match_from_elsewhere_is_in_the_table() -> None:
    changing = reaching(WRITES)
    assert "updates.update_if" in changing
    assert used_elsewhere() & changing == HANDLERS


def test_no_other_folder_writes_the_row_of_a_match() -> None:
    demo = HOME / "numgames" / "management" / "commands"
    written = re.compile(r"\bMatch\.objects\b[^\n]*\.(update|bulk_update|create|bulk_create|delete)\(|\bupdate_if\(")
    writers = {
        path
        for package in PRODUCT
        for path in (HOME / package).rglob("*.py")
        if not path.is_relative_to(FOLDER) and not path.is_relative_to(demo) and "migrations" not in path.parts
        if written.search(path.read_text())
    }
    assert writers == set()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["function"])
def test_its_events_are_hooks_that_the_handler_reaches(row: re.Match[str]) -> None:
    for event in filter(None, (row["events"] or "").split(", ")):
        assert hasattr(hooks, event)
        assert f"{row['module']}.{row['function']}" in reaching({event})


@pytest.mark.django_db
@pytest.mark.parametrize("row", BY_PLAYERS, ids=lambda row: row["function"])
def test_carl_asks_in_vain(match: Match, carl: User, row: re.Match[str]) -> None:
    handler: Callable[..., object] = getattr(import_module(f"{play.__name__}.{row['module']}"), row["function"])
    parameters = inspect.signature(handler).parameters
    before = Match.objects.filter(pk=match.pk).values().get()
    if "player" in parameters:
        arguments = [ARGUMENTS[name] for name in parameters if name in ARGUMENTS]
        if row["function"] == "rematch_deal":
            assert handler(match.pk, carl) is None
        else:
            with pytest.raises(NotPlaying):
                handler(match.pk, carl, *arguments)
    else:  # they get a seat, or a move that was judged: carl has neither
        assert match.seat_of(carl) is None
        assert {"seat", "move"} & set(parameters)
    assert Match.objects.filter(pk=match.pk).values().get() == before


def test_the_heartbeat_is_what_ends_a_downtime() -> None:
    assert "heartbeat.resume" in reaching({"site_resumed"})
    assert f"{heartbeat.run_heartbeat.__module__.rpartition('.')[2]}.run_heartbeat" in reaching({"resume"})


def files_of(request: Callable[[], object]) -> set[str]:
    """Return the Python files of the project that a request runs in its thread."""
    found: set[str] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        file = Path(frame.f_code.co_filename)
        if event == "call" and file.suffix == ".py" and any(HOME / room in file.parents for room in PRODUCT):
            found.add(str(file))

    sys.setprofile(note)
    request()
    sys.setprofile(None)
    return found


def test_a_posted_move_runs_few_files(match: Match, signed_in: Callable[[User], Client]) -> None:
    browsers = {player.pk: signed_in(player) for player in (match.first, match.second)}
    for _move in range(3):  # the first ones load what is kept afterwards
        for browser in browsers.values():
            browser.get(f"/matches/{match.pk}/")
        running = services.find_match(match.pk)
        browser = browsers[running.player(Seat(running.to_move)).pk]
        form = {"ply": running.ply + 1, "text": legal_move(running)}
        post = partial(browser.post, f"/matches/{match.pk}/move/", form, headers={"HX-Request": "true"})
        files = files_of(post)
    assert services.find_match(match.pk).ply == 3
    assert len(files) <= MOST_FILES
