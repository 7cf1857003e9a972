"""The terms of an offer in words."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from accounts.models import User
from core import clock
from games.lobby.models import Offer
from games.matches.play.vacation import rest_words


def terms(offer: Offer, viewer: User | None) -> list[str]:
    """Return options, time, who starts and the stake, as this viewer reads them."""
    sentences = offer.options.summary() if offer.has_rules else ()
    options = [sentence.localize(gettext, ngettext) for sentence in sentences]
    return [*options, *offer.time_control.words, starter(offer, viewer), stake(offer, viewer), *rest(offer, viewer)]


def brief(offer: Offer, viewer: User | None) -> list[str]:
    """Return the terms in a few words: the time, the stake, and what differs from the usual options."""
    words = [offer.time_control.brief, short_stake(offer, viewer)]
    if offer.has_rules:
        usual = {str(sentence) for sentence in offer.game.options_type().summary()}
        unusual = [sentence for sentence in offer.options.summary() if str(sentence) not in usual]
        words += [sentence.localize(gettext, ngettext) for sentence in unusual]
    return words if offer.starts == Offer.Starts.RANDOM else [*words, starter(offer, viewer)]


def short_stake(offer: Offer, viewer: User | None) -> str:
    """Return whether the match would be rated for this viewer, in a word."""
    casual = not offer.rated or (offer.rated_if_both and not (viewer and viewer.plays_rated))
    return gettext("casual") if casual else gettext("rated")


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
    return gettext("rated") if offer.rated else gettext("casual")


def starter(offer: Offer, viewer: User | None) -> str:
    """Return who makes the first move, in words."""
    own = viewer is not None and viewer.pk == offer.challenger_id
    if offer.starts == Offer.Starts.RANDOM:
        return gettext("random start")
    if offer.starts == Offer.Starts.CHALLENGER:
        return gettext("you start") if own else gettext("%(name)s starts") % {"name": offer.challenger}
    return gettext("your opponent starts") if own else gettext("you start")
