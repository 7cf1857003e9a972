"""The terms of an offer, for templates."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.safestring import SafeString
from qrcode.main import QRCode

from accounts.models import User
from accounts.templatetags.avatars import avatar
from core.live.templates import draw
from games.lobby.models import Offer
from games.lobby.wording import brief, terms
from games.matches.pages.paths import player_path
from games.ratings.standings import Figures
from games.ratings.templatetags.ratings import figure, stakes

MOST_CODES = 200  # QR codes in the cache
QUIET_ZONE = 3  # modules around a code
MARK = "\0"  # cannot occur in stored text: requests with NUL are refused

register = template.Library()
register.filter(terms)
register.filter(brief)


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


@register.simple_tag
def offer_entry(ratings: Figures, viewer: User | None, offer: Offer, *, marked: bool) -> SafeString:
    """Return one offer in a list: the challenger, the game, and the terms in a few words; a tap shows all terms.

    In a list that is drawn once for all viewers (`marked`), the offer's key between two marks takes the place of the
    viewer's rating changes.
    """
    challenger = offer.challenger
    changes = SafeString(f"{MARK}{offer.pk}{MARK}") if marked else stakes(ratings, viewer, challenger, offer)
    return draw(
        "lobby/offer",
        offer=offer,
        challenger=challenger,
        avatar=avatar(challenger),
        figure=figure(ratings, challenger, offer),
        brief=brief(offer, viewer),
        changes=changes,
        terms=terms(offer, viewer),
        page=player_path(challenger.username),
    )


@register.simple_tag
def accept_button(offer: Offer, *, plays_rated: bool) -> SafeString:
    """Return the button that accepts an open offer, or a link to sign up for a guest who may not accept it."""
    may_accept = plays_rated or not offer.rated or offer.rated_if_both
    return draw("lobby/accept", may_accept=may_accept, offer_id=str(offer.pk))


@register.simple_tag
def mark() -> str:
    """Return the mark around what differs between viewers of a list that is rendered once for all."""
    return MARK
