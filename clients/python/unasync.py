"""Makes `sync.py` of `aio.py`: the same methods without asyncio. `python clients/python/unasync.py` writes it."""

from __future__ import annotations

import re
from pathlib import Path

WORDS = {
    r"from asyncio import sleep\nfrom collections.abc import AsyncIterator, Mapping": (
        "from collections.abc import Iterator, Mapping\nfrom time import sleep"
    ),
    r"(?s)\A\"\"\".*?\"\"\"": '"""The client for programs without asyncio; made of `aio.py`."""',
    r"\basync (def|with|for)\b": r"\1",
    r"\bawait ": "",
    r"\bAsync(Client|Iterator)\b": r"\1",
    r"__a(enter|exit)__": r"__\1__",
    r"\baclose\b": "close",
    r"\ba(iter_lines|read)\b": r"\1",
}


def unasynced(source: str) -> str:
    """Return the module without asyncio."""
    for pattern, instead in WORDS.items():
        source = re.sub(pattern, instead, source)
    return source


if __name__ == "__main__":
    folder = Path(__file__).parent / "numgames_client"
    (folder / "sync.py").write_text(unasynced((folder / "aio.py").read_text()))
