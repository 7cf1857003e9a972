"""The site with a page that takes its time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import Site, running


@pytest.fixture
def slow_site(tmp_path: Path) -> Iterator[Site]:
    """A site whose page /slow is answered when `end` appears in the site's folder, and makes `began` before."""
    with running(tmp_path, env={"DJANGO_SETTINGS_MODULE": "tests.ops.slow_settings"}) as site:
        yield site
