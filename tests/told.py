"""What a page tells, as lines of text: its words, ways and fields, without layout, pictures and squares of boards."""

from __future__ import annotations

import re
from html.parser import HTMLParser

BARE = re.compile(r"(#[\w-]+ ?)*")  # a line of names of elements without anything in them
LEFT_OUT = {"svg", "img", "script", "style", "noscript", "template", "canvas", "thead"}
ENDLESS = {"img", "input", "path", "line", "circle", "rect", "polyline", "br", "meta", "link"}
LINES = {
    "form",
    "li",
    "p",
    "section",
    "h1",
    "h2",
    "h3",
    "details",
    "summary",
    "tr",
    "div",
    "ul",
    "ol",
    "dt",
    "fieldset",
}
NAMED = ("href", "action", "name", "value", "data-", "disabled", "checked", "aria-label", "datetime", "class")
CHANGING = ("data-history", "data-now", "data-release", "data-inputs")
SHOWN_CLASSES = {"won", "running", "called", "turn", "good", "far", "blank", "illegal", "yes", "no", "to-move", "over"}


class Told(HTMLParser):
    """Reads HTML as the lines that it tells."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines = [""]
        self.skipped: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        if self.skipped or tag in LEFT_OUT or "hidden" in facts or facts.get("aria-hidden") == "true":
            if tag not in ENDLESS:
                self.skipped.append(tag)
            return
        if tag in LINES:
            self.lines.append("")
        self.say("".join(_fact(name, value or "") for name, value in attrs))
        if tag == "table" and "board" in (facts.get("class") or "").split():
            self.skipped.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.skipped and tag not in ENDLESS:
            assert self.skipped.pop() == tag
        elif tag in LINES and self.lines[-1]:
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        if not self.skipped:
            self.say(" ".join(data.split()))

    def say(self, words: str) -> None:
        """Add words to the line."""
        if words.strip():
            self.lines[-1] = f"{self.lines[-1]} {words.strip()}".strip()


def _fact(name: str, value: str) -> str:
    """Return an attribute that says something; empty for another."""
    if name == "id":
        return f"#{value} "
    if name == "class":
        value = " ".join(word for word in value.split() if word in SHOWN_CLASSES)
        return f"({value}) " if value else ""
    if not name.startswith(NAMED) or name in CHANGING or value == "csrfmiddlewaretoken":
        return ""
    return f"<{value}> " if name in ("href", "action") else f"{name.removeprefix('data-')}={value} "


def told(html: str) -> list[str]:
    """Return what this HTML tells, line by line."""
    return [line for line in Told(html).lines if not BARE.fullmatch(line)]
