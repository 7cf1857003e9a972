"""Quick pairing: play now, play live, play by correspondence, with the first suitable opponent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache

from django.db.models import Case, F, IntegerField, Q, QuerySet, When, Window, prefetch_related_objects
from django.db.models.functions import RowNumber

from accounts.models import User
from accounts.online import presence
from core import clock
from core.prepared import PreparedKeys
from core.sweeps import Sweep
from games.catalogue import bots, games
from games.computers.services import begin_now
from games.lobby.errors import TooManyOffers
from games.lobby.lists import live_with_a_person
from games.lobby.models import Offer
from games.lobby.own import BESIDE_OFFERS, blocked_ids, waiting_offers
from games.lobby.services import accept_offer, deal_of, find_offer, keep_open, make_offer, withdraw_passing
from games.matches.errors import Refused, RulesGone
from games.matches.models import Deal, Match
from games.matches.play.deals import NO_MIX, Mix
from games.matches.play.starts import check_may_begin
from games.matches.time.control import USUAL_CORRESPONDENCE, USUAL_LIVE, TimeControl
from games.matches.time.terms import played_correspondence, played_live

MOST_TRIED = 50  # offers that one call examines
MOST_DEALS = 5  # commitments that a page gets before it presses Play now
MOST_OF_ONE = 3  # offers of one challenger among them
STAYS = timedelta(minutes=10)  # the challenge that Play now leaves behind
_pairs = Sweep("pairing")


def play_now(player: User, game_slug: str | None = None, *, mix: Mix = NO_MIX) -> Match | Offer:
    """Return a match to play at once: live with a waiting player, else against a computer.

    Without a game any will do, the first one of the site before others. Against a computer, the player's own live
    challenge stays open for ten minutes. `mix` is what the player's browser adds to the deal. Idempotent: a second call
    gives the same match and leaves the same challenge.
    An offer is returned only for a game that no computer plays. Raises Refused when the player has too many matches
    against computers, or too many open offers there, and MustWait after a live match that the player let be cancelled.
    """
    slug = game_slug or _first()
    withdraw_passing(player, but=slug)
    if match := _under_way(player):
        return match
    check_may_begin(player, live=True)
    try:
        match_or_offer = _match_or_offer(player, game_slug, live=True, mix=mix, stays=STAYS)
    except TooManyOffers:
        if slug not in bots():
            raise
        return begin_now(player, slug, mix=mix)
    return (
        match_or_offer if isinstance(match_or_offer, Match) or slug not in bots() else begin_now(player, slug, mix=mix)
    )


def play_live(player: User, game_slug: str | None = None, *, mix: Mix = NO_MIX) -> Match | Offer:
    """Return a live match with a waiting player, or a live offer that waits while the player is online.

    Raises Refused when the player has too many open offers.
    """
    if match := _under_way(player):
        return match
    check_may_begin(player, live=True)
    match_or_offer = _match_or_offer(player, game_slug, live=True, mix=mix)
    if isinstance(match_or_offer, Offer) and match_or_offer.closes_at:
        keep_open(match_or_offer)
    return match_or_offer


def play_correspondence(player: User, game_slug: str | None = None, *, mix: Mix = NO_MIX) -> Match | Offer:
    """Return a correspondence match with a player who offers one, online or not, or an open offer that waits.

    Raises Refused when the player has too many open offers.
    """
    return _match_or_offer(player, game_slug, live=False, mix=mix)


def deals_for(player: User | None, game_slug: str | None, pace: str) -> list[Deal]:
    """Return the deals of the offers that a button of the lobby would accept, best first.

    Like `deal_of`, it fixes the commitment of those that have none yet.
    """
    offers = _suitable(player, game_slug, live=pace != "days")[:MOST_DEALS]
    deals = []
    for offer in offers:
        with suppress(Refused):
            deals.append(deal_of(offer.pk, player))
    return deals


def pair_waiting() -> None:
    """Pair connected players who wait with equal offers that leave the start to chance.

    Background work of the scheduler: two players who press the button at the same instant may both be waiting, and so
    may two who made equal offers with the form.
    """
    offers = Offer.objects.filter(status=Offer.Status.OPEN, kind=Offer.Kind.OPEN, starts=Offer.Starts.RANDOM)
    if len(offers.values_list("pk")[:2]) < 2:
        return
    now = clock.now()
    connected = _connected(now - presence.PRESENT, now)
    candidates = offers.filter(connected, game_slug__in=games()).select_related("challenger").order_by("made_at")
    rows = _pairs.rows(candidates, MOST_TRIED)
    earlier: list[Offer] = []

    def pair(offer: Offer) -> None:
        if not offer.has_rules:
            raise RulesGone
        _pair_with(offer, earlier)
        earlier.append(offer)

    _pairs.each(rows, pair)


def usual_time(*, live: bool) -> TimeControl:
    """Return the time control of offers that the buttons make."""
    return USUAL_LIVE if live else USUAL_CORRESPONDENCE


def is_usual(offer: Offer) -> bool:
    """Return whether the offer is as the buttons make them, rated or casual."""
    usual = offer.game.options_type().data()
    plain = offer.options.renewed().data() == usual and offer.starts == Offer.Starts.RANDOM
    return plain and offer.time_control == usual_time(live=offer.is_live)


def _first() -> str:
    return next(iter(games()))


def _under_way(player: User) -> Match | None:
    """Return the live match with a person that the player is in already: only one at a time."""
    return live_with_a_person(player).order_by("-started_at").first()


def _match_or_offer(
    player: User, game_slug: str | None, *, live: bool, mix: Mix, stays: timedelta | None = None
) -> Match | Offer:
    """Return a match with a waiting player, or the player's own open offer, which expires after `stays` if it is new.

    An offer that exists is kept, and withdrawn when a match starts. A new one is rated unless the player is a guest; a
    live one is open to guests too.
    """
    slug = game_slug or _first()
    own_offer = _usual_offer(player, slug, live)
    if match := _accept_suitable(player, game_slug, live, own_offer, mix):
        return match
    if own_offer:
        return own_offer
    own_offer = make_offer(
        challenger=player,
        game_slug=slug,
        options=games()[slug].options_type(),
        time_control=usual_time(live=live),
        rated=player.plays_rated,
        flexible=live,
        closes_at=clock.now() + stays if stays else None,
        mix=mix,
    )
    # Two players who press at the same instant find nothing and both offer: so each looks again.
    return _accept_suitable(player, game_slug, live, own_offer, mix) or own_offer


def _usual_offer(player: User, game_slug: str, live: bool) -> Offer | None:
    own = Offer.objects.filter(challenger=player, status=Offer.Status.OPEN, kind=Offer.Kind.OPEN, game_slug=game_slug)
    return next((offer for offer in own if is_usual(offer) and offer.is_live == live), None)


def _accept_suitable(
    player: User, game_slug: str | None, live: bool, own_offer: Offer | None, mix: Mix
) -> Match | None:
    """Accept the first suitable offer that is still open; meanwhile another player may accept `own_offer`."""
    for offer in _suitable(player, game_slug, live):
        try:
            return accept_offer(offer.pk, player, instead=own_offer, mix=mix)
        except Refused:
            if own_offer and (match := find_offer(own_offer.pk).match):
                return match
    return None


def _suitable(player: User | None, game_slug: str | None, live: bool) -> list[Offer]:
    """Return offers in order of preference: online challengers, the first game, usual time, same stake, age.

    The database sorts and takes a few offers of each challenger, so that many offers hide no other player.
    """
    stake, is_bot = player is not None and player.plays_rated, player is not None and player.is_bot
    hidden = [*blocked_ids(player), player.pk if player else 0]
    now, game = clock.now(), [game_slug] if game_slug else []
    find = _suitable_for(tuple(games()), live, stake, is_bot, bool(game))
    candidates = [offer for offer in find(hidden, now - presence.PRESENT, now, *game) if offer.has_rules]
    prefetch_related_objects(candidates, *BESIDE_OFFERS)

    def preference(offer: Offer) -> tuple[bool, bool, bool, bool]:
        later_game = live and offer.game_slug != _first()
        return (not presence.is_online(offer.challenger), later_game, not is_usual(offer), offer.rated != stake)

    return sorted(candidates, key=preference)


@cache
def _suitable_for(
    slugs: tuple[str, ...], live: bool, stake: bool, is_bot: bool, of_one_game: bool
) -> PreparedKeys[Offer]:
    """Return the query for one kind of player and button, of a site with these games."""

    def suitable(hidden: Collection[int], since: datetime, now: datetime, *game: str) -> QuerySet[Offer]:
        offers = waiting_offers().filter(kind=Offer.Kind.OPEN, game_slug__in=slugs)
        offers = offers.exclude(challenger__in=hidden).filter(played_live() if live else played_correspondence())
        offers = offers.filter(challenger__is_bot=is_bot)  # people choose to play a bot
        if of_one_game:
            offers = offers.filter(game_slug=game[0])
        if not stake:
            offers = _for_guests(offers)
        here = Q(challenger__seen_at__gt=since)
        if live:
            offers = offers.filter(_connected(since, now))
        never_here = Q(challenger__is_guest=True, challenger__seen_at=None)  # the response to their first was lost
        time = usual_time(live=live).stored
        usual = Q(time_kind=time.kind, base=time.base, increment=time.increment, rests=time.rests)
        criteria = [here, Q(game_slug=slugs[0]) if live else here, usual & Q(starts=Offer.Starts.RANDOM)]
        criteria.append(Q(rated=stake))
        order = [Case(When(criterion, then=0), default=1, output_field=IntegerField()) for criterion in criteria]
        place = Window(RowNumber(), partition_by=F("challenger"), order_by=[*order[1:], F("made_at").asc()])
        sorted_offers = offers.exclude(never_here).annotate(place=place).filter(place__lte=MOST_OF_ONE)
        return sorted_offers.order_by(*order, "made_at")[:MOST_TRIED]

    return PreparedKeys(suitable, int, datetime, datetime, *[str] * of_one_game)


def _connected(since: datetime, now: datetime) -> Q:
    """Return the condition that the challenger is connected, and has a page open where Play now left the challenge.

    Who plays a computer meanwhile is better missed during a reload than met after leaving the site: the opponent would
    wait for an absent player, whereas `pair_waiting` makes up for a reload.
    """
    return presence.connected_since("challenger__", since, now) & (Q(closes_at=None) | Q(challenger__left_at=None))


def _for_guests(offers: QuerySet[Offer]) -> QuerySet[Offer]:
    """Return those that a guest may accept."""
    return offers.filter(Q(rated=False) | Q(flexible=True))


def _acceptable_of(offer: Offer, other: Offer) -> Offer | None:
    """Return the one of two waiting offers that the other's challenger would accept, the casual one if they differ."""
    names = ("game_slug", "option_data", "time_control")
    if offer.challenger.is_bot != other.challenger.is_bot or any(
        getattr(offer, name) != getattr(other, name) for name in names
    ):
        return None
    if offer.rated == other.rated:
        return other
    rated, casual = (offer, other) if offer.rated else (other, offer)
    return casual if rated.rated_if_both else None


def _pair_with(offer: Offer, others: Sequence[Offer]) -> None:
    """Start a match of this waiting offer with the first suitable one of the others."""
    hidden = blocked_ids(offer.challenger)
    for other in others:
        if other.challenger_id in {*hidden, offer.challenger_id} or not (to_accept := _acceptable_of(offer, other)):
            continue
        instead = offer if to_accept is other else other
        with suppress(Refused):
            accept_offer(to_accept.pk, instead.challenger, instead=instead)
            return
