"""A site with a slow page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import Site, running


@pytest.fixture
def slow_site(tmp_path: Path) -> Iterator[Site]:
    """Return a site whose page /slow creates the file `began` and answers when the file `end` exists."""
    with running(tmp_path, env={"DJANGO_SETTINGS_MODULE": "tests.ops.slow_settings"}) as site:
        yield site
