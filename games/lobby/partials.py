"""The live partials of the lobby and of a challenge link."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import partial
from time import monotonic
from typing import TypeVar, cast

from django.conf import settings
from django.utils import timezone
from django.utils.safestring import SafeString

from accounts.models import User
from core.live.partials import EMPTY, Bound, BoundPartial, Inputs, LivePartial
from games.lobby import notices
from games.lobby.entries import OfferEntry, PersonEntry, WaitingEntry, brief, offer_entry, person_entry, terms
from games.lobby.errors import Closed, OwnOffer, Taken
from games.lobby.lists import (
    Lobby,
    SharedLists,
    compose,
    known_filter,
    shared_lists,
)
from games.lobby.models import Offer
from games.lobby.own import NOTHING, check_acceptable, own_of
from games.lobby.services import find_offer
from games.matches.errors import Blocked, Refused
from games.matches.models import Match
from games.matches.pages.match_view import MatchEntry
from games.matches.pages.tallies import score_of
from games.matches.templatetags.sentences import named
from games.ratings.standings import Figures, figures_of
from games.ratings.templatetags.ratings import stakes_html

Made = TypeVar("Made")


@dataclass(frozen=True)
class LobbyContent:
    """The partials of a page by name, and the viewer's own offers that it shows as waiting."""

    partials: Bound
    waiting: frozenset[str]


@dataclass(frozen=True)
class Challenge:
    """A challenge link as one viewer sees it; `refusal` says why they cannot accept it."""

    offer: Offer
    viewer: User | None
    refusal: Refused | None
    ratings: Figures

    @property
    def own(self) -> bool:
        """Whether the viewer made the link, and it is open."""
        return isinstance(self.refusal, OwnOffer)

    @property
    def is_over(self) -> bool:
        """Whether the viewer came too late, and may challenge the player who made the link."""
        return isinstance(self.refusal, Closed | Taken) and not self.mine and self.offer.challenger.is_active

    @property
    def mine(self) -> bool:
        """Whether the viewer made the link, open or not."""
        return self.viewer is not None and self.viewer.pk == self.offer.challenger_id

    @property
    def could_be_rated(self) -> bool:
        """Whether the match would be rated if the viewer had an account."""
        return self.offer.rated and self.refusal is None and not (self.viewer and self.viewer.plays_rated)

    @property
    def status(self) -> int:
        """The HTTP status of the page: 410 for a challenge that is over."""
        if self.refusal is None or self.own:
            return 200
        return 403 if isinstance(self.refusal, Blocked) else 410


def challenge_of(offer: Offer, viewer: User | None) -> Challenge:
    """Return the challenge as this viewer sees it."""
    refusal = None
    try:
        check_acceptable(offer, viewer)
    except Refused as refused:
        refusal = refused
    players = [offer.challenger_id, *([viewer.pk] if viewer else [])]
    return Challenge(offer, viewer, refusal, figures_of(players))


@dataclass(frozen=True)
class Reader:
    """The language and time zone of a page's viewer, and the base address of links."""

    language: str
    zone: tzinfo
    site: str


@dataclass
class Drawings:
    """The partials of lobby pages from the same lists: what several viewers see alike is made and drawn once."""

    _made: dict[Hashable, object] = field(default_factory=dict)  # entries and partials, by what they depend on

    def show(self, lobby: Lobby, reader: Reader) -> LobbyContent:
        """Return the partials of the lobby page that change, in the active language and time zone."""
        view = LobbyView(lobby, reader, self)
        bound: dict[str, BoundPartial | None] = {}
        for live in PARTIALS:
            inputs = live.inputs(view, reader)
            if inputs is not None:
                key = live.key(inputs)
                bound[live.name] = self.once((live.name, reader.language, key), partial(live.bound, inputs, key))
        return LobbyContent(bound, lobby.waiting_ids)

    def once(self, index: Hashable, make: Callable[[], Made]) -> Made:
        """Return what was made for this index before, or make it; an index stands for things of one type."""
        if index not in self._made:
            self._made[index] = make()
        return cast(Made, self._made[index])


