"""Dependencies are pinned with hashes, and known vulnerabilities are looked for every day."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

HOME = Path(__file__).parent.parent.parent
LOCKS = sorted(HOME.glob("requirements*.txt"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_package_is_pinned_with_a_hash(lock: Path) -> None:
    text = re.sub(r"\s*\\\n\s*", " ", lock.read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert lines
    assert [line for line in lines if not re.match(r"[\w.\[\],-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line)] == []


def test_every_lock_is_compiled_and_audited() -> None:
    names = " ".join(sorted((lock.stem for lock in LOCKS), key=len))
    assert names == "requirements requirements-uv requirements-dev requirements-audit"
    for script in ("lock", "audit"):
        assert f"for name in {names}; do" in (HOME / "script" / script).read_text()


def test_vulnerabilities_are_looked_for_every_day_and_after_each_change_but_not_in_ci() -> None:
    workflow = yaml.safe_load((HOME / ".github/workflows/audit.yml").read_text())
    begins = workflow[True]  # YAML reads the word "on" so
    assert re.fullmatch(r"\d+ \d+ \* \* \*", begins["schedule"][0]["cron"])
    assert begins["push"]["paths"] == ["requirements*.txt", "package-lock.json"]
    assert workflow["jobs"]["run"]["steps"][-1] == {"run": "script/audit"}
    assert "audit" not in (HOME / ".ci/run").read_text()


def test_the_time_frames_are_documented() -> None:
    table = (HOME / "docs/security.md").read_text()
    assert "within a week" in table
    assert "within a month" in table
