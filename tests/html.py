"""HTML with its whitespace collapsed as a browser collapses it, so that tests do not depend on a template's layout."""

from __future__ import annotations

import re
from typing import Protocol

TOKEN = re.compile(
    r"""(?P<raw><(?P<name>script|style|pre|textarea)\b.*?</(?P=name)\s*>)"""
    r"""|(?P<comment><!--.*?-->)"""
    r"""|<(?P<close>/?)(?P<tag>[a-zA-Z][\w:-]*)(?P<attributes>(?:"[^"]*"|'[^']*'|[^>"'])*)>"""
    r"""|(?P<space>\s+)"""
    r"""|(?P<text><|[^\s<]+)""",
    re.DOTALL,
)
ATTRIBUTE = re.compile(r"""\s*([^\s=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)""", re.DOTALL)
INLINE = {"a", "abbr", "b", "bdi", "code", "em", "i", "kbd", "label", "small", "span", "strong", "sub", "sup", "time"}
INLINE_BLOCKS = {"button", "svg"}  # lines of their own inside, a word outside
REPLACED = {"img", "input", "select"}  # a word


class HasContent(Protocol):
    """A response of Django's test client."""

    content: bytes


def html_of(html: str | HasContent) -> str:
    """Return the HTML of a response, or of a fragment, without the whitespace that no browser shows.

    Attributes are separated by one space. In text, runs of whitespace become one space, also across the tags of
    inline elements; at the edges of blocks they vanish. Attribute values and preformatted text stay as they are.
    """
    if not isinstance(html, str):
        html = html.content.decode()
    parts: list[str] = []
    gap: int | None = None  # where in `parts` a space belongs if text follows it in the same block
    fresh = True  # nothing is in this line yet, or a space was just written

    def word(part: str) -> None:
        nonlocal gap, fresh
        if gap is not None:
            parts.insert(gap, " ")
        parts.append(part)
        gap, fresh = None, False

    def edge(part: str) -> None:
        nonlocal gap, fresh
        parts.append(part)
        gap, fresh = None, True

    for token in TOKEN.finditer(html):
        tag = (token["tag"] or "").lower()
        part = token[0] if not tag else _tag(token)
        if token["space"]:
            if gap is None and not fresh:
                gap = len(parts)
        elif token["text"] or token["name"] == "textarea" or tag in REPLACED:
            word(part)
        elif tag in INLINE_BLOCKS and not token["close"]:
            word(part)
            fresh = True
        elif tag in INLINE_BLOCKS:
            edge(part)
            fresh = False
        elif tag in INLINE:
            parts.append(part)
        elif not token["comment"]:
            edge(part)
    return "".join(parts)


def _tag(token: re.Match[str]) -> str:
    """Return a tag with one space before each attribute."""
    attributes = token["attributes"].rstrip()
    end = "/>" if attributes.endswith("/") else ">"
    named = "".join(f" {attribute[1]}" for attribute in ATTRIBUTE.finditer(attributes.rstrip("/")))
    return f"<{token['close']}{token['tag']}{named}{end}"
