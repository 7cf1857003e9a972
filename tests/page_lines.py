"""A page as lines of plain text, so that one comparison sees all that it says, leads to and sends, in its order.

A link is `[words](address)`, a button `<words: address name=value>` with the address that it posts to, a field
`{name: value}`; after the name stand a `!` if it has to be filled in, and the least and the most. The chosen one of
several answers, and the link to what is shown, have a star, and a box that is ticked an x. Cells of a table are
separated by `|`, what is folded begins with `+` or, unfolded, with `-`, and a button that asks first ends with that.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import unified_diff
from html.parser import HTMLParser
from pathlib import Path
from textwrap import TextWrapper

from tests.html import HasContent

UNSEEN = {"script", "style", "template", "noscript", "head"}
VOID = {"area", "br", "hr", "img", "input", "link", "meta", "path", "rect", "source", "wbr"}
INLINE = {"a", "abbr", "b", "bdi", "button", "code", "em", "i", "img", "input", "kbd", "label", "option", "optgroup"}
INLINE |= {"output", "select", "small", "span", "strong", "svg", "td", "textarea", "th", "time", "wbr"}
WRAPPER = TextWrapper(112, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
HEAD = "=== "  # before the name of a text
HEADS = {"h1": "# ", "h2": "## ", "h3": "### ", "h4": "#### "}


@dataclass
class Element:
    """An element with what is in it."""

    tag: str
    given: dict[str, str]
    parts: list[Element | str] = field(default_factory=list)

    def all(self) -> Iterator[Element]:
        """Yield the element and all within it."""
        yield self
        for part in self.parts:
            if isinstance(part, Element):
                yield from part.all()


class Builder(HTMLParser):
    """Builds the elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].parts.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].parts.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if any(one.tag == tag for one in self.open):
            while self.open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.open[-1].parts.append(data)


class Page:
    """A page, and the addresses of its forms."""

    def __init__(self, html: str) -> None:
        builder = Builder()
        builder.feed(html)
        self.root = builder.open[0]
        self.forms = {one.given["id"]: one for one in self.root.all() if one.tag == "form" and "id" in one.given}

    def lines(self, within: str) -> list[str]:
        """Return the lines of the elements with these ids, tags, or ids of their titles."""
        named = {*within.split()}
        found: list[Element] = []
        for one in self.root.all():
            is_meant = named & {one.tag, one.given.get("id"), one.given.get("aria-labelledby")}
            if is_meant and not any(one is part for other in found for part in other.all()):
                found.append(one)
        assert found, f"there is no {within}"
        text = "".join(f"{self._text(one, self.root)}\n" for one in found)
        words = (" ".join(line.split()) for line in re.sub(r"[\u2060\u00ad]", "", text).split("\n"))
        return [line.strip("| ") for line in words if line.strip("| ")]

    def _text(self, part: Element | str, form: Element) -> str:
        if isinstance(part, str):
            return re.sub(r"\s+", " ", part)
        given = part.given
        if part.tag in UNSEEN or "hidden" in given:
            return ""
        if part.tag == "svg":
            return f"({given['aria-label']})" if "aria-label" in given else ""
        form = part if part.tag == "form" else form
        if part.tag == "table" and "board" in given.get("class", "").split():
            return f"\n{self._board(part)}\n"
        inner = "".join(self._text(one, form) for one in part.parts)
        if part.tag == "summary":
            inner = f"+ {inner}"
        elif part.tag == "details" and "open" in given:
            inner = inner.replace("+ ", "- ", 1)
        plain = " ".join(inner.split()) or given.get("aria-label", "")
        if part.tag == "a":
            return f"[{'*' if 'aria-current' in given else ''}{plain}]({given.get('href', '')})"
        if part.tag == "button":
            form = self.forms.get(given.get("form", ""), form)
            address = given.get("formaction") or form.given.get("action", "")
            sent = f"{given['name']}={given.get('value', '')}" if "name" in given else ""
            asks = f"? {given['data-question']}" if "data-question" in given else ""
            return f" <{' '.join(filter(None, (plain + ':', address, sent, asks)))}> "
        if part.tag in ("select", "textarea"):
            return f" {{{given['name']}{_bounds(given)}: {plain}}} "
        if part.tag == "option":
            return f" {'*' if 'selected' in given else ''}{given.get('value')}={plain}"
        if part.tag == "input":
            return self._field(given)
        if part.tag in ("td", "th"):
            return f"{inner} | "
        inner = HEADS.get(part.tag, "") + inner
        return inner if part.tag in INLINE else f"\n{inner}\n"

    def _board(self, table: Element) -> str:
        """Return the squares on which there is something, by column and row from 1."""
        rows = [[cell for cell in row.all() if cell.tag in ("td", "th")] for row in table.all() if row.tag == "tr"]
        squares = [
            f"{across}.{up}={''.join(self._text(cell, cell).split()).strip('|')}"
            for up, row in enumerate(rows)
            for across, cell in enumerate(row)
            if any(one.tag == "b" for one in cell.all())
        ]
        return f"{table.given.get('aria-label')}: {' '.join(squares)}"

    def _field(self, given: dict[str, str]) -> str:
        name, value = given.get("name") or given.get("id", ""), given.get("value", "")
        if name == "csrfmiddlewaretoken":
            return ""
        if given.get("type") in ("checkbox", "radio"):
            return f" ({'x' if 'checked' in given else ' '}) {name}={value}{_bounds(given)} "
        return f" {{{name}{_bounds(given)}: {value}}} "


