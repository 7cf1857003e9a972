"""Entries of the lobby's lists: what they show as plain values and words, drawn once for all who see the same."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from accounts.models import User
from accounts.templatetags.avatars import avatar_html
from core import clock
from core.live.partials import active_language, draw, joined, memoized
from games.lobby.models import Offer
from games.matches.play.vacation import rest_words
from games.matches.templatetags.sentences import named
from games.matches.time.terms import handicap_words
from games.ratings.standings import Figures
from games.ratings.templatetags.ratings import figure


class OfferEntry(NamedTuple):
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
    is_of_club: bool  # members of a club alone see it


class WaitingEntry(NamedTuple):
    """What the list of the viewer's own offers shows of one."""

    key: str
    game: str
    game_slug: str
    brief: tuple[str, ...]
    terms: tuple[str, ...]
    opponent: str
    kind: str
    is_live: bool
    made_at: datetime
    computer: bool


class PersonEntry(NamedTuple):
    """What a list shows of a player."""

    username: str
    name: str
    is_computer: bool
    is_viewer: bool = False


def offer_entry(offer: Offer, ratings: Figures, viewer: User | None) -> OfferEntry:
    """Return the entry of an offer in the active language and time zone."""
    challenger = offer.challenger
    return OfferEntry(
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
        is_of_club=offer.club_id is not None,
    )


def person_entry(person: User) -> PersonEntry:
    """Return the entry of a player."""
    return PersonEntry(person.username, str(person), person.is_computer)


def open_offers(entries: Iterable[tuple[OfferEntry, SafeString]]) -> SafeString:
    """Draw open offers, each with the rating changes of the viewer (drawn), in the active language."""
    language = active_language()
    return joined([_offer(language, "open_offer", entry, stakes) for entry, stakes in entries])


def offered(entry: OfferEntry, stakes: SafeString) -> SafeString:
    """Draw the terms of an offer, with the rating changes of the viewer (drawn), in the active language."""
    return _offer(active_language(), "offered", entry, stakes)


def people(entries: Iterable[PersonEntry]) -> SafeString:
    """Draw players, each with the button to challenge them, in the active language."""
    language = active_language()
    return joined([_person(language, entry) for entry in entries])


@memoized
def _offer(_language: str, template: str, entry: OfferEntry, stakes: SafeString) -> SafeString:
    page = reverse("matches:player", args=[entry.username])
    return draw(f"lobby/{template}", entry=entry, stakes=stakes, avatar=_avatar(entry), page=page)


@memoized
def _person(_language: str, entry: PersonEntry) -> SafeString:
    page = reverse("matches:player", args=[entry.username])
    return draw("lobby/person", entry=entry, avatar=_avatar(entry), page=page)


def _avatar(entry: OfferEntry | PersonEntry) -> SafeString:
    return avatar_html(entry.username, entry.name, is_computer=entry.is_computer)


def terms(offer: Offer, viewer: User | None) -> list[str]:
    """Return options, time, who starts and the stake, as this viewer reads them."""
    sentences = offer.options.summary() if offer.has_rules else ()
    options = [sentence.localize(gettext, ngettext) for sentence in sentences]
    goes_on = [gettext("always one match running")] if offer.standing else []
    rules = [*_given(offer), *options, *offer.time_control.words, *goes_on]
    return [*rules, starter(offer, viewer), stake(offer, viewer), *rest(offer, viewer)]


def brief(offer: Offer, viewer: User | None) -> list[str]:
    """Return the terms in a few words: the time, the stake, and what differs from the usual options."""
    words = [offer.time_control.brief, short_stake(offer, viewer)]
    if offer.club:
        words.append(str(offer.club))
    if offer.standing:
        words.append(gettext("always one match running"))
    if offer.has_rules:
        usual = {str(sentence) for sentence in offer.game.options_type().summary()}
        unusual = [sentence for sentence in offer.options.summary() if str(sentence) not in usual]
        words += [*_given(offer), *(sentence.localize(gettext, ngettext) for sentence in unusual)]
    return words if offer.starts == Offer.Starts.RANDOM else [*words, starter(offer, viewer)]


def _given(offer: Offer) -> list[str]:
    return handicap_words(offer.options, offer.challenger, offer.opponent) if offer.has_rules else []


def short_stake(offer: Offer, viewer: User | None) -> str:
    """Return whether the match would be rated for this viewer, in a word."""
    casual = not offer.rated or (offer.rated_if_both and not (viewer and viewer.plays_rated))
    return pgettext("a challenge", "casual") if casual else pgettext("a challenge", "rated")


def rest(offer: Offer, viewer: User | None) -> list[str]:
    """Return when the challenger's clock will rest, for other viewers."""
    own = viewer is not None and viewer.pk == offer.challenger_id
    return [] if own or not offer.time_control.rests else rest_words(offer.challenger, clock.now())


def stake(offer: Offer, viewer: User | None) -> str:
    """Return whether the match would be rated for this viewer, in words."""
    if offer.rated_if_both and viewer is not None and viewer.pk == offer.challenger_id:
        return gettext("rated if you both have an account, else casual")
    if offer.rated_if_both and (viewer is None or not viewer.plays_rated):
        return gettext("casual, because you play as a guest")
    return pgettext("a challenge", "rated") if offer.rated else pgettext("a challenge", "casual")


def starter(offer: Offer, viewer: User | None) -> str:
    """Return who makes the first move, in words."""
    own = viewer is not None and viewer.pk == offer.challenger_id
    if offer.starts == Offer.Starts.RANDOM:
        return gettext("random start")
    if offer.starts == Offer.Starts.CHALLENGER:
        return gettext("you start") if own else gettext("%(name)s starts") % {"name": offer.challenger}
    return gettext("your opponent starts") if own else gettext("you start")
