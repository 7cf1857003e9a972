"""What a part of a page says and leads to, as lines of text: a short form in which a test can compare the whole of it.

Links are `words>path`, buttons `[words]`, fields `name=value`, with a star for what is ticked; a form begins with its
path. Names for screen readers alone stand in parentheses, and what is the current choice is followed by `!`.
"""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path

from django.test import Client

from accounts.models import User
from tests.html import html_of

KEPT = Path(__file__).parent / "site" / "pages"
CHANGING = re.compile(r"(about=|player-|:player:)\d+|(?<=/)()[\w-]{16}(?=/)")  # keys of players and challenges
UNSEEN = {"script", "style", "svg", "template", "noscript", "datalist"}
VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}
INLINE = {
    "a",
    "abbr",
    "b",
    "bdi",
    "button",
    "code",
    "em",
    "i",
    "img",
    "input",
    "label",
    "small",
    "span",
    "strong",
    "time",
}
CELLS = {"td": "| ", "th": "| ", "option": ""}
Attributes = dict[str, str]


class Outline(HTMLParser):
    """The lines of the element with this id, or of the first one of this tag."""

    def __init__(self, part: str) -> None:
        """Create a parser that skips all before the element."""
        super().__init__()
        self.part = part
        self.open: list[tuple[str, Attributes]] = []
        self.start = -1  # how many were open when it began
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        given = {name: value or "" for name, value in attrs}
        if self.start < 0 and self.part in (tag, given.get("id")):
            self.start = len(self.open)
        if tag not in VOID:
            self.open.append((tag, given))
        if not self._is_seen():
            return
        self.text += "" if tag in INLINE else CELLS.get(tag, "\n")
        if tag == "form" and given.get("action"):
            self.text += f"{given['action']}: "
        if tag == "button":
            self.text += f"[{given['formaction']}: " if "formaction" in given else "["
        elif tag in ("input", "textarea") and given.get("name") != "csrfmiddlewaretoken":
            mark = "*" if "checked" in given else "="
            self.text += f" {given.get('name')}{mark}{given.get('value', '')} "
        elif tag == "option" and "selected" in given:
            self.text += "*"

    def handle_endtag(self, tag: str) -> None:
        """Close an element; say where it leads, and what it is called."""
        while self.open:
            name, given = self.open[-1]
            if name == tag and self._is_seen():
                self.text = self.text.rstrip(" ") if tag in ("a", "button") else self.text
                self.text += (
                    f">{given['href']} " if "href" in given else "" if tag in INLINE else " " if tag in CELLS else "\n"
                )
                self.text += "] " if tag == "button" else ""
                self.text += f"({given['aria-label']})" if given.get("aria-label") and tag in ("a", "button") else ""
                self.text += "! " if "aria-current" in given else ""
            self.open.pop()
            if len(self.open) == self.start:
                self.start = 1_000_000  # it is over
            if name == tag:
                break

    def handle_data(self, data: str) -> None:
        """Keep what is seen of the element."""
        if self._is_seen():
            self.text += re.sub(r"\s+", " ", data)

    def _is_seen(self) -> bool:
        tags = {name for name, _given in self.open}
        hidden = any("hidden" in given for _name, given in self.open)
        return 0 <= self.start < len(self.open) and not tags & UNSEEN and not hidden


HEAD = re.compile(
    r"<title>.*?</title>|<meta name=\"(?:description|robots)\"[^>]*>|<meta property=\"og:(?:title|locale|image)\"[^>]*>"
    r"|<link rel=\"canonical\"[^>]*>|<link rel=\"alternate\" (?:type=|hreflang=\"(?:nl|x-default)\")[^>]*>"
    r"|<script type=\"application/ld\+json\"[^>]*>.*?</script>",
    re.DOTALL,
)


def outline(page: str, part: str = "main") -> str:
    """Return the lines of the element with this id or tag that say something; of the head what others read of it."""
    if part == "head":
        return "\n".join(HEAD.findall(page.partition("<body")[0]))
    parser = Outline(part)
    parser.feed(page)
    lines = (" ".join(line.split()) for line in parser.text.split("\n"))
    return "\n".join(filter(None, lines))


def check(name: str, *pages: tuple[Client, str]) -> None:
    """Compare these pages with what is kept, each by its address and, after a #, the name of a part of it."""
    shown = []
    for browser, address in pages:
        path, _, part = address.partition("#")
        key = browser.session.get("_auth_user_id")
        answer = browser.get(path)
        is_page = "html" in answer.headers["Content-Type"]
        text = outline(html_of(answer), part or "main") if is_page else answer.content.decode().replace("\r", "")
        shown.append(f"== {User.objects.get(pk=key) if key else 'visitor'} {address} {answer.status_code}\n{text}\n")
    compare(name, CHANGING.sub(lambda found: f"{found[1] or ''}…", "\n".join(shown)))


def compare(name: str, said: str) -> None:
    """Compare this text with what is kept."""
    file = KEPT / f"{name}.txt"
    if os.environ.get("PAGES") == "write":
        file.write_text(said)
    assert said == file.read_text()