@dataclass(frozen=True)
class LobbyView:
    """The lobby as one viewer sees it, with entries that are shared with others."""

    lobby: Lobby
    reader: Reader
    drawings: Drawings

    def people(self, persons: list[User]) -> tuple[PersonEntry, ...]:
        """Return the entries of these players, of which one may be the viewer."""
        keys, viewer = tuple(person.pk for person in persons), self.lobby.viewer
        entries = self.drawings.once(("people", keys), lambda: tuple(map(person_entry, persons)))
        if viewer is None or viewer.pk not in keys:
            return entries
        at = keys.index(viewer.pk)
        return *entries[:at], entries[at]._replace(is_viewer=True), *entries[at + 1 :]

    def offers(self, offers: list[Offer]) -> tuple[tuple[OfferEntry, SafeString], ...]:
        """Return the entries of these offers, each with the viewer's rating changes."""
        return tuple((self._entry(offer), self._stakes(offer)) for offer in offers)

    def _entry(self, offer: Offer) -> OfferEntry:
        """Return the entry, alike for all who read it in the same language and may play rated or not."""
        lobby, reader = self.lobby, self.reader
        zone = reader.zone if offer.time_control.rests else None
        index = "offer", offer.pk, offer.more, reader.language, zone, lobby.plays_rated
        return self.drawings.once(index, lambda: offer_entry(offer, lobby.ratings, lobby.viewer))

    def _stakes(self, offer: Offer) -> SafeString:
        """Return the rating changes for the viewer, drawn; empty for most viewers and offers."""
        ratings, viewer = self.lobby.ratings, self.lobby.viewer
        if not (viewer and self.lobby.plays_rated and offer.rated):
            return EMPTY
        figures = [ratings.of(player, offer) for player in (viewer, offer.challenger)]
        return self.drawings.once(
            ("stakes", self.reader.language, *figures),
            lambda: stakes_html(ratings.prospects(viewer, offer.challenger, offer)),
        )


def _challenges(view: LobbyView, _reader: Reader) -> Inputs:
    return {"entries": view.offers(view.lobby.challenges), "query": view.lobby.query}


def _waiting(view: LobbyView, reader: Reader) -> Inputs:
    lobby = view.lobby
    entries = tuple(_waiting_entry(offer, lobby) for offer in lobby.waiting)
    return {
        "entries": entries,
        "query": lobby.query,
        "others_online": entries and lobby.others_online,
        "site": entries and reader.site,
    }


def _waiting_entry(offer: Offer, lobby: Lobby) -> WaitingEntry:
    return WaitingEntry(
        key=offer.pk,
        game=named(offer.game),
        game_slug=offer.game_slug,
        brief=tuple(brief(offer, lobby.viewer)),
        terms=tuple(terms(offer, lobby.viewer)),
        opponent=str(offer.opponent) if offer.opponent else "",
        kind=str(offer.kind),
        is_live=offer.is_live,
        made_at=offer.made_at,
        computer=offer.game_slug in lobby.against_computers,
    )


def _mine(view: LobbyView, _reader: Reader) -> Inputs:
    lobby = view.lobby
    return {
        "mine": lobby.mine,
        "my_turns": lobby.my_turns,
        "their_turns": lobby.their_turns,
        "viewer": lobby.viewer is not None,
    }


def _mine_key(inputs: Inputs) -> object:
    """Return what the cards show, except the time that is left in words, which a script keeps up to date."""
    return inputs["viewer"], tuple(_card(one) for one in inputs["mine"])


def _card(one: MatchEntry) -> tuple[object, ...]:
    match = one.match
    deadline = timezone.localtime(match.deadline_at).isoformat() if match.deadline_at else ""
    return match.pk, match.ply, str(one.opponent), score_of(match), one.my_turn, one.calls, match.is_live, deadline


def _offers(view: LobbyView, _reader: Reader) -> Inputs:
    return {"entries": view.offers(view.lobby.offers), "only": view.lobby.only}


def _watch(view: LobbyView, _reader: Reader) -> Inputs:
    return {"matches": view.lobby.watch, "only": view.lobby.only}


def _watch_key(inputs: Inputs) -> object:
    return inputs["only"], tuple(watched(match) for match in inputs["matches"])


def watched(match: Match) -> tuple[object, ...]:
    """Return what is shown of a match that others watch; where it differs, the match is drawn again."""
    return (
        match.pk,
        match.ply,
        str(match.first),
        str(match.second),
        score_of(match),
        match.is_live,
        match.finished_at is None,
    )


