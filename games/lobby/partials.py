"""The live partials of the lobby and of a challenge link, and partials of the lobby on other pages."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.hooks import PageNews, PagePartial
from accounts.models import User
from core.hooks import Context
from core.live.live_partials import Bound, BoundPartial, Inputs, LivePartial
from games.lobby.errors import Closed, OwnOffer, Taken
from games.lobby.lists import Lobby, awaiting_match, offers_of, played_now, summary
from games.lobby.models import Offer
from games.lobby.rows import OfferRow, PersonRow, digest_of, offer_row, person_row
from games.lobby.services import check_acceptable, find_offer
from games.lobby.wording import brief, terms
from games.matches.errors import Blocked, Refused
from games.matches.models import Match
from games.matches.pages.match_view import MatchEntry
from games.matches.templatetags.sentences import named
from games.ratings.standings import Figures, figures_of
from games.ratings.templatetags.ratings import stakes_html

MOST_PLAYED_NOW = 3


@dataclass(frozen=True)
class Shown:
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
    zone: ZoneInfo
    site: str


@dataclass
class Drawings:
    """The partials of lobby pages from the same lists: rows that several viewers see alike are made and drawn once."""

    _made: dict[Hashable, Any] = field(default_factory=dict)  # rows and partials, by what they depend on

    def show(self, lobby: Lobby, reader: Reader) -> Shown:
        """Return the partials of the lobby page that change, in the active language and time zone."""
        view = View(lobby, reader, self)
        bound: dict[str, BoundPartial | None] = {}
        for partial in PARTIALS:
            inputs = partial.inputs(view, reader)
            if inputs is not None:
                key = partial.key(inputs)
                index = partial.name, reader.language, key
                bound[partial.name] = self.once(index, lambda p=partial, i=inputs, k=key: p.bound(i, k))  # type: ignore[misc]
        return Shown(bound, lobby.waiting_ids)

    def once(self, index: Hashable, make: Callable[[], Any]) -> Any:  # noqa: ANN401 - rows and partials
        """Return what was made for this index before, or make it."""
        result = self._made.get(index)
        if result is None:
            result = self._made[index] = make()
        return result


@dataclass(frozen=True)
class View:
    """The lobby as one viewer sees it, with rows that are shared with others."""

    lobby: Lobby
    reader: Reader
    drawings: Drawings

    def row(self, offer: Offer) -> OfferRow:
        """Return the row of an offer, alike for all who read it in the same language and may play rated or not."""
        lobby, reader = self.lobby, self.reader
        zone = reader.zone if offer.time_control.rests else None
        index = "row", offer.pk, offer.more, reader.language, zone, lobby.plays_rated
        row: OfferRow = self.drawings.once(index, lambda: offer_row(offer, lobby.ratings, lobby.viewer))
        return row

    def stakes(self, offer: Offer) -> SafeString:
        """Return the rating changes for the viewer, drawn; empty for most viewers and offers."""
        lobby = self.lobby
        if not (lobby.viewer and lobby.plays_rated and offer.rated):
            return SafeString("")
        figures = [lobby.ratings.of(player, offer) for player in (lobby.viewer, offer.challenger)]
        viewer = lobby.viewer
        html: SafeString = self.drawings.once(
            ("stakes", self.reader.language, *figures),
            lambda: stakes_html(lobby.ratings.prospects(viewer, offer.challenger, offer)),
        )
        return html

    def people(self, persons: list[User]) -> tuple[PersonRow, ...]:
        """Return the rows of these players, of which one may be the viewer."""
        keys, viewer = tuple(person.pk for person in persons), self.lobby.viewer
        rows: tuple[PersonRow, ...] = self.drawings.once(("people", keys), lambda: tuple(map(person_row, persons)))
        if viewer is None or viewer.pk not in keys:
            return rows
        at = keys.index(viewer.pk)
        return *rows[:at], rows[at]._replace(is_viewer=True), *rows[at + 1 :]

    def with_stakes(self, offers: list[Offer]) -> tuple[tuple[OfferRow, SafeString], ...]:
        """Return the rows of these offers, each with the viewer's rating changes."""
        return tuple((self.row(offer), self.stakes(offer)) for offer in offers)


def _challenges(view: View, _reader: Reader) -> Inputs:
    return {"rows": view.with_stakes(view.lobby.challenges), "query": view.lobby.query}


def _waiting(view: View, reader: Reader) -> Inputs:
    lobby = view.lobby
    rows = tuple(_waiting_row(offer, lobby) for offer in lobby.waiting)
    return {
        "rows": rows,
        "query": lobby.query,
        "others_online": rows and lobby.others_online,
        "site": rows and reader.site,
    }


