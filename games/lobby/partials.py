"""The partials of the lobby page: what all viewers see is rendered once for all, the rest for one viewer."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string

from accounts.models import User
from core.slots import Context
from games.lobby.errors import Closed, OwnOffer, Taken
from games.lobby.lists import Lobby, offers_of, played_now, summary
from games.lobby.models import Offer
from games.lobby.services import check_acceptable, find_offer
from games.lobby.templatetags.offers import MARK
from games.matches.errors import Blocked, Refused
from games.ratings.standings import Figures, figures_of
from games.ratings.templatetags.ratings import stakes_html

MOST_PLAYED_NOW = 3
NAMES = ("challenges", "waiting", "mine", "offers", "watch", "favourites", "online", "online_number")


@dataclass(frozen=True)
class Shown:
    """The partials of a page by name, and the viewer's own offers that it shows as waiting."""

    partials: dict[str, str]
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


class Drawings:
    """The partials of lobby pages, drawn from the same lists: what several viewers see alike is rendered once.

    The shared HTML has marks where viewers see different things: around the key of an offer, in place of the rating
    changes for the viewer, and around the button beside a player, which viewers do not see beside themselves.
    """

    def __init__(self) -> None:
        self._rendered: dict[Hashable, str] = {}
        self._split: dict[str, list[str]] = {}

    def show(self, lobby: Lobby, reader: Reader) -> Shown:
        """Return the partials of the lobby page that change, in the active language and time zone."""
        return Shown({name: self._partial(name, lobby, reader) for name in NAMES}, lobby.waiting_ids)

    def _partial(self, name: str, lobby: Lobby, reader: Reader) -> str:
        if name == "offers":
            return self._offers(lobby, reader)
        if name == "online":
            return self._online(lobby, reader)
        if name == "online_number":
            return self._once((name, reader.language, lobby.present), name, lobby, reader)
        listed: list[Any] = getattr(lobby, name)  # rows of another type for each name
        if name in ("watch", "favourites"):
            return self._once((name, reader.language, lobby.only, *(one.pk for one in listed)), name, lobby, reader)
        if not listed:
            return self._once((name, reader.language, lobby.viewer is None), name, lobby, reader)
        return _render(name, lobby, reader)

    def _offers(self, lobby: Lobby, reader: Reader) -> str:
        zone = reader.zone if any(offer.time_control.rests for offer in lobby.offers) else None
        listed = tuple((offer.pk, offer.more) for offer in lobby.offers)
        key = ("offers", reader.language, zone, lobby.only, lobby.plays_rated, listed)
        html = self._once(key, "offers", replace(lobby, marked=True), reader)
        split = self._parts(html)
        if not (lobby.viewer and lobby.plays_rated):
            return self._joined(key, split[::2])
        offers = {offer.pk: offer for offer in lobby.offers}
        return "".join(self._stakes(lobby, offers[part], reader) if at % 2 else part for at, part in enumerate(split))

    def _stakes(self, lobby: Lobby, offer: Offer, reader: Reader) -> str:
        assert lobby.viewer  # noqa: S101 - there is a viewer who plays rated
        if not offer.rated:
            return ""
        figures = [lobby.ratings.of(player, offer) for player in (lobby.viewer, offer.challenger)]
        key = ("stakes", reader.language, *figures)
        html = self._rendered.get(key)
        if html is None:
            prospects = lobby.ratings.prospects(lobby.viewer, offer.challenger, offer)
            html = self._rendered[key] = stakes_html(prospects)
        return html

    def _online(self, lobby: Lobby, reader: Reader) -> str:
        listed = tuple(user.pk for user in lobby.online)
        key = ("online", reader.language, lobby.present, listed)
        html = self._once(key, "online", replace(lobby, viewer=None, marked=True), reader)
        split = self._parts(html)
        if not lobby.viewer or lobby.viewer.pk not in listed:
            return self._joined(key, split)
        you = self._rendered.get(("you", reader.language))
        if you is None:
            you = render_to_string("lobby/here.html", {"player": lobby.viewer, "lobby": lobby})
            self._rendered["you", reader.language] = you
        place = 2 * listed.index(lobby.viewer.pk) + 1
        return "".join((*split[:place], you, *split[place + 1 :]))

    def _parts(self, html: str) -> list[str]:
        """Split at the marks: parts with an even index are for all viewers, those between them are not."""
        split = self._split.get(html)
        if split is None:
            split = self._split[html] = html.split(MARK)
        return split

    def _joined(self, key: Hashable, split: list[str]) -> str:
        html = self._rendered.get((key, "joined"))
        if html is None:
            html = self._rendered[key, "joined"] = "".join(split)
        return html

    def _once(self, key: Hashable, name: str, lobby: Lobby, reader: Reader) -> str:
        html = self._rendered.get(key)
        if html is None:
            html = self._rendered[key] = _render(name, lobby, reader)
        return html


def _render(name: str, lobby: Lobby, reader: Reader) -> str:
    html: str = render_to_string(f"lobby/_{name}.html", {"lobby": lobby, "site": reader.site})
    return html


def at_home(page: Context) -> dict[str, object]:
    """Return the context of the front page: a match to show, and the numbers of players and matches."""
    found = summary()
    return {"match": found.match, "online": found.online, "running": found.running}


def of_player(page: Context) -> Context | None:
    """Return the open offers of the player whose page this is; None if there are none for this viewer."""
    viewer = page["user"] if isinstance(page["user"], User) else None
    person: User = page["person"]
    found = offers_of(person, viewer)
    return {"offers": found, "viewer": viewer} if found else None


def played_now_by(page: Context) -> Context | None:
    """Return the matches that a visitor of the player's page can watch now; None on one's own page."""
    person: User = page["person"]
    found = [] if page["user"] == person else played_now(person, MOST_PLAYED_NOW)
    return {"running": found} if found else None


def show_challenge(offer_id: str, viewer: User | None, site: str) -> Shown:
    """Render the partial of a challenge link's page; raises NoSuchOffer."""
    challenge = challenge_of(find_offer(offer_id), viewer)
    partial = render_to_string("lobby/_challenge.html", {"challenge": challenge, "site": site})
    return Shown({"challenge": partial}, frozenset({offer_id} if challenge.own else ()))
