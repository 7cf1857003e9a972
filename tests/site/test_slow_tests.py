"""The list of tests that `script/test --quick` leaves out names tests that exist."""

from __future__ import annotations

import re

from tests.conftest import SLOW_TESTS
from tests.serving import HOME


def test_every_slow_test_exists() -> None:
    for name in SLOW_TESTS.read_text().split():
        file, _colons, function = name.partition("::")
        assert re.search(rf"\bdef {function}\(", (HOME / file).read_text()), name
