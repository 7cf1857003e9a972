"""docs/architecture.md says of each hook who plugs in, and has a paragraph on each room."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from django.conf import settings

from tests.house import our_files

HOME = Path(settings.BASE_DIR)
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
