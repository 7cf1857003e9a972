"""Says in words what was offered."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext, ngettext

from accounts.models import User
from games.lobby.models import Offer


def terms(offer: Offer, viewer: User | None) -> list[str]:
    """The options, the pace and who starts, as this viewer says it."""
    options = [sentence.said(gettext, ngettext) for sentence in offer.options.summary()]
    return [*options, pace(offer.pace), starter(offer, viewer)]


def pace(time: timedelta) -> str:
    """The time for a move, in words."""
    return ngettext("%(days)d day a move", "%(days)d days a move", time.days) % {"days": time.days}


def starter(offer: Offer, viewer: User | None) -> str:
    """Who makes the first move, in words."""
    own = viewer is not None and viewer.pk == offer.challenger_id
    if offer.starts == Offer.Starts.RANDOM:
        return gettext("chance decides who starts")
    if offer.starts == Offer.Starts.CHALLENGER:
        return gettext("you start") if own else gettext("%(name)s starts") % {"name": offer.challenger}
    return gettext("your opponent starts") if own else gettext("you start")
