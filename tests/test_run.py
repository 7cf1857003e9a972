"""The test runner: a failure that is an accident is told from one that is not."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.run import Counts, run
from tests.template import HOME, KEPT

TESTS = """
from pathlib import Path

def test_always_passes():
    pass

def test_fails_at_the_first_try():
    tried = Path(__file__).with_name("tried")
    again = tried.exists()
    tried.touch()
    assert again
"""
BROKEN = """
def test_always_fails():
    assert False
"""


@pytest.fixture
def file() -> Iterator[Path]:
    """Return the path of a module of tests yet to be written, inside the project, so that pytest names it."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=KEPT) as folder:
        yield Path(folder).relative_to(HOME) / "test_accident.py"


PLUGINS = ("django", "hypothesispytest", "schemathesis", "anyio", "asyncio", "valkey", "platformdirs", "time_machine")


def counts_of(file: Path, text: str) -> Counts:
    """Return what the runner counts when these are the tests, which load neither Django nor other plugins."""
    (HOME / file).write_text(text)
    settings = file.with_name("pytest.ini")
    (HOME / settings).write_text("[pytest]\n")
    without = " ".join(f"-p no:{plugin}" for plugin in PLUGINS)
    return run([str(file), "-n0"], {"PYTEST_ADDOPTS": f"-c {settings} --rootdir=. {without}"})


def test_a_test_that_passes_at_the_second_try_is_named_as_flaky(file: Path) -> None:
    counts = counts_of(file, TESTS)
    assert counts == Counts(passed=2, failed=0, flaky=(f"{file}::test_fails_at_the_first_try",))
    assert str(counts) == "2 passed, 1 of them flaky, 0 failed"


@pytest.mark.thorough
def test_a_test_that_fails_twice_has_failed(file: Path) -> None:
    counts = counts_of(file, TESTS + BROKEN)
    assert (counts.passed, counts.failed, len(counts.flaky)) == (2, 1, 1)


@pytest.mark.thorough
def test_many_failures_are_not_run_again(file: Path) -> None:
    broken = "".join(BROKEN.replace("fails", f"fails_{number}") for number in range(4))
    assert counts_of(file, TESTS + broken) == Counts(passed=1, failed=5)
