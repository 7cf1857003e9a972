"""The view model of the lobby: offers, challenges, matches and players, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, cached_property
from urllib.parse import urlencode

from django.core.cache import caches
from django.db.models import F, Q, QuerySet, prefetch_related_objects
from django.db.models.functions import Abs

from accounts.models import User
from accounts.names import names_with, tidy_name
from accounts.online import presence
from core import clock
from core.prepared import PreparedRows
from games.catalogue import bots, games
from games.lobby.models import Offer
from games.lobby.own import (
    BESIDE_OFFERS,
    MOST_OFFERS,
    PACES,
    SPARE,
    Own,
    blocked_ids,
    listed_now,
    of_game,
    open_offers,
    playable,
    unfinished,
)
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.pages.match_view import MatchEntry
from games.matches.pages.tallies import score_of
from games.matches.play.seals import unsealed
from games.matches.time.terms import played_live
from games.ratings.models import Rating, RatingPool
from games.ratings.standings import Figure, Figures, figure_of, figures_of
from games.social.following import followed_by

MOST_OF_MINE = 200
MOST_OF_THEIRS = 12
MOST_FOUND = 20
MOST_WATCHED = 30
MOST_ONLINE = 100
QUICK, SLOW = timedelta(minutes=10), timedelta(days=1)  # since the last move, for which a match counts as being played
KEPT = 600  # seconds for which the front page shows the same finished match
COUNTED = 10  # seconds for which it shows the same numbers of players and matches
LOOKED_AT = timedelta(seconds=10)  # after its end, for which an open front page stays with a match
LONG = 10  # turns of a finished match that is worth showing
BEGUN = 4  # turns after which a board is worth showing
CONSIDERED = 8  # matches that are being played, of which the front page shows one with points


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
    mine: list[MatchEntry]
    watch: list[Match]
    favourites: list[User]
    online: list[User]
    ratings: Figures
    present: int = 0  # how many are online, whether listed or not
    others_online: int = 0
    only: str = ""
    pace: str = ""

    @property
    def now(self) -> str:
        """The server's time in ISO 8601, for the clocks on the page."""
        return clock.now().isoformat()

    @property
    def plays_rated(self) -> bool:
        """Whether the viewer may play rated matches."""
        return self.viewer is not None and self.viewer.plays_rated

    @property
    def my_turns(self) -> list[MatchEntry]:
        """The matches that wait for the viewer, the most urgent first."""
        return [one for one in self.mine if one.my_turn or one.calls]

    @property
    def their_turns(self) -> list[MatchEntry]:
        """The matches in which the viewer waits, at most this many as a column shows."""
        return [one for one in self.mine if not (one.my_turn or one.calls)][:MOST_OF_THEIRS]

    @property
    def against_computers(self) -> Collection[str]:
        """The games that a computer plays."""
        return bots()

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


@dataclass(frozen=True)
class SharedLists:
    """What the lobby shows to all, filtered. The lists have spare rows, as some are hidden from a viewer."""

    only: str
    pace: str
    offers: list[Offer]
    watch: list[Match]
    online: list[User]
    ratings: Figures

    @cached_property
    def involved(self) -> frozenset[int]:
        """The keys of the players who see something of their own in these lists."""
        watched = {key for match in self.watch for key in (match.first_id, match.second_id)}
        online_keys = (user.pk for user in self.online[:MOST_ONLINE])
        return frozenset(watched.union((offer.challenger_id for offer in self.offers), online_keys))

    @cached_property
    def online_keys(self) -> frozenset[int]:
        """The keys of the players who are online."""
        return frozenset(user.pk for user in self.online)

    @cached_property
    def pools(self) -> list[Offer]:
        """One rated offer of each rating pool."""
        return list({(offer.game_slug, offer.is_live): offer for offer in self.offers if offer.rated}.values())


def compose(shared: SharedLists, own: Own, viewer: User | None) -> Lobby:
    """Return the lobby of one viewer, without a query."""
    me = viewer.pk if viewer else None
    of_clubs = [one for one in own.offers if one.kind == Offer.Kind.CLUB and one.challenger_id != me]
    suits = [one for one in of_clubs if shared.only in ("", one.game_slug) and shared.pace in ("", pace_of(one))]
    listed = [*suits, *shared.offers]
    offers = [offer for offer in listed if offer.challenger_id != me and offer.challenger_id not in own.hidden]
    watch = [match for match in shared.watch if me is None or me not in (match.first_id, match.second_id)]
    present = len(shared.online_keys - own.hidden)
    return Lobby(
        viewer=viewer,
        offers=offers[:MOST_OFFERS],
        waiting=[offer for offer in own.offers if offer.challenger_id == me],
        challenges=[offer for offer in own.offers if offer.opponent_id == me and offer.challenger_id not in own.hidden],
        mine=own.mine,
        watch=watch[:MOST_WATCHED],
        favourites=[user for user in shared.online if user.pk in own.followed - own.hidden] if own.followed else [],
        online=[user for user in shared.online[:MOST_ONLINE] if user.pk not in own.hidden],
        ratings=shared.ratings | own.ratings,
        present=present,
        others_online=present - (me in shared.online_keys),
        only=shared.only,
        pace=shared.pace,
    )


