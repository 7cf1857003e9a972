"""The version of the site, from pyproject.toml. Its release notes are in CHANGELOG.md."""

from __future__ import annotations

import tomllib

from django.conf import settings


def version() -> str:
    """Return the version, such as "0.2.0"."""
    return str(tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]["version"])
