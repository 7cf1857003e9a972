"""House rules that no other tool checks: size of files, nothing inline in a page, one owner for each CSS class."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

LONGEST = 400  # lines
WIDEST = 120  # columns; ruff sees to Python
NOT_OURS = re.compile(r"/vendor/|/migrations/")
INLINE = re.compile(
    r"""<style|\sstyle=|<script(?![^>]*\s(src|type="application/json")\b)|\son\w+=|hx-on|javascript:""", re.IGNORECASE
)

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTORS = re.compile(r"([^{};]+)\{")
ALONE = re.compile(r"[\w*-]*(\.[\w-]+)+(::?[\w-]+(\([^()]*\))?|\[[^]]*\])*")  # one element, below no other
CLASS = re.compile(r"\.([\w-]+)")


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
    if file.suffix in {".css", ".html", ".js"}:
        for number, line in enumerate(lines, 1):
            if len(line) > WIDEST:
                yield f"{file}:{number}: {len(line)} columns are more than {WIDEST}"
    if file.suffix == ".html" and "email" not in file.parts:
        text = "\n".join(lines)
        for match in INLINE.finditer(text):
            number = text.count("\n", 0, match.start()) + 1
            yield f"{file}:{number}: style and script belong in files of their own: {match[0].strip()}"


def styled_anywhere(css: str) -> Iterator[list[str]]:
    """The classes of each selector that holds wherever it finds them: `.tile` and `.tile.chip`, not `.rack .tile`."""
    for found in SELECTORS.findall(COMMENT.sub("", css)):
        for selector in re.split(r",(?![^()]*\))", found):
            if not found.strip().startswith("@") and ALONE.fullmatch(selector.strip()):
                yield CLASS.findall(re.sub(r"\([^()]*\)", "", selector))


def shared_classes(files: Iterable[Path]) -> Iterator[str]:
    """Classes with two owners: styled by themselves in one stylesheet, and anywhere in another one as well."""
    owners, users = defaultdict(set), defaultdict(set)
    for file in files:
        if file.suffix == ".css":
            for names in styled_anywhere(file.read_text()):
                for name in names:
                    users[name].add(str(file))
                    if len(names) == 1:
                        owners[name].add(str(file))
    for name in sorted(owners):
        if len(users[name]) > 1:
            yield f".{name} has more than one owner: {', '.join(sorted(users[name]))}"


if __name__ == "__main__":
    found = [fault for file in our_files() for fault in faults(file)] + list(shared_classes(our_files()))
    sys.exit("\n".join(found) or None)
