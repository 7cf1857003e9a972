"""Pages as text, a line for each element that is no part of a line: what the kept texts of pages consist of.

Nothing is written twice: a part that a former page had is named by its first line and a digest, of a head the lines
that differ from the first one's are written, and of many squares or options in a row the first ones and a digest.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from itertools import groupby

from tests.html import INLINE, html_of

MOST = 60  # squares or options that are all written
FIRST = 5  # of them, where there are more
REPEATED = 160  # signs of a part that is worth a reference
NAMED = 70  # signs of it that name it
# Tokens and keys
NOISE = re.compile(
    r'<input type="hidden" name="csrfmiddlewaretoken"[^>]*>|(?<="X-CSRFToken": ")\w+| data-push(?:-key)?="[^"]*"'
    r'|<link rel="modulepreload"[^>]*>|(?<="challenge": ")[\w-]+|(?<=confirm-email/)[\w:-]+(?=/)'
)
LONG = re.compile(r'(?<==")([^"]{80})([^"]{120,})(?=")')  # values of attributes
ICON = re.compile(r"(<svg[^>]*>)(.*?)</svg>", re.DOTALL)
TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)[^>]*>")
LINE = {*INLINE, "br", "wbr", "path", "rect", "use", "q", "var", "dfn", "output"}
PART = re.compile(
    "<(?:body|main|section|form|nav|header|footer|details|dialog|table|ul|ol|dl|aside|article|template|fieldset|select)"
    r"\b"
)
MANY = re.compile(r"<(?:td|tr|option)\b")  # squares of a board, and options
FILES = re.compile(r'<(?:link rel="(stylesheet|alternate)"|script (type="module")) .*')
HEAD = re.compile(r"<head>.*?(?=<body)", re.DOTALL)


class Outliner:
    """Writes pages one after the other."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.seen = set[str]()  # the digests of what was written
        self.head: list[str] = []

    def outline(self, html: str, path: str) -> str:
        """Return the page at this path as lines."""
        html = NOISE.sub("", html_of(ICON.sub(lambda icon: f"{icon[1]}{digest(icon[2])}</svg>", html)))
        html = LONG.sub(lambda value: f"{value[1]}… {digest(value[2])}", html)
        head = [line for found in HEAD.findall(html) for line in _head(found, path)]
        lost = [line for line in self.head if line not in head] if head else []
        written = [f"- {len(lost)} lines, {digest(''.join(lost))}"] if lost else []
        written += [f"+ {line}" for line in head if line not in self.head]
        self.head = self.head or head
        parts: list[list[str]] = [[]]
        for line in _lines(HEAD.sub("", html)):
            if PART.match(line):
                parts.append([])
            parts[-1].append(line)
        return "\n".join([*written, *(line for part in parts for line in self._written(part))])

    def _written(self, part: list[str]) -> list[str]:
        if (text := self._shown("\n".join(part))).endswith("…"):
            return [text]
        return [self._shown(line) for line in _shortened(part)] if len(part) > 1 else part

    def _shown(self, text: str) -> str:
        """Return the text, or of one that was there before its beginning and a digest."""
        if len(text) < REPEATED:
            return text
        key = digest(text)
        if key in self.seen:
            return f"{text.splitlines()[0][:NAMED]}… {key} …"
        self.seen.add(key)
        return text


def digest(text: str) -> str:
    """Return a few signs that stand for a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _lines(html: str) -> Iterator[str]:
    """Yield the beginning of each element that is no part of a line, with the text that follows."""
    line, last = "", 0
    for tag in TAG.finditer(html):
        line += html[last : tag.start()]
        last = tag.end()
        if tag[2].lower() in LINE:
            line += tag[0]
            continue
        if line.strip():
            yield line.strip()
        line = "" if tag[1] else tag[0]
    if (line := line + html[last:]).strip():
        yield line.strip()


def _head(html: str, path: str) -> Iterator[str]:
    """Yield the lines of a head, those of style sheets as one, and so those of other languages and modules."""
    for kind, group in groupby(_lines(html), _kind):
        lines = [line.replace(path, "PATH") if len(path) > 1 else line for line in group]
        yield from ["".join(lines)] if kind else lines


def _kind(line: str) -> str:
    """Return which kind of files a line of a head names; empty for other lines."""
    found = FILES.match(line)
    return "".join(filter(None, found.groups())) if found else ""


def _shortened(lines: list[str]) -> Iterator[str]:
    """Yield the lines; of many squares or options the first ones, and a digest of all."""
    many = [line for line in lines if MANY.match(line)]
    if len(many) <= MOST:
        yield from lines
        return
    yield from (line for line in lines if line not in many[FIRST:])
    yield f"… {len(many)} of a kind, {digest(''.join(many))}"
