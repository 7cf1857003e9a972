"""docs/architecture.md says of each hook who plugs in, and has a paragraph on each room."""

from __future__ import annotations

import re
import tomllib
from collections import Counter, defaultdict
from pathlib import Path

from django.conf import settings

from games.catalogue import games
from tests.house import our_files

HOME = Path(settings.BASE_DIR)
PACKAGES = {"accounts", "core", "games", "numgames"}
MOST_MODULES = 20  # on one level
PAGE = (HOME / "docs/architecture.md").read_text()
ROW = re.compile(r"^\| (`\w+`(?:, `\w+`)*) \| [^|]+ \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
REGISTERED = re.compile(r"^(?: *|@)(\w+)\.register\b", re.MULTILINE)


def users() -> dict[str, set[str]]:
    """Return the apps that plug into each hook, by its name."""
    found = defaultdict(set)
    for file in our_files():
        if file.suffix == ".py" and file.parts[0] in {"accounts", "core", "games"}:
            app = file.parts[1] if file.parts[0] == "games" else file.parts[0]
            for name in REGISTERED.findall((HOME / file).read_text()):
                found[name].add(app)
    return found


def test_the_table_of_hooks_is_complete() -> None:
    known = users()
    rows = {names: set(re.findall(r"\w+", re.sub(r"\([^)]*\)", "", apps))) for names, apps in ROW.findall(PAGE)}
    listed = [name for names in rows for name in re.findall(r"\w+", names)]
    assert {"account_deletion", "job_handlers", "match_nudged", "periodic_work"} <= set(listed)
    for names, apps in rows.items():
        assert (names, apps) == (names, set().union(*(known[name] for name in re.findall(r"\w+", names))))
    hooks = {
        name
        for file in our_files()
        if file.name == "hooks.py" and file.parts[0] in {"accounts", "core", "games"}
        for name in re.findall(r"^(\w+) = (?:Hook\[|MatchEvent\()", (HOME / file).read_text(), re.MULTILINE)
    }
    assert hooks == set(listed)


def test_each_room_has_its_paragraph() -> None:
    rooms = {file.parts[1] for file in our_files() if file.parts[0] == "games" and len(file.parts) > 2}
    assert not {room for room in rooms if not re.search(rf"`(?:games/)?{room}/`", PAGE)}


def test_no_folder_is_a_heap() -> None:
    modules = Counter(
        file.parent
        for file in our_files()
        if file.suffix == ".py" and file.parts[0] in PACKAGES and file.stem != "__init__"
    )
    assert modules
    assert {str(folder): count for folder, count in modules.items() if count > MOST_MODULES} == {}


def test_every_app_has_its_layer() -> None:
    contracts = tomllib.loads((HOME / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layered = {name for layer in contracts[0]["layers"] for name in re.findall(r"[\w.]+", layer)}
    ours = {app for app in settings.INSTALLED_APPS if app.partition(".")[0] in PACKAGES}
    apps = {app for app in ours if not app.startswith("numgames.") and app.rpartition(".")[2] not in games()}
    assert len(apps) > 10
    assert apps - layered == set()


def test_the_serving_tier_is_small() -> None:
    """A team has to know each line of it: it stands between every visitor and Django."""
    lines = [(HOME / "numgames/serving" / name).read_text().count("\n") for name in ("gate.py", "server.py")]
    assert sum(lines) <= 450
