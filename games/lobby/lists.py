"""The view model of the lobby: offers, challenges, matches and players, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts import presence
from accounts.models import Block, User
from games.catalogue import games
from games.lobby.models import Offer
from games.matches.models import Match
from games.matches.terms import played_correspondence, played_live
from games.ratings.standings import Figures, figures_of
from games.rules import Seat
from games.social.following import followed_online

MOST_OFFERS = 100
MOST_OF_MINE = 200
MOST_WATCHED = 30
MOST_ONLINE = 100
PACES = {"live": played_live, "days": played_correspondence}


@dataclass(frozen=True)
class OwnMatch:
    """A running match of the viewer, seen from their seat."""

    match: Match
    seat: Seat

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is to move."""
        return self.match.to_move == self.seat

    @property
    def calls(self) -> bool:
        """Whether it is live and waits for the viewer to arrive."""
        return self.match.is_gathering and self.match.away_since(self.seat) is not None

    @property
    def opponent(self) -> User:
        """The other player."""
        return self.match.player(self.seat.other)

    @property
    def points(self) -> tuple[int, int]:
        """The viewer's points, then the opponent's."""
        both = (self.match.first_points, self.match.second_points)
        return both if self.seat is Seat.FIRST else (both[1], both[0])

    @property
    def urgency(self) -> tuple[bool, datetime]:
        """The sort key: the viewer's turn, or a match that waits for its players, first; then the deadline."""
        return (not (self.my_turn or self.match.is_gathering), self.match.deadline_at or timezone.now())


@dataclass(frozen=True)
class Lobby:
    """Everything the lobby page shows to one viewer; `viewer` is None for visitors who are not signed in.

    Open offers and running matches are filtered to the game with the slug `only`, empty for all games, and to `pace`:
    `live`, `days`, or empty for both.
    """

    viewer: User | None
    offers: list[Offer]
    waiting: list[Offer]
    challenges: list[Offer]
    mine: list[OwnMatch]
    watch: list[Match]
    favourites: list[User]
    online: list[User]
    ratings: Figures
    only: str = ""
    pace: str = ""

    @property
    def plays_rated(self) -> bool:
        """Whether the viewer may play rated matches."""
        return self.viewer is not None and self.viewer.plays_rated

    @property
    def waiting_ids(self) -> frozenset[str]:
        """The keys of the viewer's own open offers."""
        return frozenset(offer.pk for offer in self.waiting)

    @property
    def query(self) -> str:
        """The query string of the page, with its question mark."""
        return f"?{urlencode(self._filters)}" if self._filters else ""

    @property
    def _filters(self) -> list[tuple[str, str]]:
        return [(name, value) for name, value in (("game", self.only), ("pace", self.pace)) if value]

    @property
    def socket(self) -> str:
        """The address of the socket that keeps the page up to date."""
        query = [*self._filters, *(("waiting", offer.pk) for offer in self.waiting)]
        return f"/ws/lobby/{'?' if query else ''}{urlencode(query)}"


def lobby_of(user: User | AnonymousUser | None, only: str = "", pace: str = "") -> Lobby:
    """Return the lobby as this user sees it, filtered to a game or a pace where they are known."""
    only, pace = only if only in games() else "", pace if pace in PACES else ""
    of_game = (Q(game_slug=only) if only else Q()) & PACES.get(pace, Q)()
    viewer = user if isinstance(user, User) else None
    hidden = blocked_ids(viewer)
    theirs = [] if viewer is None else _playable(_offers().filter(Q(challenger=viewer) | Q(opponent=viewer)))
    offers = _playable(open_offers(viewer, hidden).filter(of_game).order_by("-made_at")[:MOST_OFFERS])
    return Lobby(
        viewer=viewer,
        offers=offers,
        waiting=[offer for offer in theirs if offer.challenger == viewer],
        challenges=[offer for offer in theirs if offer.opponent == viewer and offer.challenger_id not in hidden],
        mine=own_matches(viewer),
        watch=list(_running().filter(of_game).exclude(_plays(viewer)).order_by("-moved_at")[:MOST_WATCHED]),
        favourites=followed_online(viewer, hidden),
        online=[user for user in presence.online().order_by("name_key")[:MOST_ONLINE] if user.pk not in hidden],
        ratings=ratings_for(viewer, [*offers, *theirs]),
        only=only,
        pace=pace,
    )


def ratings_for(viewer: User | None, offers: Iterable[Offer]) -> Figures:
    """Return the ratings of the viewer and of the challengers of these offers."""
    return figures_of([offer.challenger_id for offer in offers] + ([viewer.pk] if viewer else []))


def blocked_ids(viewer: User | None) -> set[int]:
    """Return the keys of players whom the viewer has blocked, or who have blocked the viewer."""
    if viewer is None:
        return set()
    pairs = Block.objects.filter(Q(by=viewer) | Q(of=viewer)).values_list("by_id", "of_id")
    return {key for pair in pairs for key in pair} - {viewer.pk}


def open_offers(viewer: User | None, hidden: set[int]) -> QuerySet[Offer]:
    """Return open offers that this viewer could accept."""
    offers = _offers().filter(kind=Offer.Kind.OPEN).exclude(challenger__in=hidden)
    return offers.exclude(challenger=viewer) if viewer else offers


def own_matches(viewer: User | None) -> list[OwnMatch]:
    """Return the viewer's running matches, the most urgent first."""
    if viewer is None:
        return []
    matches = _running().filter(_plays(viewer)).order_by("deadline_at")[:MOST_OF_MINE]
    own = [OwnMatch(match, seat) for match in matches if (seat := match.seat_of(viewer))]
    return sorted(own, key=lambda one: one.urgency)


def live_with_a_person(player: User) -> QuerySet[Match]:
    """Return the player's running live matches, without those against computers."""
    between_people = Q(first__is_computer=False, second__is_computer=False)
    return _running().filter(_plays(player), played_live(), between_people)


def awaiting_match(player: User) -> Match | None:
    """Return the live match that came of the player's own challenge and waits for the player to arrive, if any."""
    waiting = live_with_a_person(player).filter(clock_since=None, offer__challenger=player)
    mine = Q(first=player, first_away_since__isnull=False) | Q(second=player, second_away_since__isnull=False)
    return waiting.filter(mine).order_by("-started_at").first()


def accepted_match(viewer: User, offer_ids: Iterable[str]) -> Match | None:
    """Return the latest match that came of these offers of the viewer's own."""
    taken = Offer.objects.filter(pk__in=offer_ids, challenger=viewer, status=Offer.Status.ACCEPTED)
    offer = taken.select_related("match").order_by("-closed_at").first()
    return offer.match if offer else None


def _offers() -> QuerySet[Offer]:
    known = Offer.objects.filter(status=Offer.Status.OPEN, game_slug__in=games(), challenger__is_active=True)
    return known.select_related("challenger", "opponent").prefetch_related("challenger__vacations").order_by("-made_at")


def _playable(offers: Iterable[Offer]) -> list[Offer]:
    """Return those whose options their games still know; a periodic job withdraws the others."""
    return [offer for offer in offers if offer.has_rules]


def _running() -> QuerySet[Match]:
    known = Match.objects.filter(finished_at=None, game_slug__in=games())
    return known.select_related("first", "second").defer("seed")


def _plays(viewer: User | None) -> Q:
    return Q(first=viewer) | Q(second=viewer) if viewer else Q(pk=None)
