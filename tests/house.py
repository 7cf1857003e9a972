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

TEMPLATES = {".html", ".jinja"}
LONGEST = 400  # lines
WIDEST = 120  # columns; ruff checks Python files
NOT_OURS = re.compile(r"/vendor/|/migrations/")
INLINE = re.compile(
    r"""<style|\sstyle=|<script(?![^>]*\s(src\b|type="application/(ld\+)?json"))|\son\w+=|hx-on|javascript:""",
    re.IGNORECASE,
)

# What only some modules may use, and what all others use instead
RESERVED = (
    (
        re.compile(r"\btimezone\.now\(|\bdatetime\.now\("),
        "core.clock.now()",
        ("core/clock.py",),
    ),
    (re.compile(r"\ballauth\.[\w.]*internal\b"), "core.limits, or a public module of allauth", ("accounts/",)),
)

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTORS = re.compile(r"([^{};]+)\{")
ALONE = re.compile(r"[\w*-]*(\.[\w-]+)+(::?[\w-]+(\([^()]*\))?|\[[^]]*\])*")  # without a combinator
CLASS = re.compile(r"\.([\w-]+)")
# `:has()` of an element that holds much of a page, or of any element: each tile that is placed restyles all of it.
BROAD = re.compile(r"(?:^|[\s>+~,])(?:(?:html|body|main|table|tbody|tr)(?:[.#\[][^\s>+~:]*)?)?(?::not\()?:has\([^>]")
TEXT_SIZE = re.compile(r"(?<![\w-])font(?:-size)?:([^;}]*)")
MEASURED = re.compile(r"var\(--[\w-]+\)|/\s*[\d.]+|(?<![\d.])(?:100%|1em|0)(?![\w.])")  # in the scale, or as it was
UNIT = re.compile(r"\d(?:px|pt|rem|em|ch|ex|vw|vh|vmin|vmax|cq\w+|%)|\b(?:x{0,3}-?(?:small|large)|smaller|larger)\b")
ON_SQUARES = re.compile(r"var\(--(?:cell|tile-size)\b")  # as large as the board has room for
MOST_WIDE = re.compile(r"(?<![\w-])max-width:([^;}]*)")
COLUMN = re.compile(r"(?<![\w.])(?:[\d.]+ch|(?:2[4-9]|[3-9]\d|\d{3,})(?:\.\d+)?rem|(?:3[89]\d|[4-9]\d\d|\d{4,})px)")
WITHOUT_BOARD = {"lobby.css"}  # its tabs need no script

