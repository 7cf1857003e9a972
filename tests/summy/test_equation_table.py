"""The table of short sums: what it holds, where it lies, and what happens where it does not."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from games.summy.model import equation_table
from games.summy.model.enumeration import all_sums, weigh
from games.summy.model.equation_table import MARK, Table, pack, read, table
from games.summy.model.equations import is_sum
from games.summy.model.pieces import ORDER

FEW = {weigh("235+="): ["2+3=5", "3+2=5"], weigh("111x="): ["1x1=1"]}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a table of few sums, quickly worked out, would lie."""
    monkeypatch.setattr(equation_table, "all_sums", lambda: FEW)
    return tmp_path / "new" / "sums"


@pytest.mark.slow
def test_it_holds_every_short_sum_that_there_is() -> None:
    found = [text for texts in all_sums().values() for text in texts]
    assert len(found) == len(set(found)) == 1_029_186
    assert all(map(is_sum, found[::97]))
    shortest = filter(is_sum, map("".join, product(ORDER, repeat=5)))
    assert {text for text in found if len(text) == 5} == set(shortest)


@pytest.mark.parametrize("text", ["9-9:9=8", "12345x0=0", "9x9-9=72", "0:99999=0", "3-5+4=2", "1:2x8=4", "999:9=111"])
def test_it_finds_a_sum_by_its_pieces(text: str) -> None:
    assert text in table().sums(weigh(text), len(text))


def test_it_holds_nothing_for_pieces_that_make_no_sum() -> None:
    assert table().sums(weigh("1111="), 5) == ()
    assert table().sums(weigh("99999x:+="), 9) == ()


def test_who_needs_it_first_writes_it(file: Path) -> None:
    assert read(file).sums(weigh("3=5+2"), 5) == ("2+3=5", "3+2=5")
    assert file.read_bytes() == pack(FEW)
    assert [found.name for found in file.parent.iterdir()] == [file.name]


def test_who_needs_it_next_reads_it(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read(file)
    monkeypatch.setattr(equation_table, "all_sums", lambda: pytest.fail("it is there already"))
    assert read(file).sums(weigh("1x1=1"), 5) == ("1x1=1",)


@pytest.mark.parametrize("content", [b"", b"something else", MARK, b"SUMMY000" + pack(FEW)[8:], pack(FEW)[:-1]])
def test_another_version_or_half_a_file_is_written_anew(file: Path, content: bytes) -> None:
    with pytest.raises(ValueError, match="table"):
        Table(content)
    file.parent.mkdir()
    file.write_bytes(content)
    assert read(file).sums(weigh("1x1=1"), 5) == ("1x1=1",)
    assert file.read_bytes() == pack(FEW)


def test_where_nothing_can_be_written_it_is_kept_in_memory(file: Path) -> None:
    file.parent.write_text("no folder")
    assert read(file).sums(weigh("1x1=1"), 5) == ("1x1=1",)
