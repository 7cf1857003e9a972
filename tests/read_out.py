"""What a part of a page says, line by line, and where it leads: a test compares the whole of it.

A link is followed by its address in angle brackets; a button stands in square brackets, with what it sends; a form has
a line with its address, and a hidden field one of its own. What is current or chosen begins with an asterisk.
"""

from __future__ import annotations

from html.parser import HTMLParser

from tests.html import HasContent
from tests.seen_words import INLINE, VOID

SILENT = {"script", "style", "svg", "template", "noscript"}
IN_LINE = INLINE | {"button", "td", "th"}


class Reader(HTMLParser):
    """Reads the elements with one of these ids, of which each may come once."""

    def __init__(self, ids: set[str]) -> None:
        super().__init__()
        self.ids = ids
        self.lines: list[str] = [""]
        self.open: list[tuple[str, bool, str]] = []  # tag, whether it is read, what follows its text

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        named = {name: value or "" for name, value in attrs}
        is_read = self.open[-1][1] if self.open else False
        is_board = tag == "table" and "board" in named.get("class", "").split()
        is_read = (is_read or named.get("id") in self.ids) and tag not in SILENT and not is_board
        if is_read:
            self._begin(tag, named)
        if tag not in VOID:
            self.open.append((tag, is_read, self._end_of(tag, named) if is_read else ""))

    def _begin(self, tag: str, named: dict[str, str]) -> None:
        self.lines[-1] += " " if tag in ("td", "th") else ""
        if tag not in IN_LINE:
            self._break()
        if tag == "form" and (address := named.get("action")):
            self.lines += [f"form <{address}>", ""]
        if tag == "input" and named.get("type") == "hidden" and named["name"] != "csrfmiddlewaretoken":
            self.lines += [f"({named['name']}={named.get('value', '')})", ""]
        if "aria-current" in named or "selected" in named or "checked" in named:
            self.lines[-1] += " *"
        if tag == "button":
            self.lines[-1] += " ["

    def _end_of(self, tag: str, named: dict[str, str]) -> str:
        sent = f" {named['name']}={named.get('value', '')}" if "name" in named else ""
        if tag == "button":
            place = f" <{named['formaction']}>" if "formaction" in named else ""
            return f"{sent}{place}{' off' if 'disabled' in named else ''}] "
        return f" <{named['href']}>" if tag == "a" and "href" in named else ""

    def handle_endtag(self, tag: str) -> None:
        """Close an element, with those in it that are still open."""
        while tag in {name for name, _is_read, _end in self.open}:
            name, is_read, end = self.open.pop()
            if is_read:
                self.lines[-1] = self.lines[-1].rstrip() + end if end else self.lines[-1]
                if name not in IN_LINE:
                    self._break()
            if name == tag:
                break

    def handle_data(self, data: str) -> None:
        """Keep the text of what is read."""
        if self.open and self.open[-1][1]:
            self.lines[-1] += data

    def _break(self) -> None:
        if self.lines[-1].strip():
            self.lines.append("")


def read_out(page: str | HasContent, *ids: str) -> list[str]:
    """Return the lines of the elements with these ids."""
    reader = Reader(set(ids))
    reader.feed(page if isinstance(page, str) else page.content.decode())
    lines = (" ".join(line.replace("\N{NO-BREAK SPACE}", " ").split()) for line in reader.lines)
    return [line.replace("[ ", "[").replace(" ]", "]").replace(" .", ".") for line in lines if line]


def says(page: str | HasContent, *ids: str, **keys: str) -> str:
    """Return the same as text, with names in the place of keys that differ from run to run."""
    text = "\n".join(read_out(page, *ids))
    for name, key in keys.items():
        text = text.replace(key, name)
    return text


def text(expected: str) -> str:
    """Return a text that is written indented."""
    return "\n".join(line.strip() for line in expected.strip().splitlines())
