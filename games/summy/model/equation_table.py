"""The table of all sums of up to nine pieces, by their pieces: one file that all processes read and share.

`python -m games.summy.model.equation_table` writes it, as does the first process that needs it; where no file can be
written it is kept in memory. The file holds a mark with its version, a count, the weights of all sets of pieces in
order, where the texts of each begin, and the texts on end, which have one length in a set.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from contextlib import suppress
from functools import cache, lru_cache
from mmap import ACCESS_READ, mmap
from pathlib import Path
from tempfile import NamedTemporaryFile

from games.summy.model.enumeration import Sums, all_sums

VERSION = 1
FILE = Path(__file__).parents[3] / "var" / f"summy-sums-{VERSION}"
MARK = b"SUMMY%03d" % VERSION
KNOWN = 1 << 16


class Table:
    """What the file holds; raises ValueError where that is nothing of this version."""

    def __init__(self, content: bytes | mmap) -> None:
        view = memoryview(content)
        count = int.from_bytes(view[8:16], "little")
        starts = 16 + 8 * count
        if view[:8] != MARK or len(view) < starts + 4 * (count + 1):
            raise ValueError(f"no table of version {VERSION}")
        self._weights = view[16:starts].cast("Q")
        self._starts = view[starts : starts + 4 * (count + 1)].cast("I")
        self._texts = view[starts + 4 * (count + 1) :]
        if len(self._texts) != self._starts[-1]:
            raise ValueError("the table is cut off")
        self.sums = lru_cache(maxsize=KNOWN)(self._sums)

    def _sums(self, weight: int, length: int) -> tuple[str, ...]:
        """The sums that take all of these pieces, by their weight (see `writing.weigh`) and number."""
        place = bisect_left(self._weights, weight)
        if place == len(self._weights) or self._weights[place] != weight:
            return ()
        text = str(self._texts[self._starts[place] : self._starts[place + 1]], "ascii")
        return tuple(text[begin : begin + length] for begin in range(0, len(text), length))


def pack(found: Sums) -> bytes:
    """The content of the file."""
    weights = array("Q", sorted(found))
    starts, texts = array("I", [0]), bytearray()
    for weight in weights:
        texts += "".join(found[weight]).encode("ascii")
        starts.append(len(texts))
    return MARK + len(weights).to_bytes(8, "little") + weights.tobytes() + starts.tobytes() + bytes(texts)


def write(file: Path = FILE) -> bytes:
    """Works the table out and puts it in place at once, if that place can be written; its content."""
    content = pack(all_sums())
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=file.parent, prefix=file.name, delete=False) as fresh:
            fresh.write(content)
        Path(fresh.name).chmod(0o644)
        Path(fresh.name).replace(file)
    return content


def read(file: Path = FILE) -> Table:
    """The table in this file, which is written first where there is none of this version."""
    with suppress(OSError, ValueError), file.open("rb") as opened:
        return Table(mmap(opened.fileno(), 0, access=ACCESS_READ))
    return Table(write(file))


@cache
def table() -> Table:
    """The table of this process, opened when it is needed first."""
    return read()


if __name__ == "__main__":
    write()
    print(f"{FILE}: {FILE.stat().st_size / 1e6:.1f} MB")
