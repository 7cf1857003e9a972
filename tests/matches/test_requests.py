"""The table of all that can happen to a match is true: nothing else changes one, and only its players may ask."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from accounts.models import User
from games.matches import hooks, play
from games.matches.errors import NotPlaying
from games.matches.models import Match
from games.matches.play import heartbeat

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
