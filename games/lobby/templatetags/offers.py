"""The terms of an offer, for templates."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from qrcode.main import QRCode

from accounts.models import User
from accounts.templatetags.avatars import avatar
from core.live.partials import EMPTY, Fragment
from games.lobby.models import Offer
from games.lobby.wording import brief, terms
from games.matches.pages.paths import player_path
from games.matches.templatetags.sentences import named
from games.ratings.standings import Figures
from games.ratings.templatetags.ratings import figure, stakes

MOST_CODES = 200  # QR codes in the cache
QUIET_ZONE = 3  # modules around a code
MARK = "\0"  # cannot occur in stored text: requests with NUL are refused

_ENTRY = Fragment("""{avatar}<details id="terms-{key}" class="offered"><summary>
<span class="who"><b>{name}</b> {figure}{guest}</span>
<span class="brief muted"><strong>{game}</strong>{brief}{changes}</span></summary>
<p class="muted terms">{terms}</p><p><a href="{page}">{page_name}</a></p>{more}</details>""")
_GUEST = Fragment(' <span class="badge">{guest}</span>')
_TERM = Fragment("<span>{term}</span>")
_MORE = Fragment('<p><a href="{page}#offers-of">{text}</a></p>')
_SIGN_UP = Fragment("""<a class="button small quiet" href="{path}" aria-describedby="terms-{key}">{text}</a>""")
_ACCEPT = Fragment("""<button class="button small" form="act" formaction="{accept}" data-deal="{deal}"
 aria-describedby="terms-{key}">{text}</button>""")

register = template.Library()
register.filter(terms)
register.filter(brief)


@register.simple_tag
def qr(address: str) -> SafeString:
    """Return the QR code of an address as an SVG of one path, dark on light in every theme."""
    size, dark = _code(address)
    return format_html(
        '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="{1}"><path d="{2}"/></svg>',
        size,
        gettext("QR code of the link"),
        dark,
    )


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
    page = player_path(challenger.username)
    changes = SafeString(f"{MARK}{offer.pk}{MARK}") if marked else stakes(ratings, viewer, challenger, offer)
    return _ENTRY(
        avatar=avatar(challenger),
        key=offer.pk,
        name=str(challenger),
        figure=figure(ratings, challenger, offer),
        guest=_GUEST(guest=gettext("guest")) if challenger.is_guest else EMPTY,
        game=named(offer.game),
        brief=" · ".join(["", *brief(offer, viewer)]),
        changes=changes,
        terms=SafeString(" · ".join(_TERM(term=term) for term in terms(offer, viewer))),
        page=page,
        page_name=gettext("Player's page"),
        more=_MORE(page=page, text=gettext("and %(count)s more") % {"count": offer.more}) if offer.more else EMPTY,
    )


@register.simple_tag
def accept_button(offer: Offer, *, plays_rated: bool) -> SafeString:
    """Return the button that accepts an open offer, or a link to sign up for a guest who may not accept it."""
    if offer.rated and not offer.rated_if_both and not plays_rated:
        text = gettext("Sign up to play rated")
        return _SIGN_UP(path=reverse("account_signup"), key=offer.pk, text=text)
    accept, deal = reverse("lobby:accept", args=[offer.pk]), reverse("lobby:deal", args=[offer.pk])
    return _ACCEPT(accept=accept, deal=deal, key=offer.pk, text=gettext("Accept"))


@register.simple_tag
def mark() -> str:
    """Return the mark around what differs between viewers of a list that is rendered once for all."""
    return MARK
