"""HTML with its whitespace collapsed as a browser collapses it, so that tests do not depend on a template's layout."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Protocol

ATTRIBUTES = r"""(?P<{}>(?:"[^"]*"|'[^']*'|[^>"'])*)"""
TOKEN = re.compile(
    r"<!--.*?-->"
    rf"|<(?P<raw>script|style|pre|textarea)\b{ATTRIBUTES.format('raw_attributes')}>(?P<verbatim>.*?</(?P=raw)\s*>)"
    rf"|<(?P<tag>/?[a-zA-Z][\w:-]*){ATTRIBUTES.format('attributes')}>"
    r"|(?P<space>\s+)"
    r"|(?P<text><|[^\s<]+)",
    re.DOTALL,
)
ATTRIBUTE = re.compile(r"""\s*([^\s=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)""", re.DOTALL)
WORD_JOINER = "&#8288;|\u2060"  # no line begins here, also where whitespace is before it
INLINE = {"a", "abbr", "b", "bdi", "code", "em", "i", "kbd", "label", "small", "span", "strong", "sub", "sup", "time"}
INLINE_BLOCKS = {"button", "svg"}  # lines of their own inside, a word outside
# What differs in two answers to the same request: tokens and times
CHANGING = re.compile(
    r'csrfmiddlewaretoken" value="\w+"|X-CSRFToken[^}]*|data-now="[^"]*"|"now": \d+|csrftoken=\w+|.Expires.: .[^"]*?GMT'
)
REPLACED = {"img", "input", "select", "textarea"}  # a word


class HasContent(Protocol):
    """A response of Django's test client."""

    content: bytes


def html_of(html: str | HasContent) -> str:
    """Return the HTML of a response or fragment, or the partials of one, without whitespace that no browser shows.

    Attributes are separated by one space. In text, runs of whitespace become one space, also across the tags of
    inline elements, where it stands in the outermost of them; at the edges of blocks they vanish. Attribute values
    and preformatted text stay as they are.
    """
    if not isinstance(html, str):
        html = html.content.decode()
        if html.startswith("{"):  # a message to an open page
            html = str(json.loads(html).get("partials", html))
    html = re.sub(WORD_JOINER, "", html)
    parts: list[str] = []
    depth = 0  # of inline elements
    gap: tuple[int, int] | None = None  # depth and place in `parts` of a space that counts if more follows in the block
    at_edge = True  # nothing in this line yet
    for token in TOKEN.finditer(html):
        found = token.lastgroup  # the last group of the alternative; a comment has none
        if found == "space":
            if not at_edge and (gap is None or depth < gap[0]):
                gap = depth, len(parts)
            continue
        if found is None:
            continue
        if found == "text":
            part, kind, closes = token[0], "", False
        elif found == "attributes":
            part, kind, closes = _tag(token["tag"], token["attributes"])
        else:
            part, kind, closes = _tag(token["raw"], token["raw_attributes"])
            part += token["verbatim"]
        if kind in INLINE:
            depth += -1 if closes else 1
            parts.append(part)
        elif not kind or kind in REPLACED or (kind in INLINE_BLOCKS and not closes):
            if gap is not None:
                parts.insert(gap[1], " ")
            parts.append(part)
            gap, at_edge = None, kind in INLINE_BLOCKS
        else:
            parts.append(part)
            gap, at_edge = None, kind not in INLINE_BLOCKS
    return "".join(parts)


@lru_cache(maxsize=10_000)  # pages have many tags and few different ones
def _tag(name: str, attributes: str) -> tuple[str, str, bool]:
    """Return a tag with one space before each attribute, the kind of element, and whether it ends it."""
    attributes = attributes.rstrip()
    end = "/>" if attributes.endswith("/") else ">"
    given = "".join(f" {match[1]}" for match in ATTRIBUTE.finditer(attributes.rstrip("/")))
    return f"<{name}{given}{end}", name.removeprefix("/").lower(), name.startswith("/")
