"""The colours of the site for what style sheets do not reach: mails, pictures, the colour of a browser's frame.

They stand in one file, `static/css/colours.css`, as tokens with a colour for light and one for dark pages, which each
further theme changes in a block of its own. Sets of tiles (`tilesets.css`) change pages alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from django.conf import settings

SHEET = Path(settings.BASE_DIR) / "static" / "css" / "colours.css"
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_ROOT = re.compile(r":root \{([^}]*)\}")
_THEME = re.compile(r'\[data-theme="(\w+)"\] \{([^}]*)\}')
_PAIR = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
_SINGLE = re.compile(r"--([\w-]+): (#[0-9a-f]{6});")
_NAMED = re.compile(r"var\(--([\w-]+)\)")


@cache
def themes() -> Mapping[str, Mapping[str, str]]:
    """Return the colours of each theme as `#rrggbb`, by the names of their tokens."""
    sheet = _COMMENT.sub("", SHEET.read_text())
    pairs = _PAIR.findall("".join(_ROOT.findall(sheet)))
    return MappingProxyType({name: MappingProxyType(_of(block, pairs)) for name, block in _THEME.findall(sheet)})


def colours(theme: str = "light") -> Mapping[str, str]:
    """Return the colours of this theme; raises KeyError."""
    return themes()[theme]


def with_colours(svg: str) -> str:
    """Return the SVG with the light colours that its tokens, `var(--ink)`, stand for; raises KeyError."""
    return _NAMED.sub(lambda name: colours()[name[1]], svg)


def _of(block: str, pairs: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """Return the colours of the theme that this block changes."""
    is_dark = "color-scheme: dark" in block
    return {name: dark if is_dark else light for name, light, dark in pairs} | dict(_SINGLE.findall(block))
