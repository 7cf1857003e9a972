"""The rules import no web framework, no clock and no randomness of their own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import games

ROOT = Path(games.__file__).parent
FORBIDDEN = {"django", "random", "time", "datetime", "secrets", "os", "accounts", "core", "numgames"}
FOLDERS = [ROOT / "rules", *(rules.parent for rules in ROOT.glob("*/rules.py"))]
FILES = [file for folder in FOLDERS for file in sorted(folder.glob("*.py"))]


@pytest.mark.parametrize("file", [pytest.param(file, id=str(file.relative_to(ROOT))) for file in FILES])
def test_a_file_of_rules_imports_only_rules(file: Path) -> None:
    own = {"games.rules", f"games.{file.parent.name}"}
    for module in _imports(file):
        assert module.split(".")[0] not in FORBIDDEN
        assert module.split(".")[0] != "games" or ".".join(module.split(".")[:2]) in own


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
