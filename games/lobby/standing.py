"""Standing challenges: two players always have one match of a game running, until one of both stops it.

One begins with a challenge that says so. When its match ends, the next begins by itself, and the other starts. It ends
with a match that was lost by time, cancelled or declared void: so an absent player does not lose match after match.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.player import lock_players
from core import clock
from core.prepared import PreparedKeys
from games.lobby.errors import NoSuchOffer, NotStanding, StandsAlready
from games.lobby.models import Offer, Standing
from games.matches.errors import Refused
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play.mirrors import boards_of, whole_of
from games.matches.play.services import begin_rematch


def standing_of(player: User, other: User | None = None) -> QuerySet[Standing]:
    """Return the standing challenges of a player, or of two, the first one first."""
    theirs = Standing.objects.filter(Q(first=player) | Q(second=player), ended_at=None)
    if other:
        theirs = theirs.filter(Q(first=other) | Q(second=other))
    open_accounts = theirs.filter(first__is_active=True, second__is_active=True)
    return open_accounts.select_related("first", "second", "match").order_by("made_at", "pk")


def check_standing(offer: Offer) -> None:
    """Raise Refused where matches cannot go on after that of this offer, although it says so."""
    if not offer.standing:
        return
    is_to_one = offer.kind == Offer.Kind.LINK or (offer.opponent and not offer.opponent.is_computer)
    if offer.is_live or not is_to_one or offer.challenger.is_guest or (offer.opponent and offer.opponent.is_guest):
        raise NotStanding
    if offer.opponent and standing_of(offer.challenger, offer.opponent).filter(game_slug=offer.game_slug).exists():
        raise StandsAlready


def begin(offer: Offer, match: Match) -> None:
    """Note that matches go on after this one, if the offer says so. Call it with both players locked."""
    players = sorted((match.first, match.second), key=lambda player: player.pk)
    if offer.standing and not any(player.is_guest or player.is_computer for player in players):
        terms = {"first": players[0], "second": players[1], "game_slug": match.game_slug, "ended_at": None}
        Standing.objects.get_or_create(**terms, defaults={"match": match})


def may_concern(match: Match) -> bool:
    """Return whether a match may be one of a standing challenge; no query."""
    return not (match.is_live or match.event_key or match.first.is_computer or match.second.is_computer)


def go_on(matches: Sequence[Match]) -> None:
    """Begin the next match where one of a standing challenge has ended, or end the challenge. Idempotent.

    A match of none, as are almost all, takes no locks: it is of one from its beginning, or never.
    """
    firsts = {match.pk if match.is_first_board else match.twin_id: match for match in matches}
    for (first,) in _standing_after([key for key in firsts if key]):
        _go_on(firsts[first])


_standing_after = PreparedKeys(
    lambda matches: Standing.objects.filter(match__in=matches, ended_at=None).values_list("match"), str
)


def _go_on(match: Match) -> None:
    """Do so for a match of a standing challenge."""
    first, whole = match, match
    if match.twin_id:
        first, second = boards_of(match)
        if (of_both := whole_of(first, second)) is None:
            return
        whole = of_both
    with transaction.atomic():
        is_open = lock_players(match.first, match.second)
        standing = Standing.objects.filter(match=first.pk, ended_at=None)
        if whole.finished_at is None or not standing.exists():
            return
        if is_open and not whole.voided_at and whole.ended.has_result and whole.ended is not Ending.TIME:
            try:
                with transaction.atomic():
                    standing.update(match=begin_rematch(first))
            except Refused:
                is_open = False
            else:
                return
        standing.update(ended_at=clock.now())


def stop(key: int, player: User) -> Standing:
    """End a standing challenge of the player; the match that runs goes on. Idempotent. Raises NoSuchOffer."""
    standing = Standing.objects.filter(Q(first=player) | Q(second=player), pk=key).first()
    if standing is None:
        raise NoSuchOffer
    Standing.objects.filter(pk=key, ended_at=None).update(ended_at=clock.now())
    return standing


def stop_between(one: User, other: User) -> None:
    """End the standing challenges of two players, of whom one has blocked the other."""
    standing_of(one, other).order_by().update(ended_at=clock.now())


def stop_all(player: User) -> None:
    """End the standing challenges of a player whose account is deleted."""
    Standing.objects.filter(Q(first=player) | Q(second=player), ended_at=None).update(ended_at=clock.now())
