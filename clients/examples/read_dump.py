"""Count the matches of monthly files of Numgames: `python read_dump.py FILE...`.

It prints for each game how many matches there are, how long they are, and how often the player wins who begins. It
needs Python 3.11 or newer and `pip install zstandard`. The fields are those of docs/files.md.
"""

import io
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

import zstandard


def rows(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file, one after the other: it is never in memory as a whole."""
    with file.open("rb") as raw, zstandard.ZstdDecompressor().stream_reader(raw) as stream:
        for line in io.TextIOWrapper(stream, encoding="utf-8"):
            yield json.loads(line)


def main(files: list[str]) -> None:
    """Print the figures of each game."""
    plies, wins = defaultdict[str, list[int]](list), defaultdict[str, list[float]](list)
    for file in files:
        for match in rows(Path(file)):
            plies[match["game"]].append(len(match["moves"]))
            wins[match["game"]].append({"first": 1.0, "draw": 0.5}.get(match["winner"], 0.0))
    for game in sorted(plies):
        count, moves, share = len(plies[game]), fmean(plies[game]), fmean(wins[game])
        print(f"{game}: {count} matches of {moves:.0f} moves, {share:.0%} won by the first player")


if __name__ == "__main__":
    main(sys.argv[1:])