def pace_of(offer: Offer) -> str:
    """Return the pace of an offer, as the lobby is filtered to it."""
    return "live" if offer.is_live else "days"


def known_filter(only: str, pace: str) -> tuple[str, str]:
    """Return the game and the pace to which lists are filtered; an unknown one is empty, and filters nothing."""
    return only if only in games() else "", pace if pace in PACES else ""


def shared_lists(only: str = "", pace: str = "") -> SharedLists:
    """Read what all viewers see, filtered to a game or a pace where they are known; a fixed number of queries."""
    only, pace = known_filter(only, pace)
    now = clock.now()
    offers = playable(listed_now(only, pace, now))
    prefetch_related_objects(offers, *BESIDE_OFFERS)
    latest = _watched(tuple(games()), only, pace)(now - SLOW, now - QUICK, now)
    return SharedLists(
        only=only,
        pace=pace,
        offers=offers,
        watch=sorted(latest, key=lambda match: match.ply < BEGUN),  # what has begun comes first
        online=online_by_name(),
        ratings=figures_of([offer.challenger_id for offer in offers]),
    )


@dataclass(frozen=True)
class Summary:
    """What the front page shows of the lobby: a match to watch, or a finished one, and how many play."""

    match: Match | None
    online: int
    running: int


def summary(followed: str = "") -> Summary:
    """Return the match to show on the front page, and the counts of players and of matches that are being played.

    It is the one that an open page follows while it is played and for some seconds afterwards, or else one with some
    turns, points and a move of the last minutes, or else one that was played to its end.
    """
    now = clock.now()
    alive = _played_on(now).filter(ply__gte=BEGUN, moved_at__gt=now - QUICK)
    just_over = Match.objects.filter(_is_public(), ply__gte=BEGUN, finished_at__gt=now - LOOKED_AT)
    kept = followed and (alive.filter(pk=followed).first() or _shown(just_over, followed))
    online, running = caches["pages"].get_or_set("lobby.crowd", _crowd, COUNTED) or (0, 0)
    latest = [] if kept else alive.order_by("-moved_at")[:CONSIDERED]
    worth_showing = (match for match in latest if any(score_of(match).numbers))
    return Summary(kept or next(worth_showing, None) or _finished(), online, running)


def _crowd() -> tuple[int, int]:
    return presence.online().count(), _played_on().count()


def _finished() -> Match | None:
    """Return the latest long match that was played to its end, by people if there is one; the same for some minutes."""
    match_id: str | None = caches["pages"].get("lobby.finished")
    if match_id is None:
        over = Match.objects.filter(_is_good_end(), ply__gte=LONG)
        people = over.filter(first__is_computer=False, second__is_computer=False)
        keys = (matches.order_by("-moved_at").values_list("pk", flat=True).first() for matches in (people, over))
        match_id = next((key for key in keys if key), "")
        caches["pages"].set("lobby.finished", match_id, KEPT)
    return _shown(Match.objects.filter(_is_good_end()), match_id) if match_id else None


def _shown(matches: QuerySet[Match], match_id: str) -> Match | None:
    return matches.filter(pk=match_id).select_related("first", "second").defer("seed").first()


def _is_good_end() -> Q:
    return _is_public() & Q(ending=Ending.PLAYED)


def _is_public() -> Q:
    return unsealed() & Q(first__is_active=True, second__is_active=True, voided_at=None, game_slug__in=games())


def online_by_name() -> list[User]:
    """Return the players who are online, by name."""
    return list(presence.online().only("username", "is_computer", "is_bot").order_by("name_key"))


def online_for(viewer: User | None) -> list[User]:
    """Return the players who are online, without those whom a block hides from the viewer."""
    hidden = blocked_ids(viewer)
    return [player for player in online_by_name()[:MOST_ONLINE] if player.pk not in hidden and player != viewer]


@dataclass(frozen=True)
class Neighbours:
    """Players whose ratings in one pool are nearest to the viewer's, nearest first."""

    pool: RatingPool | None  # None while the viewer has no rating
    figures: dict[User, Figure]