def _favourites(view: LobbyView, _reader: Reader) -> Inputs:
    return {"entries": view.people(view.lobby.favourites)}


def _online(view: LobbyView, reader: Reader) -> Inputs:
    return {"entries": view.people(view.lobby.online), "number": ONLINE_NUMBER.of(view, reader)}


def _online_number(view: LobbyView, _reader: Reader) -> Inputs:
    return {"present": view.lobby.present}


LobbyPartial = LivePartial[LobbyView, Reader]
ONLINE_NUMBER: LobbyPartial = LivePartial("online_number", "lobby/_online_number.html", _online_number)

# What changes on the lobby page.
PARTIALS: tuple[LobbyPartial, ...] = (
    LivePartial("challenges", "lobby/_challenges.html", _challenges),
    LivePartial("waiting", "lobby/_waiting.html", _waiting),
    LivePartial("mine", "lobby/_mine.html", _mine, key=_mine_key),
    LivePartial("offers", "lobby/_offers.html", _offers),
    LivePartial("watch", "lobby/_watch.html", _watch, key=_watch_key),
    LivePartial("favourites", "lobby/_favourites.html", _favourites),
    LivePartial("online", "lobby/_online.html", _online, key=lambda inputs: (inputs["number"].key, inputs["entries"])),
    ONLINE_NUMBER,
)


@dataclass(frozen=True)
class Snapshot:
    """The lists as they were read at `read_at` (monotonic seconds), and what was drawn of them."""

    shared: SharedLists
    read_at: float
    changes: int
    drawings: Drawings = field(default_factory=Drawings)


_snapshots: dict[tuple[str, str], Snapshot] = {}


def show_lobby(viewer: User | None, only: str, pace: str, reader: Reader) -> tuple[Lobby, Bound]:
    """Return the lobby of this viewer and its partials by name, in the active language and time zone.

    Lists for all are up to `LOBBY_LISTS_KEPT` seconds old, unless something was announced in this process since. The
    socket of the page brings what changed meanwhile.
    """
    snapshot = _snapshot_of(*known_filter(only, pace))
    own = own_of([viewer])[viewer.pk] if viewer else NOTHING
    lobby = compose(snapshot.shared, own, viewer)
    return lobby, snapshot.drawings.show(lobby, reader).partials


def _snapshot_of(only: str, pace: str) -> Snapshot:
    snapshot, changes = _snapshots.get((only, pace)), notices.changes()
    if snapshot and snapshot.changes == changes and monotonic() - snapshot.read_at < settings.LOBBY_LISTS_KEPT:
        return snapshot
    # The time and the number of changes before reading: what changes meanwhile makes the lists outdated.
    read_at = monotonic()
    _snapshots[only, pace] = fresh = Snapshot(shared_lists(only, pace), read_at, changes)
    return fresh


def _challenge(challenge: Challenge, reader: Reader) -> Inputs:
    return {"challenge": challenge, "site": reader.site}


def _challenge_key(inputs: Inputs) -> object:
    challenge: Challenge = inputs["challenge"]
    offer, viewer = challenge.offer, challenge.viewer
    prospects = challenge.ratings.prospects(viewer, offer.challenger, offer) if viewer else None
    return (
        inputs["site"],
        (challenge.own, challenge.mine, challenge.is_over, challenge.could_be_rated, str(challenge.refusal or "")),
        (str(offer.challenger), tuple(brief(offer, viewer)), tuple(terms(offer, viewer))),
        (viewer and viewer.pk, str(viewer or ""), bool(viewer and viewer.plays_rated)),
        prospects and (str(prospects.own), prospects.won, prospects.drawn, prospects.lost),
    )


# The challenge on the page of its link.
CHALLENGE: LivePartial[Challenge, Reader] = LivePartial(
    "challenge", "lobby/_challenge.html", _challenge, key=_challenge_key
)


def show_challenge(offer_id: str, viewer: User | None, reader: Reader) -> LobbyContent:
    """Return the partial of a challenge link's page; raises NoSuchOffer."""
    challenge = challenge_of(find_offer(offer_id), viewer)
    own = frozenset({offer_id} if challenge.own else ())
    return LobbyContent({"challenge": CHALLENGE.of(challenge, reader)}, own)
