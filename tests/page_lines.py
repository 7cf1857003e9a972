"""A page as lines of plain text, so that one comparison sees all that it says, leads to and sends, in its order.

A link is `[words](address)`, a button `<words: address name=value>` with the address that it posts to, a field
`{name: value}`; after the name stand a `!` if it has to be filled in, and the least and the most. What cannot be used
is `off`. The chosen one of several answers, and what is current, have a star, and a box that is ticked an x. Names and
words for screen readers alone are in parentheses. Cells of a table are separated by `|`, what is folded begins with
`+` or, unfolded, with `-`, and a button that asks first ends with that. With `facts` an element begins with what
scripts and styles read of it: its id, some classes, moments and data.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
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
WRAPPER = TextWrapper(120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
BREAK = "\n"
HEAD = "=== "  # before the name of a text
HEADS = {"h1": "# ", "h2": "## ", "h3": "### ", "h4": "#### "}
# What others read of a page without showing it; of other languages one
READ = re.compile(
    r"<title>.*?</title>|<meta name=\"(?:description|robots)\"[^>]*>|<meta property=\"og:(?:title|locale|image)\"[^>]*>"
    r"|<link rel=\"canonical\"[^>]*>|<link rel=\"alternate\" (?:type=|hreflang=\"(?:nl|x-default)\")[^>]*>"
    r"|<script type=\"application/ld\+json\"[^>]*>.*?</script>",
    re.DOTALL,
)
FACTS = ("data-", "datetime")
CHANGING = ("data-history", "data-now", "data-release", "data-inputs")
SHOWN_CLASSES = {"won", "running", "called", "turn", "good", "far", "blank", "illegal", "yes", "no", "to-move", "over"}
BARE = re.compile(r"(#[\w-]+ ?)*")  # a line of ids of elements without anything in them


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

    def words(self) -> str:
        """Return the text in it that is seen."""
        parts = (part if isinstance(part, str) else part.words() for part in self.parts)
        return "" if self.tag in UNSEEN or "hidden" in self.given else "".join(parts)


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

    def __init__(self, html: str, *, facts: bool = False) -> None:
        builder = Builder()
        builder.feed(html)
        self.root, self.facts = builder.open[0], facts
        self.forms = {one.given["id"]: one for one in self.root.all() if one.tag == "form" and "id" in one.given}

    def lines(self, within: str) -> list[str]:
        """Return the lines of the elements with these ids, tags, or ids of their titles; without them of all."""
        named = {*within.split()} or {""}
        found: list[Element] = []
        for one in self.root.all():
            is_meant = named & {one.tag, one.given.get("id"), one.given.get("aria-labelledby")}
            if is_meant and not any(one is part for other in found for part in other.all()):
                found.append(one)
        assert found, f"there is no {within}"
        text = "".join(f"{self._text(one, self.root)}\n" for one in found)
        words = (" ".join(line.split()) for line in re.sub(r"[\u2060\u00ad]", "", text).split("\n"))
        lines = (line.strip("| ") for line in words)
        return [line for line in lines if not BARE.fullmatch(line)]

    def _text(self, part: Element | str, form: Element) -> str:
        """Return the text of a part, with what marks it before."""
        if isinstance(part, str):
            return re.sub(r"\s+", " ", part)
        given = part.given
        if part.tag in UNSEEN or "hidden" in given:
            return ""
        text = self._said(part, form)
        is_marked = part.tag not in ("a", "button") and given.get("aria-current", "false") != "false"
        marks = [*(_facts(part) if self.facts else ()), *(["*"] if is_marked else [])]
        if not marks:
            return text
        rest = text.lstrip() if is_marked else text.removeprefix(BREAK)
        return f"{BREAK * text.startswith(BREAK)} {' '.join(marks)} {rest}"

    def _said(self, part: Element, form: Element) -> str:
        given, name = part.given, part.given.get("aria-label", "")
        if part.tag in ("svg", "img"):
            return f"({name or given.get('alt')})" if name or given.get("alt") else ""
        if part.tag == "table" and "board" in given.get("class", "").split():
            return f"\n{self._board(part)}\n"
        form = part if part.tag == "form" else form
        inner = "".join(self._text(one, form) for one in part.parts)
        if part.tag == "summary":
            inner = f"+ {inner.lstrip()}"
        elif part.tag == "details" and "open" in given:
            inner = inner.replace("+ ", "- ", 1)
        elif part.tag == "form" and given.get("action") and not any(one.tag == "button" for one in part.all()):
            inner = f"<{given['action']}> {inner}"
        plain = " ".join(inner.split())
        if part.tag in ("a", "button"):
            plain = f"{plain} ({name})" if plain and name not in ("", plain) else plain or name
            plain = f"{'*' if given.get('aria-current', 'false') != 'false' else ''}{plain}"
        if part.tag == "a":
            return f"[{plain}]({given.get('href', '')})"
        if part.tag == "button":
            return f" <{self._pressed(part, form, plain)}> "
        if part.tag in ("select", "textarea"):
            return f" {{{given.get('name', given.get('id', ''))}{_bounds(given)}: {plain}}} "
        if part.tag == "option":
            return f" {'*' if 'selected' in given else ''}{given.get('value')}={plain}"
        if part.tag == "input":
            return self._field(given)
        if part.tag in ("td", "th"):
            return f"{plain} | "
        if part.tag in INLINE and "visually-hidden" in given.get("class", "").split():
            return f" ({plain}) " if plain else ""
        inner = HEADS.get(part.tag, "") + inner
        return inner if part.tag in INLINE else f"\n{inner}\n"

    def _pressed(self, button: Element, form: Element, plain: str) -> str:
        """Return what a button says, where it posts what, whether it can be used, and what it asks first."""
        given = button.given
        form = self.forms.get(given.get("form", ""), form) if given.get("type") != "button" else self.root
        asks = given.get("data-question") or form.given.get("data-question", "")
        address = given.get("formaction") or form.given.get("action", "")
        sent = f"{given['name']}={given.get('value', '')}" if "name" in given else ""
        asks = f"? {' '.join(asks.split())}" if asks else ""
        plain += ":" * (form.tag == "form")  # else it is of a script, and sends nothing
        return " ".join(filter(None, (plain, address, sent, "off" if "disabled" in given else "", asks)))

    def _board(self, table: Element) -> str:
        """Return the squares on which there is something, by column and row from 1."""
        rows = [[cell for cell in row.all() if cell.tag in ("td", "th")] for row in table.all() if row.tag == "tr"]
        squares = [
            f"{across}.{up}={''.join(cell.words().split())}"
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
    return f"{'!' * ('required' in given)}{least}{f' to {most}' if most else ''}{' off' * ('disabled' in given)}"


def _facts(part: Element) -> list[str]:
    """Return what scripts and styles read of an element."""
    given = part.given
    classes = " ".join(word for word in given.get("class", "").split() if word in SHOWN_CLASSES)
    names = (name for name in given if name.startswith(FACTS) and name not in (*CHANGING, "data-question"))
    data = (f"{name.removeprefix('data-')}={' '.join(given[name].split())}" for name in names)
    is_said = part.tag in ("a", "button", "svg", "img") or "board" in given.get("class", "").split()
    name, label = given.get("id", ""), "" if is_said else given.get("aria-label", "")
    return [*filter(None, (name and f"#{name}", label and f"({label})", classes and f"({classes})")), *data]


def lines_of(page: str | HasContent, within: str = "main", **names: object) -> list[str]:
    """Return what an element of a page says, line by line; keys and the like are written as the names given here.

    The head of a page is what search engines and chat programs read of it.
    """
    html = page if isinstance(page, str) else page.content.decode()
    if html.startswith("{"):  # a message to an open page
        html = str(json.loads(html).get("partials", html))
    if within == "head":
        return READ.findall(html.partition("<body")[0])
    if within == "main" and "<main" in html:  # to read the rest of a page takes longer
        html = f"<main{html.partition('<main')[2].partition('</main>')[0]}</main>"
    lines = Page(html).lines(within)
    for name, value in names.items():
        lines = [line.replace(str(value), name.upper()) for line in lines]
    return lines


class Texts:
    """The texts of a module of tests, from the file beside it; each has a line with its name before.

    Texts that stand `apart` have a file each, in the folder `kept` beside the module. With `PAGES=write` in the
    environment, and in one process, they are written as the pages are: read the changes. What is `changing`, such as
    keys, becomes an ellipsis.
    """

    def __init__(self, module: str, *, apart: bool = False, changing: str = "") -> None:
        self.file = Path(module).with_name("kept") if apart else Path(module).with_suffix(".txt")
        self.apart, self.changing = apart, re.compile(changing or "(?!)")
        self.texts, self.said = dict[str, list[str]](), dict[str, list[str]]()
        if apart:
            self.texts = {file.stem: file.read_text().split("\n") for file in self.file.glob("*.txt")}
            return
        for line in self.file.read_text().split("\n")[:-1] if self.file.exists() else []:
            if line.startswith(HEAD):
                self.texts[line.removeprefix(HEAD)] = []
            else:
                self.texts[[*self.texts][-1]].append(line)

    def __call__(
        self, name: str, page: str | HasContent, within: str = "main", *, since: str = "", **names: object
    ) -> None:
        """Check that the elements of a page say exactly what this text does.

        With `since`, the name of a text that was checked before in the same test, it is what came and went since, if
        that is shorter.
        """
        lines = self.said[name] = lines_of(page, within, **names)
        if since:
            changes = [*unified_diff(self.said[since], lines, lineterm="", n=0)][2:]
            lines = min([line for line in changes if not line.startswith("@")], lines, key=len)
        self.keep(name, lines)

    def has(self, name: str, data: object) -> None:
        """Check that plain data, such as the answer to a program, is exactly this: a line for each row."""
        rows = data if isinstance(data, list) else [data]
        self.keep(name, [json.dumps(row, default=str, ensure_ascii=False) for row in rows])

    def keep(self, name: str, lines: Sequence[str]) -> None:
        """Check that the lines are exactly those of this text; long ones are wrapped."""
        name, *plain = (self.changing.sub("…", line) for line in (name, *lines))
        differences = self.differences(name, [part for line in plain for part in WRAPPER.wrap(line)])
        assert not differences, "\n".join([name, *differences])

    def differences(self, name: str, lines: list[str]) -> list[str]:
        """Return in what the lines differ from this text."""
        if os.environ.get("PAGES") == "write":
            self.texts[name] = lines
            self._write(name)
        return [*unified_diff(self.texts.get(name, []), lines, f"{name}, kept", "now", lineterm="", n=1)]

    def _write(self, name: str) -> None:
        if self.apart:
            (self.file / f"{name}.txt").write_text("\n".join(self.texts[name]))
            return
        parts = [[f"{HEAD}{one}", *text] for one, text in self.texts.items()]
        self.file.write_text("\n".join(line for part in parts for line in part) + "\n")
