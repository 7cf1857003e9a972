"""What a part of a page says and offers, as lines of plain text: headings, sentences, links, forms and their values.

Outlines of whole pages are kept in text files. `KEEP_OUTLINES=1` in the environment of a test writes them
again; review the difference before you commit it.
"""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path

from tests.html import HasContent

KEEPS = os.environ.get("KEEP_OUTLINES") == "1"

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
INLINE = {"a", "abbr", "b", "bdi", "button", "code", "em", "i", "input", "kbd", "label", "small", "span", "strong"}
UNREAD = {"script", "style", "svg", "template", "title"}
SPACES = re.compile(r"[\s\u00a0]+")


def outline_of(page: str | HasContent, part: str = "main") -> list[str]:
    """Return the lines of the element with this id.

    A link has its address behind it, a form its own as a line before its content, a button its name and value; a field
    is `{name=value}`, with a star if it is checked. Tokens of forms are left out.
    """
    reader = _Outline(part)
    reader.feed(page if isinstance(page, str) else page.content.decode())
    reader.end_line()
    return reader.lines


def check_outline(file: Path, name: str, lines: list[str]) -> None:
    """Check that these lines are those of the outline that the file has under this name."""
    known = _outlines_of(file)
    if KEEPS:
        known[name] = lines
        texts = ("\n".join([f"=== {title}", *those, ""]) for title, those in sorted(known.items()))
        file.write_text("\n".join(texts))
    assert lines == known[name], name


def _outlines_of(file: Path) -> dict[str, list[str]]:
    parts = re.split(r"^=== (.*)\n", file.read_text() if file.exists() else "", flags=re.MULTILINE)[1:]
    return {title: text.strip().split("\n") for title, text in zip(parts[::2], parts[1::2], strict=True)}


class _Outline(HTMLParser):
    """Keeps the lines of one element."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self.part, self.lines, self.line, self.open = part, list[str](), "", list[tuple[str, str]]()
        self.unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if not self.open and found.get("id") != self.part:
            return
        self.unread += tag in UNREAD and tag not in VOID
        if tag not in INLINE:
            self.end_line()
        if tag not in VOID:
            self.open.append((tag, _behind(tag, found)))
        if "data-question" in found:
            self.lines.append(f"asks: {SPACES.sub(' ', found['data-question']).strip()}")
        if tag == "form":
            self.lines.append(f"form {found.get('action', '')}".strip())
        elif tag == "input" and found.get("name") != "csrfmiddlewaretoken":
            checked = "*" * ("checked" in found)
            self.line += f" {{{found.get('name', '')}={found.get('value', '')}}}{checked} "
        elif tag == "option":
            self.line += f"{{{found.get('value', '')}}}{'*' * ('selected' in found)} "
        elif tag in {"h1", "h2", "h3"}:
            self.line = "#" * int(tag[1]) + " "

    def handle_endtag(self, tag: str) -> None:
        if not self.open or tag in VOID:
            return
        opened, behind = self.open.pop()
        assert opened == tag, f"{opened} is closed by {tag}"
        self.unread -= tag in UNREAD
        self.line += behind
        if tag not in INLINE:
            self.end_line()

    def handle_data(self, data: str) -> None:
        if self.open and not self.unread:
            self.line += data

    def end_line(self) -> None:
        """Begin a new line, unless this one is empty."""
        if line := SPACES.sub(" ", self.line.replace("\u2060", "")).strip():
            self.lines.append(line)
        self.line = ""


def _behind(tag: str, attributes: dict[str, str]) -> str:
    """Return what stands behind the text of an element: where a link leads, what a button says and sends."""
    if tag == "a":
        return f" <{attributes.get('href', '')}> "
    if tag == "button":
        sent = [f"{attributes['name']}={attributes.get('value', '')}"] if "name" in attributes else []
        return " [" + ", ".join([SPACES.sub(" ", attributes.get("aria-label", "button")).strip(), *sent]) + "] "
    return " " if tag in {"label", "span", "code"} else ""