def _waiting_row(offer: Offer, lobby: Lobby) -> Mapping[str, object]:
    """Return what the list of the viewer's own offers shows of one."""
    return Row(
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


class Row(dict[str, object]):
    """A row of plain values that can be part of a key."""

    def __hash__(self) -> int:  # type: ignore[override]  # nothing changes a row
        return hash(tuple(self.items()))


def _mine(view: View, _reader: Reader) -> Inputs:
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
    return match.pk, match.ply, str(one.opponent), one.points, one.my_turn, one.calls, match.is_live, deadline


def _offers(view: View, _reader: Reader) -> Inputs:
    return {"rows": view.with_stakes(view.lobby.offers), "only": view.lobby.only}


def _offers_key(inputs: Inputs) -> object:
    return inputs["only"], tuple((digest_of(row), stakes) for row, stakes in inputs["rows"])


def _watch(view: View, _reader: Reader) -> Inputs:
    return {"matches": view.lobby.watch, "only": view.lobby.only}


def _watch_key(inputs: Inputs) -> object:
    return inputs["only"], tuple(_watched(match) for match in inputs["matches"])


def _watched(match: Match) -> tuple[object, ...]:
    points = match.first_points, match.second_points
    return match.pk, match.ply, str(match.first), str(match.second), points, match.is_live


def _favourites(view: View, _reader: Reader) -> Inputs:
    return {"rows": view.people(view.lobby.favourites)}


def _online(view: View, reader: Reader) -> Inputs:
    return {"rows": view.people(view.lobby.online), "number": ONLINE_NUMBER.of(view, reader)}


def _online_number(view: View, _reader: Reader) -> Inputs:
    return {"present": view.lobby.present}


LobbyPartial = LivePartial[View, Reader]
ONLINE_NUMBER: LobbyPartial = LivePartial("online_number", "lobby/_online_number.html", _online_number)

# What changes on the lobby page.
PARTIALS: tuple[LobbyPartial, ...] = (
    LivePartial("challenges", "lobby/_challenges.html", _challenges),
    LivePartial("waiting", "lobby/_waiting.html", _waiting),
    LivePartial("mine", "lobby/_mine.html", _mine, key=_mine_key),
    LivePartial("offers", "lobby/_offers.html", _offers, key=_offers_key),
    LivePartial("watch", "lobby/_watch.html", _watch, key=_watch_key),
    LivePartial("favourites", "lobby/_favourites.html", _favourites),
    LivePartial("online", "lobby/_online.html", _online, key=lambda inputs: (inputs["number"].key, inputs["rows"])),
    ONLINE_NUMBER,
)


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


def show_challenge(offer_id: str, viewer: User | None, reader: Reader) -> Shown:
    """Return the partial of a challenge link's page; raises NoSuchOffer."""
    challenge = challenge_of(find_offer(offer_id), viewer)
    own = frozenset({offer_id} if challenge.own else ())
    return Shown({"challenge": CHALLENGE.of(challenge, reader)}, own)


def at_home(page: Context) -> dict[str, object]:
    """Return the context of the front page: a match to show, and the numbers of players and matches."""
    overview = summary()
    return {"match": overview.match, "online": overview.online, "running": overview.running}


def of_player(page: Context) -> Context | None:
    """Return the open offers of the player whose page this is; None if there are none for this viewer."""
    viewer = page["user"] if isinstance(page["user"], User) else None
    person: User = page["person"]
    offers = offers_of(person, viewer)
    return {"offers": offers, "viewer": viewer} if offers else None


def played_now_by(page: Context) -> Context | None:
    """Return the matches that a visitor of the player's page can watch now; None on one's own page."""
    person: User = page["person"]
    matches = [] if page["user"] == person else played_now(person, MOST_PLAYED_NOW)
    return {"running": matches} if matches else None


def _call(news: PageNews, player: User) -> Inputs | None:
    """Return the match that waits for the player, and until when; None on the page that displays it."""
    match = awaiting_match(player)
    if match is None or match.deadline_at is None or match.pk == news.displays.get("match"):
        return None
    return {**_call_words(player, match), "until": round(match.deadline_at.timestamp() * 1000)}


# Calls a player to a live match from every page. It comes when the match begins or the opponent arrives, or with a
# heartbeat, and stays as long as the match waits.
CALL = PagePartial("call", "lobby/_call.html", _call, changes=lambda news: news.came.get("ply") == 0)


def called(page: Context) -> Context | None:
    """Return the same words and path for the page of a match against a computer; no query for other matches."""
    board_view = page["board_view"]
    if board_view.seat is None or not board_view.opponent.is_computer:
        return None
    player = board_view.match.player(board_view.seat)
    match = awaiting_match(player)
    return _call_words(player, match) if match else None


def _call_words(player: User, match: Match) -> dict[str, object]:
    opponent = match.second if match.first_id == player.pk else match.first
    text = gettext("%(name)s is here: play now") % {"name": opponent}
    return {"text": text, "path": reverse("matches:match", args=[match.pk])}