WORDS = {  # a word to avoid, as a regular expression, and what to write instead
    "somebody": "name the role: a player, a visitor, a caller",
    "nobody": "write no player, no process, none",
    "whoever": "name the role: the player to move, the operator",
    "anew": "write again, or use a verb such as restart",
    "everybody|anybody": "write all players, any player, all visitors",
    "lately|of late": "write recently",
    "dearest": "write costliest",
    "at stake": "write rated or casual, or say what depends on it",
    "called off": "write cancelled",
    "days off|over days": "write vacation, in correspondence",
    "conversations?": "write chat",
    "at the board": "write in the match, on the match page, to move",
    "who is (?:to move|here|there)": "name the role: the player to move, the players present",
}
# Parts of names that code no longer uses, and what it says instead. They are refused in what a Python module defines,
# in names of modules and templates, and in ids, classes and variables of templates, style sheets and scripts. The names
# of tests are sentences, so only the words above are refused in them.
RETIRED_NAMES = {
    **dict.fromkeys(("nobody", "somebody", "whoever"), "no_one, someone, or the role"),
    **dict.fromkeys(("anew", "lately"), "again, recent"),
    **dict.fromkeys(("asides", "sight", "sights"), "live_partials, board_view, match_view"),
    **dict.fromkeys(("dial", "dials", "chore", "resting", "excuse", "excused"), "clock, job, rest, automatic vacation"),
    **dict.fromkeys(("farewell", "doubles", "entrance", "panels"), "deletion, guests, auth_views, slots"),
    **dict.fromkeys(("hearing", "trouble", "wish", "wishes"), "subscriber, error, preferences"),
    **dict.fromkeys(("fate", "fates", "mood"), "delivery_status, badge"),
    **dict.fromkeys(("company", "deed", "deeds", "dossier", "dossiers"), "social, action, context"),
    **dict.fromkeys(("manner", "manners", "fled", "findings", "dearest"), "style, timed_out, records, costliest"),
    **dict.fromkeys(("tally", "settling", "coach", "coaching", "hasty"), "pool, update, hints, fast_bot"),
    **dict.fromkeys(("imagine", "sketch", "composing", "lying"), "determinize, fast_state, compose, placed"),
    **dict.fromkeys(("stretches", "searching", "judging"), "slots, movegen, scoring"),
    **dict.fromkeys(("glance", "glimpse", "guessing"), "best_sum, quick_best, endgame_sampling"),
}
AVOIDED = re.compile("|".join(rf"\b(?:{word})\b" for word in WORDS), re.IGNORECASE)
NAME = re.compile(r"[A-Za-z_][\w-]*")
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
ATTRIBUTE = re.compile(r"""\b(?:id|class|name)=["']([^"'{}]*)["']""")
TAG = re.compile(r"\{[{%](.*?)[}%]\}", re.DOTALL)
STRING = re.compile(r"\"[^\"]*\"|'[^']*'")
QUESTIONS = {"what", "whether", "who", "whose", "where", "when", "why", "how", "which"}
PROPERTIES = {"property", "cached_property"}
QUOTED = re.compile(r"`[^`]*`")
COMMENTS = {
    ".js": re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".jinja": re.compile(r"\{#.*?#\}", re.DOTALL),
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
    if file.suffix not in {".py", ".js", ".css", *TEMPLATES}:
        return
    lines = file.read_text().splitlines()
    if file.suffix == ".py" and file.parts[0] in {"accounts", "core", "games", "numgames"}:
        yield from reserved(file, lines)
    if len(lines) > LONGEST:
        yield f"{file}: {len(lines)} lines are more than {LONGEST}"
    if file.suffix in {".css", ".js", *TEMPLATES}:
        for number, line in enumerate(lines, 1):
            if len(line) > WIDEST:
                yield f"{file}:{number}: {len(line)} columns are more than {WIDEST}"
    if file.suffix == ".css":
        yield from restyling(file, "\n".join(lines))
        yield from off_scale(file, "\n".join(lines))
    if file.suffix in TEMPLATES and "email" not in file.parts:
        text = "\n".join(lines)
        for match in INLINE.finditer(text):
            number = text.count("\n", 0, match.start()) + 1
            yield f"{file}:{number}: style and script belong in files of their own: {match[0].strip()}"


def reserved(file: Path, lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that use what is kept for other modules (`RESERVED`)."""
    for number, line in enumerate(lines, 1):
        for pattern, instead, users in RESERVED:
            if pattern.search(line) and not str(file).startswith(users):
                yield f"{file}:{number}: use {instead}"


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


def off_scale(file: Path, css: str) -> Iterator[str]:
    """Yield the sizes of text that are not in the scale, and the widths of content that no kind of page has."""
    css = COMMENT.sub("", css)
    for (size,) in map(re.Match.groups, TEXT_SIZE.finditer(css)):
        if not ON_SQUARES.search(size) and UNIT.search(MEASURED.sub("", size)):
            yield f"{file}: take a size from the scale in site.css (--text-12 to --text-48): {size.strip()}"
    for (width,) in map(re.Match.groups, MOST_WIDE.finditer(css)):
        if COLUMN.search(width):
            yield f"{file}: take a width from site.css (--narrow, --reading, --page, --table): {width.strip()}"


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


def names_in(file: Path, text: str) -> Iterator[str]:
    """Yield the names that this file defines: of a module also its own, of a template ids, classes and variables."""
    if file.suffix == ".py":
        yield file.stem
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    yield name
                case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                    yield name
    elif file.suffix in {".js", ".css"}:
        yield from NAME.findall(COMMENT.sub("", text))
    elif file.suffix in TEMPLATES:
        yield file.stem
        for names in ATTRIBUTE.findall(text):
            yield from NAME.findall(names)
        for tag in TAG.findall(text):
            yield from NAME.findall(STRING.sub("", tag))


def retired_names(file: Path, text: str) -> Iterator[str]:
    """Yield a line for each name in this file that has a retired word as a part."""
    for name in sorted(set(names_in(file, text))):
        parts = re.findall(r"[a-z]+", HUMP.sub("_", name).lower())
        for part in parts:
            is_sentence = name.startswith("test_") and part not in WORDS
            if part in RETIRED_NAMES and not is_sentence:
                yield f"{file}: instead of {part!r} in {name!r} say {RETIRED_NAMES[part]}"


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


def _text_of(file: Path) -> str:
    return file.read_text() if file.suffix in {".py", ".js", ".css", *TEMPLATES} else ""


def main() -> int:
    """Print all violations; return 1 if there are any."""
    files = our_files()
    found = [fault for file in files for fault in faults(file)] + list(shared_classes(files))
    found += [fault for file in files if has_prose(file) for fault in wording(file, file.read_text())]
    found += [fault for file in files for fault in retired_names(file, _text_of(file))]
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
