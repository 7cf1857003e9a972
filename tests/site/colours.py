"""The colours of the stylesheet, and their contrast as defined by WCAG 2."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

from core.colours import colours, themes

STYLES = Path(settings.BASE_DIR) / "static/css"
SHEET, TILESETS = STYLES / "colours.css", STYLES / "tilesets.css"
TOKEN = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
THEMES = tuple(themes())
DARK = set(re.findall(r'\[data-theme="(\w+)"\] \{[^}]*color-scheme: dark', SHEET.read_text()))


def tilesets() -> dict[str, str]:
    """Return the tokens that each tileset changes, as they are written; none for the classic one."""
    return {"classic": "", **dict(re.findall(r'\[data-tiles="(\w+)"\] \{([^}]*)\}', TILESETS.read_text()))}


def tokens(tileset: str = "classic") -> dict[str, dict[str, str]]:
    """Return the colours of each theme by the name of their token, as `#rrggbb`."""
    changed = TOKEN.findall(tilesets()[tileset])
    return {theme: {**colours(theme), **{name: pair[theme in DARK] for name, *pair in changed}} for theme in THEMES}


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 (the same) to 21 (black and white)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