def near_in_rating(viewer: User) -> Neighbours:
    """Return the players nearest to the viewer in the pool of most of the viewer's rated matches; three queries."""
    match_count = F("won") + F("drawn") + F("lost")
    own = Rating.objects.filter(player=viewer).select_related("pool").order_by(match_count.desc(), "pk").first()
    if own is None:
        return Neighbours(None, {})
    others = Rating.objects.filter(pool=own.pool, player__is_active=True, player__is_computer=False)
    others = others.exclude(player__in=[viewer.pk, *blocked_ids(viewer)]).select_related("player")
    nearest = others.annotate(gap=Abs(F("rating") - own.rating)).order_by("gap", "player")[:MOST_FOUND]
    now = clock.now()
    return Neighbours(own.pool, {rating.player: figure_of(rating, now) for rating in nearest})


def followed_players(viewer: User) -> list[User]:
    """Return the players whom the viewer follows, without those whom a block hides; by name."""
    people = User.objects.filter(pk__in=followed_by([viewer.pk])[viewer.pk] - blocked_ids(viewer), is_active=True)
    return list(people.order_by("name_key")[:MOST_ONLINE])


def found_by_name(begun: str, viewer: User | None) -> list[User]:
    """Return the players whose names begin with this text; no guests, computers, or players whom a block hides."""
    begins = names_with("name_key__startswith", tidy_name(begun))
    people = User.objects.filter(begins, is_active=True, is_guest=False, is_computer=False)
    return list(people.exclude(pk__in=blocked_ids(viewer)).order_by("name_key")[:MOST_FOUND])


def offers_of(challenger: User, viewer: User | None) -> list[Offer]:
    """Return the open offers of one player that this viewer could accept."""
    offers = playable(open_offers(viewer, set()).filter(challenger=challenger))
    return offers if offers and challenger.pk not in blocked_ids(viewer) else []


def played_now(person: User, number: int) -> list[Match]:
    """Return the matches that a player is playing, the latest move first; at most this many."""
    return list(_played_on().filter(_plays(person)).order_by("-moved_at")[:number])


def live_with_a_person(player: User) -> QuerySet[Match]:
    """Return the player's running live matches, without those against computers."""
    between_people = Q(first__is_computer=False, second__is_computer=False)
    return _running().filter(_plays(player), played_live(), between_people)


def awaiting_match(player: User) -> Match | None:
    """Return the live match that waits for the player to arrive, if any.

    It came of the player's own challenge, or of one that the player accepted and whose challenger has come.
    """
    if not _unbegun(player.pk):
        return None
    other_is_here = Q(first=player, second_away_since=None) | Q(second=player, first_away_since=None)
    is_called = Q(offer__challenger=player) | Q(other_is_here, offer__isnull=False)
    matches = live_with_a_person(player).filter(is_called, clock_since=None)
    return matches.filter(_away_from(player.pk)).order_by("-started_at").first()


def _away_from(player: int) -> Q:
    return Q(first=player, first_away_since__isnull=False) | Q(second=player, second_away_since__isnull=False)


_unbegun = PreparedRows(
    lambda key: Match.objects.filter(_away_from(key), played_live(), finished_at=None, clock_since=None), int
)


def accepted_match(viewer: User, offer_ids: Iterable[str]) -> Match | None:
    """Return the latest match that came of these offers of the viewer's own."""
    offers = Offer.objects.filter(pk__in=offer_ids, challenger=viewer, status=Offer.Status.ACCEPTED)
    offer = offers.select_related("match").order_by("-closed_at").first()
    return offer.match if offer else None


def _running(now: datetime | None = None) -> QuerySet[Match]:
    return unfinished().filter(unsealed(now=now), game_slug__in=games())


@cache
def _watched(slugs: tuple[str, ...], only: str, pace: str) -> PreparedRows[Match]:
    """Return the query of the matches to watch on a site with these games."""

    def watched(*times: datetime) -> QuerySet[Match]:
        played = _played_since(*times).filter(of_game(only, pace), game_slug__in=slugs)
        return played.order_by("-moved_at")[: MOST_WATCHED + SPARE]

    return PreparedRows(watched, datetime, datetime, datetime)


def _played_on(now: datetime | None = None) -> QuerySet[Match]:
    """Return the running matches that are being played: with a move, and a recent one; no guest's against a computer.

    Recent is minutes ago in live matches and against computers, which begin at a press and are left as easily, and a
    day ago in correspondence.
    """
    now = now or clock.now()
    return _played_since(now - SLOW, now - QUICK, now)


def _played_since(slow_since: datetime, quick_since: datetime, now: datetime) -> QuerySet[Match]:
    quick = played_live() | Q(first__is_computer=True) | Q(second__is_computer=True)
    recent = Q(moved_at__gt=slow_since) & (Q(moved_at__gt=quick_since) | ~quick)  # the first is for the index
    tries = Q(first__is_guest=True, second__is_computer=True) | Q(first__is_computer=True, second__is_guest=True)
    return _running(now).filter(recent, ~tries, ply__gt=0, moved_at__gt=F("started_at"))


def _plays(viewer: User | None) -> Q:
    return Q(first=viewer) | Q(second=viewer) if viewer else Q(pk=None)
