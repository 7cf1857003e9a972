"""Play now: the first opponent that can be had, without a question asked."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from accounts import presence
from accounts.models import User
from games.catalogue import games
from games.lobby.lists import blocked_ids, open_offers
from games.lobby.models import USUAL_PACE, Offer
from games.lobby.services import accept_offer, find_offer, make_offer
from games.matches.models import Match
from games.matches.refusals import Refused

TRIED = 50


def play_now(player: User, game_slug: str | None = None) -> Match | Offer:
    """A match with whoever waits for one, or an open offer that now waits itself.

    Takes up any game unless one is named. Somebody who pressed the button before keeps the offer that
    stands, and gives it up for a match. What is offered is rated unless the player is a guest. Raises Refused
    when the player has too many open offers.
    """
    wanted = game_slug or next(iter(games()))
    waiting = _usual_offer(player, wanted)
    if match := _meet(player, game_slug, waiting):
        return match
    if waiting:
        return waiting
    usual = games()[wanted].Options()
    waiting = make_offer(challenger=player, game_slug=wanted, options=usual, rated=player.plays_rated)
    # Two who press at the same instant find nothing and both offer: so each looks again.
    return _meet(player, game_slug, waiting) or waiting


def pair_waiting() -> None:
    """Brings together those who are here and wait with the same usual offer.

    The clock calls it: two who press the button at the same instant may both be waiting, and so may two who each
    made the offer in the form.
    """
    here = presence.online().values("pk")
    offers = Offer.objects.filter(status=Offer.Status.OPEN, kind=Offer.Kind.OPEN, challenger__in=here)
    known = offers.filter(game_slug__in=games()).select_related("challenger").order_by("made_at")
    waiting = [offer for offer in known[:TRIED] if is_usual(offer)]
    for place, offer in enumerate(waiting):
        _find_one(offer, waiting[:place])


def is_usual(offer: Offer) -> bool:
    """Whether the offer is as `play_now` makes them, rated or casual."""
    usual = offer.game.Options().data()
    return offer.option_data == usual and offer.pace == USUAL_PACE and offer.starts == Offer.Starts.RANDOM


def _usual_offer(player: User, game_slug: str) -> Offer | None:
    own = Offer.objects.filter(challenger=player, status=Offer.Status.OPEN, kind=Offer.Kind.OPEN, game_slug=game_slug)
    return next(filter(is_usual, own), None)


def _meet(player: User, game_slug: str | None, waiting: Offer | None) -> Match | None:
    """Accepts the first suitable offer that is still there; on the way somebody may accept `waiting`."""
    for offer in _suitable(player, game_slug):
        try:
            return accept_offer(offer.pk, player, instead=waiting)
        except Refused:
            if waiting and (match := find_offer(waiting.pk).match):
                return match
    return None


def _suitable(player: User, game_slug: str | None) -> list[Offer]:
    """Offers in the order of preference: of somebody here, with the usual options and stake, the oldest."""
    offers = open_offers(player, blocked_ids(player)).order_by("made_at")
    if game_slug:
        offers = offers.filter(game_slug=game_slug)
    if not player.plays_rated:
        offers = offers.filter(rated=False)
    here = set(presence.online().values_list("pk", flat=True))
    never_here = Q(challenger__is_guest=True, challenger__seen_at=None)  # the answer to their request was lost
    found = offers.exclude(never_here)[:TRIED]
    at_stake = player.plays_rated
    return sorted(
        found, key=lambda offer: (offer.challenger_id not in here, not is_usual(offer), offer.rated != at_stake)
    )


def _find_one(offer: Offer, others: Sequence[Offer]) -> None:
    """Starts a match of this waiting offer with the first of the others that will do."""
    hidden = blocked_ids(offer.challenger)
    for other in others:
        same = (other.game_slug, other.rated) == (offer.game_slug, offer.rated)
        if same and other.challenger_id not in {*hidden, offer.challenger_id}:
            try:
                accept_offer(other.pk, offer.challenger, instead=offer)
                return
            except Refused:
                continue
