"""Offers for templates: their terms, lists of them, and the code of a link."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.safestring import SafeString
from qrcode.main import QRCode

from core.live.partials import draw
from games.lobby.entries import brief, offered, open_offers, people, terms

MOST_CODES = 200  # QR codes in the cache
QUIET_ZONE = 3  # modules around a code

register = template.Library()
register.filter(terms)
register.filter(brief)
register.filter(offered)
register.filter(open_offers)
register.filter(people)


@register.simple_tag
def qr(address: str) -> SafeString:
    """Return the QR code of an address as an SVG of one path, dark on light in every theme."""
    size, dark = _code(address)
    return draw("lobby/qr", size=size, dark=dark)


@lru_cache(MOST_CODES)
def _code(address: str) -> tuple[int, str]:
    """Return the size of the code in modules, and the path of its dark ones."""
    code = QRCode(border=QUIET_ZONE)
    code.add_data(address)
    rows = code.get_matrix()
    dark = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark)
    return len(rows), dark
