"""Every dependency's licence is compatible with that of Numgames."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import distributions, files, metadata

import pytest

from tests.serving import HOME

# Permissive licences, and those that bind changes to the library only (LGPL, MPL);
# and the text of MIT's, where a package names none.
FITTING = re.compile(
    r"MIT|Permission is hereby granted, free of charge|BSD|Apache|PSF|Python Software Foundation|ZPL|LGPL|MPL|Mozilla"
)
PINNED = set(re.findall(r"^([a-z0-9_.-]+)(?:\[[^\]]*\])?==", (HOME / "requirements.txt").read_text(), re.MULTILINE))
INSTALLED = {re.sub(r"[-_.]+", "-", one.name).lower() for one in distributions()}  # some are for other systems


def test_the_project_names_its_licence() -> None:
    project = tomllib.loads((HOME / "pyproject.toml").read_text())["project"]

    assert (project["license"], project["license-files"]) == ("BSD-3-Clause", ["LICENSE"])
    assert "Copyright (c) 2026, the Numgames authors" in (HOME / "LICENSE").read_text()
    assert "[LICENSE](LICENSE)" in (HOME / "README.md").read_text()


@pytest.mark.parametrize("name", sorted(PINNED & INSTALLED))
def test_what_is_installed_fits_the_licence(name: str) -> None:
    known = metadata(name)
    licences = [line[:60] for field in ("License-Expression", "License") for line in known.get_all(field) or []]
    licences += [line for line in known.get_all("Classifier") or [] if line.startswith("License")]

    licences += [] if licences else [one.read_text() for one in files(name) or [] if "licenses" in one.parts]
    assert FITTING.search(" ".join(licences)), licences
