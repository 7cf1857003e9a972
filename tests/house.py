"""Project rules that no other tool checks: file sizes, no inline styles or scripts, CSS owners, wording.

`python -m tests.house` checks all but the wording, `python -m tests.house --wording` that alone.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

LONGEST = 400  # lines
WIDEST = 120  # columns; ruff checks Python files
NOT_OURS = re.compile(r"/vendor/|/migrations/")
INLINE = re.compile(
    r"""<style|\sstyle=|<script(?![^>]*\s(src|type="application/json")\b)|\son\w+=|hx-on|javascript:""", re.IGNORECASE
)

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTORS = re.compile(r"([^{};]+)\{")
ALONE = re.compile(r"[\w*-]*(\.[\w-]+)+(::?[\w-]+(\([^()]*\))?|\[[^]]*\])*")  # without a combinator
CLASS = re.compile(r"\.([\w-]+)")

VAGUE = re.compile(r"\b(somebody|nobody|whoever|anew|who is|at the board)\b", re.IGNORECASE)
ALLOWED: dict[tuple[str, str], str] = {  # a file and a word that it may use, with the reason
    ("tests/house.py", "nobody"): "the example of an exception in the test of this check",
}


def our_files() -> list[Path]:
    """Return the files of the project in git, without vendored files and migrations."""
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [Path(name) for name in listed if not NOT_OURS.search(name) and Path(name).exists()]


def faults(file: Path) -> Iterator[str]:
    """Yield a line for each violation in this file."""
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
    """Yield the classes of each selector without a combinator: of `.tile` and `.tile.chip`, not of `.rack .tile`."""
    for found in SELECTORS.findall(COMMENT.sub("", css)):
        for selector in re.split(r",(?![^()]*\))", found):
            if not found.strip().startswith("@") and ALONE.fullmatch(selector.strip()):
                yield CLASS.findall(re.sub(r"\([^()]*\)", "", selector))


def shared_classes(files: Iterable[Path]) -> Iterator[str]:
    """Yield classes with two owners: styled by themselves in one stylesheet, and in another one as well."""
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


def prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each docstring and comment of a Python module. Other strings may be for players."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and node.body:
            first = node.body[0]
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                yield from enumerate(first.value.value.splitlines(), first.lineno)


def vague_words(file: Path, source: str) -> Iterator[str]:
    """Yield a line for each vague word in the docstrings and comments of a Python module."""
    for number, text in sorted(prose(source)):
        for word in VAGUE.findall(text):
            if (file.as_posix(), word.lower()) not in ALLOWED:
                yield f"{file}:{number}: say it without {word!r}: {text.strip()}"


def main(*, wording: bool) -> int:
    """Print all violations, either of the wording or of all other rules; return 1 if there are any."""
    files = our_files()
    if wording:
        found = [line for file in files if file.suffix == ".py" for line in vague_words(file, file.read_text())]
    else:
        found = [fault for file in files for fault in faults(file)] + list(shared_classes(files))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(wording="--wording" in sys.argv[1:]))
