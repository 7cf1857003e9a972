"""Results that are kept in a file: computed once, until a program changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import kept


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list of the numbers that were computed; results are kept in a folder of this test."""
    monkeypatch.setattr(kept, "KEPT", tmp_path)
    return []


def in_a_new_process(calls: list[int]) -> Callable[[int], int]:
    """Return the function as a process that has just started has it."""

    def square(number: int) -> int:
        calls.append(number)
        return number * number

    return kept.kept(square)


def test_a_second_process_reads_what_the_first_has_computed(calls: list[int]) -> None:
    assert [in_a_new_process(calls)(3), in_a_new_process(calls)(3), in_a_new_process(calls)(4)] == [9, 9, 16]
    assert calls == [3, 4]


def test_other_programs_compute_it_again(calls: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_a_new_process(calls)(3) == 9
    monkeypatch.setattr(kept, "fingerprint", lambda: "another")
    assert in_a_new_process(calls)(3) == 9
    assert calls == [3, 3]


def test_what_failed_is_tried_again(calls: list[int]) -> None:
    def fails(number: int) -> int:
        calls.append(number)
        return 1 // number

    for _time in range(2):
        with pytest.raises(ZeroDivisionError):
            kept.kept(fails)(0)
    assert calls == [0, 0]


def test_a_changed_rule_is_another_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(kept, "HOME", tmp_path)
    file = tmp_path / "games" / "rules.py"
    file.parent.mkdir()
    file.write_text("LIMIT = 1\n")
    before = kept.fingerprint.__wrapped__()
    file.write_text("LIMIT = 2\n")
    assert kept.fingerprint.__wrapped__() != before
