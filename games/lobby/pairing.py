"""Play now: the first opponent that can be had, without a question asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from accounts import presence
from accounts.models import User
from accounts.sweeps import Sweep
from games.catalogue import games
from games.lobby.lists import blocked_ids, open_offers
from games.lobby.models import Offer
from games.lobby.services import accept_offer, find_offer, make_offer
from games.matches.models import Match
from games.matches.paces import USUAL_LIVE, USUAL_PACE
from games.matches.refusals import Refused, RulesGone

TRIED = 50
_pairs = Sweep("pairing")


def play_now(player: User, game_slug: str | None = None, *, live: bool = False) -> Match | Offer:
    """A match with whoever waits for one, or an open offer that now waits itself.

    Takes up any game unless one is named, and either live matches or those over days. Somebody who pressed the button
    before keeps the offer that stands, and gives it up for a match. What is offered is rated unless the player is a
    guest. Raises Refused when the player has too many open offers.
    """
    wanted = game_slug or next(iter(games()))
    waiting = _usual_offer(player, wanted, live)
    if match := _meet(player, game_slug, live, waiting):
        return match
    if waiting:
        return waiting
    pace, increment = USUAL_LIVE if live else (USUAL_PACE, None)
    usual: dict[str, Any] = {"options": games()[wanted].Options(), "pace": pace, "increment": increment}
    waiting = make_offer(challenger=player, game_slug=wanted, rated=player.plays_rated, **usual)
    # Two who press at the same instant find nothing and both offer: so each looks again.
    return _meet(player, game_slug, live, waiting) or waiting


def pair_waiting() -> None:
    """Brings together those who are here and wait with the same offer, of whatever pace, for chance to decide.

    The clock calls it: two who press the button at the same instant may both be waiting, and so may two who each
    made the offer in the form.
    """
    here = presence.online().values("pk")
    offers = Offer.objects.filter(status=Offer.Status.OPEN, kind=Offer.Kind.OPEN, challenger__in=here)
    known = offers.filter(game_slug__in=games()).select_related("challenger").order_by("made_at")
    waiting = _pairs.rows(known.filter(starts=Offer.Starts.RANDOM), TRIED)
    earlier: list[Offer] = []

    def pair(offer: Offer) -> None:
        if not offer.has_rules:
            raise RulesGone
        _find_one(offer, earlier)
        earlier.append(offer)

    _pairs.each(waiting, pair)


def is_usual(offer: Offer) -> bool:
    """Whether the offer is as `play_now` makes them, rated or casual."""
    usual = offer.game.Options().data()
    time = USUAL_LIVE if offer.is_live else (USUAL_PACE, None)
    plain = offer.options.renewed().data() == usual and offer.starts == Offer.Starts.RANDOM
    return plain and (offer.pace, offer.increment) == time and offer.rests != offer.is_live


def _usual_offer(player: User, game_slug: str, live: bool) -> Offer | None:
    own = Offer.objects.filter(challenger=player, status=Offer.Status.OPEN, kind=Offer.Kind.OPEN, game_slug=game_slug)
    return next((offer for offer in own if is_usual(offer) and offer.is_live == live), None)


def _meet(player: User, game_slug: str | None, live: bool, waiting: Offer | None) -> Match | None:
    """Accepts the first suitable offer that is still there; on the way somebody may accept `waiting`."""
    for offer in _suitable(player, game_slug, live):
        try:
            return accept_offer(offer.pk, player, instead=waiting)
        except Refused:
            if waiting and (match := find_offer(waiting.pk).match):
                return match
    return None


def _suitable(player: User, game_slug: str | None, live: bool) -> list[Offer]:
    """Offers in the order of preference: of somebody who is here now, with the usual options and stake, the oldest."""
    offers = open_offers(player, blocked_ids(player)).filter(increment__isnull=not live).order_by("made_at")
    if game_slug:
        offers = offers.filter(game_slug=game_slug)
    if not player.plays_rated:
        offers = offers.filter(rated=False)
    here = set(presence.online().values_list("pk", flat=True))
    if live:
        offers = offers.filter(challenger__in=here)
    never_here = Q(challenger__is_guest=True, challenger__seen_at=None)  # the answer to their request was lost
    found = [offer for offer in offers.exclude(never_here)[:TRIED] if offer.has_rules]
    at_stake = player.plays_rated
    return sorted(
        found, key=lambda offer: (offer.challenger_id not in here, not is_usual(offer), offer.rated != at_stake)
    )


def _alike(offer: Offer, other: Offer) -> bool:
    names = ("game_slug", "option_data", "pace", "increment", "rests", "rated")
    return all(getattr(offer, name) == getattr(other, name) for name in names)


def _find_one(offer: Offer, others: Sequence[Offer]) -> None:
    """Starts a match of this waiting offer with the first of the others that will do."""
    hidden = blocked_ids(offer.challenger)
    for other in others:
        if _alike(offer, other) and other.challenger_id not in {*hidden, offer.challenger_id}:
            try:
                accept_offer(other.pk, offer.challenger, instead=offer)
                return
            except Refused:
                continue
