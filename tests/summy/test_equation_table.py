"""The equation table: its content, its lookup, its file, and the fallback without a file."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from games.summy.model import equations
from games.summy.model.board import ORDER, multiset_key
from games.summy.model.equations import FILE_NAME, MAGIC, EquationTable, all_sums, is_sum, pack, read, shared_table
from tests.sizes import examples

FEW = {multiset_key("235+="): ["2+3=5", "3+2=5"], multiset_key("111x="): ["1x1=1"]}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of a table that does not exist yet and holds few sums, so that it is built quickly."""
    monkeypatch.setattr(equations, "all_sums", lambda: FEW)
    return tmp_path / "new" / "sums"


@pytest.mark.thorough
@pytest.mark.slow
def test_it_holds_every_short_sum() -> None:
    found = [text for texts in all_sums().values() for text in texts]
    assert len(found) == len(set(found)) == 1_029_186
    assert all(map(is_sum, found[::97]))
    first = ORDER[:: examples(4, 1)]
    shortest = filter(is_sum, map("".join, product(first, ORDER, ORDER, ORDER, ORDER)))
    assert {text for text in found if len(text) == 5 and text[0] in first} == set(shortest)


@pytest.mark.parametrize("text", ["9-9:9=8", "12345x0=0", "9x9-9=72", "0:99999=0", "3-5+4=2", "1:2x8=4", "999:9=111"])
def test_it_finds_a_sum_by_the_multiset_of_its_pieces(text: str) -> None:
    assert text in shared_table().lookup(multiset_key(text), len(text))


def test_it_holds_nothing_for_pieces_that_make_no_sum() -> None:
    assert shared_table().lookup(multiset_key("1111="), 5) == ()
    assert shared_table().lookup(multiset_key("99999x:+="), 9) == ()


def test_its_file_lies_in_var_beside_the_code() -> None:
    shared_table()
    assert (Path(__file__).parents[2] / "var" / FILE_NAME).is_file()


def test_the_first_reader_writes_it(file: Path) -> None:
    assert read(file).lookup(multiset_key("3=5+2"), 5) == ("2+3=5", "3+2=5")
    assert file.read_bytes() == pack(FEW)
    assert [found.name for found in file.parent.iterdir()] == [file.name]


def test_the_next_reader_reads_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read(file)
    monkeypatch.setattr(equations, "all_sums", lambda: pytest.fail("the file exists already"))
    assert read(file).lookup(multiset_key("1x1=1"), 5) == ("1x1=1",)


@pytest.mark.parametrize("content", [b"", b"something else", MAGIC, b"SUMMY000" + pack(FEW)[8:], pack(FEW)[:-1]])
def test_another_version_or_a_truncated_file_is_replaced(file: Path, content: bytes) -> None:
    with pytest.raises(ValueError, match="table"):
        EquationTable(content)
    file.parent.mkdir()
    file.write_bytes(content)
    assert read(file).lookup(multiset_key("1x1=1"), 5) == ("1x1=1",)
    assert file.read_bytes() == pack(FEW)


def test_without_a_writable_folder_it_is_kept_in_memory(file: Path) -> None:
    file.parent.write_text("not a folder")
    assert read(file).lookup(multiset_key("1x1=1"), 5) == ("1x1=1",)
