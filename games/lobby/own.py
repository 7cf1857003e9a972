"""The offers that the lobby lists, and what one viewer alone sees: by queries that are prepared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Value, When, Window, prefetch_related_objects
from django.db.models.functions import RowNumber

from accounts.models import Block, User
from accounts.online import presence
from accounts.services import blocked_between
from core import clock
from core.prepared import PreparedKeys, PreparedRows
from games.catalogue import games
from games.clubs.models import IN
from games.clubs.services import are_members
from games.lobby.errors import Casual, CasualWithBot, Closed, NoSuchOffer, NotForBots, OwnOffer, Taken
from games.lobby.models import Offer
from games.matches.errors import Blocked
from games.matches.models import Match
from games.matches.pages.match_view import MatchEntry
from games.matches.time.terms import played_correspondence, played_live
from games.ratings.standings import Figures, figures_of
from games.social.following import followed_by

MOST_OF_MINE = 200
BESIDE_OFFERS = ("challenger__vacations",)  # read with offers
MOST_OFFERS = 100
FADES = timedelta(hours=1)  # after which a player who left is not listed with correspondence offers
SPARE = 60  # further rows, for viewers who do not see some of the first
PACES = {"live": played_live, "days": played_correspondence}


@dataclass(frozen=True)
class Own:
    """What the lobby shows to one viewer alone, and what it hides from them."""

    offers: list[Offer]
    mine: list[MatchEntry]
    hidden: frozenset[int]
    followed: frozenset[int]
    ratings: Figures

    @property
    def is_bare(self) -> bool:
        """Whether the viewer sees only what others see too, but for their rating."""
        return not (self.offers or self.mine or self.hidden or self.followed)


NOTHING = Own([], [], frozenset(), frozenset(), Figures({}))


def own_of(viewers: Collection[User]) -> dict[int, Own]:
    """Read what these viewers alone see, by their keys, in a fixed number of queries."""
    keys = {viewer.pk for viewer in viewers}
    offers, matches, hidden, followed = own_offers(keys), _own_matches(keys), _hidden_from(keys), followed_by(keys)
    challengers = {offer.challenger_id for rows in offers.values() for offer in rows}
    ratings = figures_of(keys | challengers)
    return {
        viewer.pk: Own(
            offers=offers[viewer.pk],
            mine=_sorted_matches(viewer, matches[viewer.pk]),
            hidden=frozenset(hidden[viewer.pk] - {viewer.pk}),
            followed=frozenset(followed[viewer.pk]),
            ratings=ratings,
        )
        for viewer in viewers
    }


def own_offers(keys: Collection[int]) -> dict[int, list[Offer]]:
    """Return the open offers by and to each of these players, and to their clubs, by the players' keys."""
    by_player: dict[int, list[Offer]] = defaultdict(list)
    offers = playable(_offers_of(list(keys)))
    of_clubs = playable(_club_offers_of(list(keys)))
    prefetch_related_objects([*offers, *of_clubs], *BESIDE_OFFERS)
    for offer in of_clubs:
        if offer.challenger_id != (reader := int(getattr(offer, "reader", 0))):
            by_player[reader].append(offer)
    for offer in offers:
        for key in (offer.challenger_id, offer.opponent_id):
            if key is not None:
                by_player[key].append(offer)
    return by_player


def blocked_ids(viewer: User | None) -> set[int]:
    """Return the keys of players whom the viewer has blocked, or who have blocked the viewer."""
    return _hidden_from([viewer.pk])[viewer.pk] - {viewer.pk} if viewer else set()


def _hidden_from(keys: Collection[int]) -> dict[int, set[int]]:
    hidden: dict[int, set[int]] = defaultdict(set)
    for by, of in _blocks_of(list(keys)):
        hidden[by].add(of)
        hidden[of].add(by)
    return hidden


def _own_matches(keys: Collection[int]) -> dict[int, list[Match]]:
    by_player: dict[int, list[Match]] = defaultdict(list)
    for match in _matches_of(list(keys)):
        if match.game_slug in games():
            by_player[match.first_id].append(match)
            by_player[match.second_id].append(match)
    return by_player


def _sorted_matches(viewer: User, matches: list[Match]) -> list[MatchEntry]:
    return sorted((MatchEntry(match, viewer) for match in matches[:MOST_OF_MINE]), key=_urgency)


def _urgency(entry: MatchEntry) -> tuple[bool, datetime]:
    """Return the sort key: the viewer's turn, or a match that waits for its players, first; then the deadline."""
    return not (entry.my_turn or entry.match.is_gathering), entry.match.deadline_at or clock.now()


def waiting_offers() -> QuerySet[Offer]:
    """Return the offers that wait for an answer, in any game, the latest first."""
    offers = Offer.objects.filter(status=Offer.Status.OPEN, challenger__is_active=True)
    return offers.select_related("challenger", "opponent", "club").order_by("-made_at")


