"""The colours of the site for what style sheets do not reach: mails, pictures, the colour of a browser's frame.

They stand in one file, `static/css/colours.css`, as tokens with a colour for light and one for dark pages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from django.conf import settings

Theme = Literal["light", "dark"]
SHEET = Path(settings.BASE_DIR) / "static" / "css" / "colours.css"
_TOKEN = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
_ROOT = re.compile(r":root \{([^}]*)\}")
_NAMED = re.compile(r"var\(--([\w-]+)\)")


@cache
def colours(theme: Theme = "light") -> Mapping[str, str]:
    """Return the colours of this theme as `#rrggbb`, by the names of their tokens."""
    root = _ROOT.search(SHEET.read_text())
    tokens = _TOKEN.findall(root[1] if root else "")
    return MappingProxyType({name: light if theme == "light" else dark for name, light, dark in tokens})


def with_colours(svg: str) -> str:
    """Return the SVG with the light colours that its tokens, `var(--ink)`, stand for; raises KeyError."""
    return _NAMED.sub(lambda name: colours()[name[1]], svg)
