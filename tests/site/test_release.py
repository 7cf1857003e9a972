"""The version: it has release notes, and the server prints it."""

from __future__ import annotations

import re
import tomllib

import pytest
from django.core.management import call_command

from tests.serving import HOME

VERSION = tomllib.loads((HOME / "pyproject.toml").read_text())["project"]["version"]
HEADING = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (Unreleased|\d{4}-\d\d-\d\d)$", re.MULTILINE)


def test_the_version_is_the_newest_in_the_changelog() -> None:
    released = [found[1] for found in HEADING.finditer((HOME / "CHANGELOG.md").read_text())]

    assert released[0] == VERSION
    assert released == sorted(set(released), key=lambda number: [int(part) for part in number.split(".")], reverse=True)


def test_only_the_newest_release_may_be_unreleased() -> None:
    dates = [found[2] for found in HEADING.finditer((HOME / "CHANGELOG.md").read_text())]

    assert "Unreleased" not in dates[1:]


def test_a_server_names_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("serve", "--version")

    assert capsys.readouterr().out.strip() == f"Numgames {VERSION}"