def club_offers(keys: Collection[int]) -> QuerySet[Offer]:
    """Return the open offers to clubs of these players, once for each of them, whose key is the `reader`."""
    offers = waiting_offers().filter(kind=Offer.Kind.CLUB, game_slug__in=games())
    members = offers.annotate(reader=F("club__members__player"), role=F("club__members__role"))
    return members.filter(role__in=IN, reader__in=keys)


def open_offers(viewer: User | None, hidden: set[int]) -> QuerySet[Offer]:
    """Return open offers that this viewer could accept."""
    all_offers = waiting_offers().filter(kind=Offer.Kind.OPEN, game_slug__in=games()).prefetch_related(*BESIDE_OFFERS)
    offers = all_offers.exclude(challenger__in=hidden)
    return offers.exclude(challenger=viewer) if viewer else offers


def listed_now(only: str, pace: str, now: datetime) -> list[Offer]:
    """Return the newest of the open offers of each player, those of players who are online first, then the newest.

    They are filtered to a game or a pace. Each is annotated with `others`, the number of the player's other offers.
    Players who are online come before all others, however many offers and accounts those make. Offers of players who
    left are not listed: live ones at once, others after an hour; making an offer counts as being online.
    """
    return _listed(tuple(games()), only, pace)(now - presence.PRESENT, now - FADES)


def _listed_since(offers: QuerySet[Offer], present_since: datetime, fading_since: datetime) -> QuerySet[Offer]:
    live = played_live()
    present = Q(challenger__seen_at__gt=present_since)
    is_listed = (
        present
        | Q(made_at__gt=present_since)
        | (~live & (Q(challenger__seen_at__gt=fading_since) | Q(made_at__gt=fading_since)))
    )
    by_player = offers.filter(is_listed).annotate(
        rank=Window(RowNumber(), partition_by=F("challenger"), order_by=[F("made_at").desc(), F("pk").asc()]),
        others=Window(Count("pk"), partition_by=F("challenger")) - 1,
        away=Case(When(present, then=Value(0)), default=Value(1), output_field=IntegerField()),
    )
    return by_player.filter(rank=1).order_by("away", "-made_at", "pk")


@cache
def _listed(slugs: tuple[str, ...], only: str, pace: str) -> PreparedRows[Offer]:
    """Return the query of the lobby's list on a site with these games."""
    offers = waiting_offers().filter(of_game(only, pace), kind=Offer.Kind.OPEN, game_slug__in=slugs)
    return PreparedRows(lambda *since: _listed_since(offers, *since)[: MOST_OFFERS + SPARE], datetime, datetime)


def of_game(only: str, pace: str) -> Q:
    """Return the condition of what the lobby lists when it is filtered to a game or a pace."""
    return (Q(game_slug=only) if only else Q()) & PACES.get(pace, Q)()


def playable(offers: Iterable[Offer]) -> list[Offer]:
    """Return those whose games are installed and still know their options; a periodic job withdraws the others."""
    return [offer for offer in offers if offer.has_rules]


def unfinished() -> QuerySet[Match]:
    """Return the running matches, in any game."""
    return Match.objects.filter(finished_at=None).select_related("first", "second").defer("seed")


def may_see(offer: Offer, player: User | None) -> bool:
    """Return whether this player (None: not signed in) may know of an offer whose key is given."""
    if offer.kind == Offer.Kind.DIRECT:
        return player is not None and player.pk in (offer.challenger_id, offer.opponent_id)
    if offer.kind == Offer.Kind.CLUB and offer.club_id:
        return player is not None and are_members(offer.club_id, player)
    return True


def has_left(offer: Offer) -> bool:
    """Return whether the challenger is no longer a member of the club."""
    return offer.club_id is not None and not are_members(offer.club_id, offer.challenger)


def check_acceptable(offer: Offer, player: User | None) -> None:
    """Raise Refused if this player (None: not signed in) could not accept the offer now."""
    if not may_see(offer, player):
        raise NoSuchOffer
    if not offer.is_open or not offer.challenger.is_active or has_left(offer):
        raise Taken if offer.status == Offer.Status.ACCEPTED else Closed
    if player is not None and player.pk == offer.challenger_id:
        raise OwnOffer
    if player is not None and blocked_between(offer.challenger, player):
        raise Blocked
    if offer.rated and not offer.rated_if_both and not (player and player.plays_rated):
        raise Casual
    if player is None or player.is_bot == offer.challenger.is_bot:
        return
    if player.is_bot and offer.kind != Offer.Kind.DIRECT:
        raise NotForBots
    if offer.rated:
        raise CasualWithBot


_offers_of = PreparedKeys(lambda keys: waiting_offers().filter(Q(challenger__in=keys) | Q(opponent__in=keys)), int)
_club_offers_of = PreparedKeys(club_offers, int)
_matches_of = PreparedKeys(
    lambda keys: unfinished().filter(Q(first__in=keys) | Q(second__in=keys)).order_by("deadline_at"), int
)
_blocks_of = PreparedKeys(
    lambda keys: Block.objects.filter(Q(by__in=keys) | Q(of__in=keys)).values_list("by_id", "of_id"), int
)
