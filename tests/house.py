"""Project rules that no other tool checks: file sizes, no inline styles or scripts, CSS owners, wording.

`python -m tests.house` prints a line for each violation and exits with 1 if there are any.

The wording rules keep docstrings, comments and documentation in plain technical English. They read docstrings and
comments of Python modules, comments of JavaScript, CSS, templates and shell scripts, and Markdown files, but no string
literals, which may be sentences for players, and no text in backticks. `WORDS` lists the words to avoid, each with its
replacement. The docstring of a function that is neither a test nor a property must not begin with one of `QUESTIONS`:
it says what the function does ("Return whether ..."); ruff's D401 checks that the verb is imperative.
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
    r"""<style|\sstyle=|<script(?![^>]*\s(src\b|type="application/(ld\+)?json"))|\son\w+=|hx-on|javascript:""",
    re.IGNORECASE,
)

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTORS = re.compile(r"([^{};]+)\{")
ALONE = re.compile(r"[\w*-]*(\.[\w-]+)+(::?[\w-]+(\([^()]*\))?|\[[^]]*\])*")  # without a combinator
CLASS = re.compile(r"\.([\w-]+)")
# `:has()` of an element that holds much of a page, or of any element: each tile that is placed restyles all of it.
BROAD = re.compile(r"(?:^|[\s>+~,])(?:(?:html|body|main|table|tbody|tr)(?:[.#\[][^\s>+~:]*)?)?(?::not\()?:has\([^>]")
WITHOUT_BOARD = {"lobby.css"}  # its tabs need no script

WORDS = {  # a word to avoid, as a regular expression, and what to write instead
    "somebody": "name the role: a player, a visitor, a caller",
    "nobody": "write no player, no process, none",
    "whoever": "name the role: the player to move, the operator",
    "anew": "write again, or use a verb such as restart",
    "at the board": "write in the match, on the match page, to move",
    "who is (?:to move|here|there)": "name the role: the player to move, the players present",
}
AVOIDED = re.compile("|".join(rf"\b(?:{word})\b" for word in WORDS), re.IGNORECASE)
QUESTIONS = {"what", "whether", "who", "whose", "where", "when", "why", "how", "which"}
PROPERTIES = {"property", "cached_property"}
QUOTED = re.compile(r"`[^`]*`")
COMMENTS = {
    ".js": re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".html": re.compile(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", re.DOTALL),
    ".md": re.compile(r".+"),
    "": re.compile(r"^ *#.*", re.MULTILINE),  # shell scripts
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
    if file.suffix == ".css":
        yield from restyling(file, "\n".join(lines))
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


def restyling(file: Path, css: str) -> Iterator[str]:
    """Yield the selectors that make browsers restyle a page with a board at each change below (`BROAD`)."""
    for found in SELECTORS.findall(COMMENT.sub("", css)):
        if file.name not in WITHOUT_BOARD and BROAD.search(found.strip()):
            yield f"{file}: mark the page with a class instead: {' '.join(found.split())}"


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


def documented(source: str) -> Iterator[tuple[ast.AST, ast.Constant]]:
    """Yield each module, class and function of a Python module that has a docstring, with the docstring."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and node.body:
            match node.body[0]:
                case ast.Expr(value=ast.Constant(value=str()) as docstring):
                    yield node, docstring


def prose(file: Path, text: str) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line of the docstrings and comments, or of a whole Markdown file."""
    if file.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string
        for _node, docstring in documented(text):
            yield from enumerate(str(docstring.value).splitlines(), docstring.lineno)
    elif file.suffix in COMMENTS:
        for comment in COMMENTS[file.suffix].finditer(text):
            yield from enumerate(comment[0].splitlines(), text.count("\n", 0, comment.start()) + 1)


def advice(word: str) -> str:
    """Return the replacement that `WORDS` gives for this word."""
    return next(instead for pattern, instead in WORDS.items() if re.match(pattern, word, re.IGNORECASE))


def wording(file: Path, text: str) -> Iterator[str]:
    """Yield a line for each violation of the wording rules in this text of a file."""
    for number, line in sorted(prose(file, text)):
        for word in AVOIDED.findall(QUOTED.sub("", line)):
            yield f"{file}:{number}: instead of {word!r} {advice(word)}: {line.strip()}"
    for node, docstring in documented(text) if file.suffix == ".py" else ():
        first = str(docstring.value).split(maxsplit=1)[:1]
        if is_called(node) and {word.lower() for word in first} & QUESTIONS:
            yield f"{file}:{docstring.lineno}: begin with a verb instead of {first[0]!r}"


def is_called(node: ast.AST) -> bool:
    """Return whether this is a function that is neither a test nor a property."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or node.name.startswith("test_"):
        return False
    return not any(isinstance(one, ast.Name) and one.id in PROPERTIES for one in node.decorator_list)


def has_prose(file: Path) -> bool:
    """Return whether the wording rules apply to this file."""
    return file.suffix in {".py", ".js", ".css", ".md"} or file.parent.name == "script"


def main() -> int:
    """Print all violations; return 1 if there are any."""
    files = our_files()
    found = [fault for file in files for fault in faults(file)] + list(shared_classes(files))
    found += [fault for file in files if has_prose(file) for fault in wording(file, file.read_text())]
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
