"""The rules of the house that no other tool knows: small files, and nothing inline in a page."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LONGEST = 400  # lines
NOT_OURS = re.compile(r"/vendor/|/migrations/")
INLINE = re.compile(
    r"""<style|\sstyle=|<script(?![^>]*\s(src|type="application/json")\b)|\son\w+=|hx-on|javascript:""", re.IGNORECASE
)


def our_files() -> list[Path]:
    """All files of the project that somebody wrote."""
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [Path(name) for name in listed if not NOT_OURS.search(name) and Path(name).exists()]


def faults(file: Path) -> Iterator[str]:
    """What the house does not like about this file."""
    if file.suffix not in {".py", ".js", ".css", ".html"}:
        return
    lines = file.read_text().splitlines()
    if len(lines) > LONGEST:
        yield f"{file}: {len(lines)} lines are more than {LONGEST}"
    if file.suffix == ".html" and "email" not in file.parts:
        for number, line in enumerate(lines, 1):
            if INLINE.search(line):
                yield f"{file}:{number}: style and script belong in files of their own: {line.strip()}"


if __name__ == "__main__":
    found = [fault for file in our_files() for fault in faults(file)]
    sys.exit("\n".join(found) or None)