def _bounds(given: dict[str, str]) -> str:
    """Return what may be in a field: ! for something, and the smallest and the most."""
    most = given.get("maxlength") or given.get("max", "")
    least = f" {given['min']}" if "min" in given else ""
    return f"{'!' if 'required' in given else ''}{least}{f' to {most}' if most else ''}"


def lines_of(page: str | HasContent, within: str = "main", **names: object) -> list[str]:
    """Return what an element of a page says, line by line; keys and the like are written as the names given here."""
    html = page if isinstance(page, str) else page.content.decode()
    if html.startswith("{"):  # a message to an open page
        html = str(json.loads(html).get("partials", html))
    lines = Page(html).lines(within)
    for name, value in names.items():
        lines = [line.replace(str(value), name.upper()) for line in lines]
    return [part for line in lines for part in WRAPPER.wrap(line)]


class Texts:
    """The texts of pages that a module of tests knows, from the file beside it; each has a line with its name before.

    With `PAGES=write` in the environment, and in one process, the texts are written as the pages are: read the changes.
    """

    def __init__(self, module: str) -> None:
        self.file = Path(module).with_suffix(".txt")
        self.texts: dict[str, list[str]] = {}
        for line in self.file.read_text().splitlines() if self.file.exists() else []:
            if line.startswith(HEAD):
                self.texts[line.removeprefix(HEAD)] = []
            else:
                self.texts[[*self.texts][-1]].append(line)

    def __call__(self, name: str, page: str | HasContent, within: str = "main", **names: object) -> None:
        """Check that the elements of a page say exactly what this text does."""
        self._check(name, lines_of(page, within, **names))

    def has(self, name: str, data: object) -> None:
        """Check that plain data, such as the answer to a program, is exactly this: a line for each row."""
        rows = data if isinstance(data, list) else [data]
        lines = [json.dumps(row, default=str, ensure_ascii=False) for row in rows]
        self._check(name, [part for line in lines for part in WRAPPER.wrap(line)])

    def _check(self, name: str, lines: list[str]) -> None:
        if os.environ.get("PAGES") == "write":
            self.texts[name] = lines
            parts = [[f"{HEAD}{one}", *text] for one, text in self.texts.items()]
            self.file.write_text("\n".join(line for part in parts for line in part) + "\n")
        known = self.texts.get(name, [])
        assert lines == known, "\n".join([name, *unified_diff(known, lines, "the text", "the page", lineterm="", n=1)])
