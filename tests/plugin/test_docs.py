"""The game that docs/plugin.md builds is the one in tests/example_games/fifteen, line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.serving import HOME

FOLDER = HOME / "tests" / "example_games" / "fifteen"
BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = ["rules.py", "display.py", "bots.py", "templates/fifteen/_rules.html"]
TEXT = (HOME / "docs" / "plugin.md").read_text()


def lines(text: str) -> list[str]:
    """Return the lines that are not empty, first the imports of games, whose order depends on where the folder is."""
    found = [line for line in text.splitlines() if line.strip()]
    imports = [line for line in found if line.startswith("from games.")]
    return sorted(imports) + [line for line in found if line not in imports]


@pytest.mark.parametrize("name", SHOWN)
def test_the_page_shows_the_whole_file(name: str) -> None:
    shown = "".join(code for file, code in BLOCK.findall(TEXT) if file == name)
    assert lines(shown) == lines((FOLDER / name).read_text().replace("tests.example_games.fifteen", "games.fifteen"))


def test_the_page_shows_no_other_file() -> None:
    assert {file for file, _ in BLOCK.findall(TEXT)} == set(SHOWN)
    code = {str(file.relative_to(FOLDER)) for kind in ("*.py", "*.html") for file in FOLDER.rglob(kind)}
    assert code == {*SHOWN, "__init__.py"}


def test_every_place_that_the_page_names_is_there() -> None:
    named = set(re.findall(r"`((?:games|tests|script|docs)/[\w./]+)`", TEXT))
    assert len(named) > 5
    for name in named:
        assert Path(HOME / re.sub(r"^games/fifteen", "tests/example_games/fifteen", name)).exists(), name
