"""What programs are told of challenges: their data, and the events of streams and webhooks."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from functools import partial
from typing import Literal, cast

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from typing_extensions import TypedDict

from accounts.hooks import Thing
from accounts.models import User
from accounts.online import news
from games.lobby.models import Offer
from games.lobby.own import blocked_ids
from games.matches.pages.data import PersonData, person_data
from games.webhooks import services as webhooks

Kind = Literal["open", "direct", "link", "club"]
State = Literal["open", "accepted", "declined", "withdrawn"]
Starts = Literal["random", "challenger", "opponent"]
EVENTS = {
    "challenge.received": _("A player challenges you"),
    "challenge.accepted": _("A challenge was accepted"),
    "challenge.declined": _("A challenge was declined"),
    "challenge.withdrawn": _("A challenge was withdrawn"),
}


class ChallengeData(TypedDict):
    """A challenge; `match` is the match that came of it. Who knows the id of one by `link` may accept it."""

    challenge: str
    kind: Kind
    status: State
    game: str
    options: dict[str, str]
    pace: str
    rests: bool
    rated: bool
    starts: Starts
    challenger: PersonData
    opponent: PersonData | None
    club: str | None
    standing: bool
    made: datetime
    match: str | None


class StandingData(TypedDict):
    """A standing challenge between you and an opponent."""

    standing: int
    opponent: PersonData
    game: str
    made: datetime
    match: str


def challenge_data(offer: Offer) -> ChallengeData:
    """Return a challenge as data."""
    return {
        "challenge": offer.pk,
        "kind": cast(Kind, offer.kind),
        "status": cast(State, offer.status),
        "game": offer.game_slug,
        "options": offer.option_data,
        "pace": offer.time_control.file_code,
        "rests": offer.rests,
        "rated": offer.rated,
        "starts": cast(Starts, offer.starts),
        "challenger": person_data(offer.challenger),
        "opponent": person_data(offer.opponent) if offer.opponent else None,
        "club": offer.club_id,
        "standing": offer.standing,
        "made": offer.made_at,
        "match": offer.match_id,
    }


def things_of(player: User, keys: Collection[str] | None, since: datetime | None) -> Iterator[Thing]:
    """Yield the player's challenges: those with these keys, else all that are open, or were closed since."""
    mine = Offer.objects.filter(Q(challenger=player) | Q(opponent=player)).select_related("challenger", "opponent")
    is_open = Q(status=Offer.Status.OPEN)
    among = Q(pk__in=keys) if keys is not None else is_open | Q(closed_at__gte=since) if since else is_open
    offers = mine.filter(among).exclude(challenger__in=blocked_ids(player))
    for offer in offers.order_by("made_at"):
        over = offer.status != Offer.Status.OPEN
        came = "received" if offer.opponent_id == player.pk else "sent"
        mark = f"challenge.{offer.status if over else came}"
        yield Thing(offer.pk, int(over), (mark,), {**challenge_data(offer)}, over)


def tell_programs(event: str, *offers: Offer) -> None:
    """Tell programs of the players of these challenges: webhooks by this transaction, streams after it."""
    for offer in offers:
        players = list(filter(None, (offer.challenger_id, offer.opponent_id)))
        webhooks.note(event, offer.pk, *players)
        transaction.on_commit(partial(news.announce, *players, offer=offer.pk))
