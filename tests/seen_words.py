"""The words of a page that a visitor sees who unfolds nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser

UNSEEN = {"script", "style", "template", "svg", "noscript", "select"}
VOID = {"area", "br", "hr", "img", "input", "link", "meta", "path", "rect", "source", "wbr"}
INLINE = {
    "a",
    "abbr",
    "b",
    "bdi",
    "code",
    "em",
    "i",
    "kbd",
    "q",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "time",
    "var",
}


class Visible(HTMLParser):
    """The text that the element of this kind shows while all that can be folded in it is closed."""

    def __init__(self, within: tuple[str, str]) -> None:
        """Create a parser for the element of this tag and id, "" for any."""
        super().__init__()
        self.within = within
        self.open: list[tuple[str, bool]] = []  # the elements from the outermost, and whether each is seen
        self.start: int | None = None  # how many were open when it began
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; one that is no part of a line ends the word before it."""
        named = dict(attrs)
        if self.start is None and tag == self.within[0] and named.get("id", "") == (self.within[1] or named.get("id")):
            self.start = len(self.open)
        if tag not in INLINE:
            self.parts.append(" ")
        if tag in VOID:
            return
        parent, seen = self.open[-1] if self.open else ("", True)
        folded = parent == "details" and tag != "summary" and len(self.open) - 1 != self.start
        self.open.append((tag, seen and not folded and tag not in UNSEEN and "hidden" not in named))

    def handle_endtag(self, tag: str) -> None:
        """Close the elements down to this one."""
        while tag in {name for name, _ in self.open} and self.open.pop()[0] != tag:
            pass
        if tag not in INLINE:
            self.parts.append(" ")
        if self.start is not None and len(self.open) <= self.start:
            self.start = 1_000_000  # it is over

    def handle_data(self, data: str) -> None:
        """Keep what is seen of the element."""
        if self.start is not None and len(self.open) > self.start and self.open[-1][1]:
            self.parts.append(data)


def words(page: str, tag: str, name: str = "") -> list[str]:
    """Return the words that this element shows: what stands between spaces and has a letter or a digit."""
    parser = Visible((tag, name))
    parser.feed(page)
    return [word for word in "".join(parser.parts).split() if re.search(r"[^\W_]", word)]
