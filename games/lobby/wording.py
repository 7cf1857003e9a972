"""Says in words what was offered."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.models import User
from games.lobby.models import Offer
from games.matches.time.vacation import rest_words


def terms(offer: Offer, viewer: User | None) -> list[str]:
    """The options, the pace, who starts and what is at stake, as this viewer says it."""
    known = offer.options.summary() if offer.has_rules else ()
    options = [sentence.said(gettext, ngettext) for sentence in known]
    return [*options, *offer.time_control.words, starter(offer, viewer), stake(offer, viewer), *rest(offer, viewer)]


def rest(offer: Offer, viewer: User | None) -> list[str]:
    """When the challenger's clock will rest, for whoever thinks of accepting."""
    own = viewer is not None and viewer.pk == offer.challenger_id
    return [] if own or not offer.time_control.rests else rest_words(offer.challenger, timezone.now())


def stake(offer: Offer, viewer: User | None) -> str:
    """Whether it counts for the ratings, in words: for a guest who may accept it all the same, that it does not."""
    if offer.rated_if_both and viewer is not None and viewer.pk == offer.challenger_id:
        return gettext("rated if you both have an account, else casual")
    if offer.rated_if_both and (viewer is None or not viewer.plays_rated):
        return gettext("casual, because you play as a guest")
    return gettext("rated") if offer.rated else gettext("casual")


def starter(offer: Offer, viewer: User | None) -> str:
    """Who makes the first move, in words."""
    own = viewer is not None and viewer.pk == offer.challenger_id
    if offer.starts == Offer.Starts.RANDOM:
        return gettext("chance decides who starts")
    if offer.starts == Offer.Starts.CHALLENGER:
        return gettext("you start") if own else gettext("%(name)s starts") % {"name": offer.challenger}
    return gettext("your opponent starts") if own else gettext("you start")
