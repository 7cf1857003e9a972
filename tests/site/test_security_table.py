"""Every test that the ASVS table names exists, and no line of it is empty."""

from __future__ import annotations

import re
from pathlib import Path

HOME = Path(__file__).parent.parent.parent
ROWS = re.findall(r"^\| (\d[^|]*) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", (HOME / "docs/security.md").read_text(), re.M)


def test_the_table_names_tests_that_exist() -> None:
    assert len(ROWS) > 50
    missing = [name for *_rest, tests in ROWS for name in re.findall(r"`([^`]+)`", tests)
               if not (HOME / "tests" / name).is_file()]  # fmt: skip
    assert missing == []


def test_every_line_has_a_test() -> None:
    assert [number for number, *_how, tests in ROWS if "`" not in tests] == []


def test_no_line_is_open() -> None:
    text = (HOME / "docs/security.md").read_text()
    assert "Deviation" not in text
    assert "deviation" not in text
