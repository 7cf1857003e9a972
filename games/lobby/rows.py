"""Rows of the lobby's lists: their inputs as plain values, from which each is drawn once for all who see the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import User
from core.live.partials import active_language, digest, joined
from games.lobby.models import Offer
from games.lobby.wording import brief, terms
from games.matches.templatetags.sentences import named
from games.ratings.standings import Figures
from games.ratings.templatetags.ratings import figure

MOST_ROWS = 5_000  # that are cached as drawn
SLOT = "<slot></slot>"  # no value can contain it: values are escaped


class OfferRow(NamedTuple):
    """What a list shows of an offer, alike for all viewers who may play rated, and for all others."""

    key: str
    username: str
    name: str
    is_computer: bool
    is_guest: bool
    rating: SafeString  # drawn
    game: str
    brief: tuple[str, ...]
    terms: tuple[str, ...]
    more: int
    wants_account: bool  # a guest has to sign up to accept it

    def __str__(self) -> str:
        return self.name


class PersonRow(NamedTuple):
    """What a list shows of a player."""

    username: str
    name: str
    is_computer: bool
    is_viewer: bool = False

    def __str__(self) -> str:
        return self.name


def offer_row(offer: Offer, ratings: Figures, viewer: User | None) -> OfferRow:
    """Return the row of an offer in the active language and time zone."""
    challenger = offer.challenger
    return OfferRow(
        key=offer.pk,
        username=challenger.username,
        name=str(challenger),
        is_computer=challenger.is_computer,
        is_guest=challenger.is_guest,
        rating=figure(ratings, challenger, offer),
        game=named(offer.game),
        brief=tuple(brief(offer, viewer)),
        terms=tuple(terms(offer, viewer)),
        more=offer.more,
        wants_account=offer.rated and not offer.rated_if_both and not (viewer and viewer.plays_rated),
    )


def person_row(person: User) -> PersonRow:
    """Return the row of a player."""
    return PersonRow(person.username, str(person), person.is_computer)


def open_offers(rows: Iterable[tuple[OfferRow, SafeString]]) -> SafeString:
    """Draw open offers, each with the rating changes of the viewer (drawn), in the active language."""
    language = active_language()
    parts: list[SafeString] = []
    for row, stakes in rows:
        before, after = _drawn_offer(language, row, "lobby/open_offer.html")
        parts += (before, stakes, after)
    return joined(parts)


def entry(row: OfferRow, stakes: SafeString) -> SafeString:
    """Draw an offer in a list, with the rating changes of the viewer (drawn), in the active language."""
    before, after = _drawn_offer(active_language(), row, "lobby/entry.html")
    return joined([before, stakes, after])


def people(rows: Iterable[PersonRow]) -> SafeString:
    """Draw players, each with the button to challenge them, in the active language."""
    language = active_language()
    return joined([_person(language, row) for row in rows])


@lru_cache(MOST_ROWS)
def digest_of(row: OfferRow) -> str:
    """Return a digest of a row, which stands for it in the long lists of many viewers."""
    return digest(row)


@lru_cache(MOST_ROWS)
def _drawn_offer(_language: str, row: OfferRow, template: str) -> tuple[SafeString, SafeString]:
    """Draw a row for all viewers: what stands before and after its slot, which the viewer's rating changes take."""
    before, _slot, after = render_to_string(template, {"row": row}).strip().partition(SLOT)
    return SafeString(before), SafeString(after)


@lru_cache(MOST_ROWS)
def _person(_language: str, row: PersonRow) -> SafeString:
    return SafeString(render_to_string("lobby/person.html", {"row": row}).strip())
