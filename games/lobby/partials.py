"""The partials of the lobby page, rendered for one viewer."""

from __future__ import annotations

from dataclasses import dataclass

from django.template.loader import render_to_string

from accounts.models import User
from games.lobby.errors import OwnOffer
from games.lobby.lists import lobby_of, ratings_for
from games.lobby.models import Offer
from games.lobby.services import check_acceptable, find_offer
from games.matches.errors import Blocked, Refused
from games.ratings.standings import Figures

NAMES = ("challenges", "waiting", "mine", "offers", "watch", "favourites", "online")


@dataclass(frozen=True)
class Shown:
    """The partials of a page by name, and the viewer's own offers that it shows as waiting."""

    pieces: dict[str, str]
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
    return Challenge(offer, viewer, refusal, ratings_for(viewer, [offer]))


def show_lobby(viewer: User | None, site: str, only: str = "", pace: str = "") -> Shown:
    """Render the partials of the lobby page that change. `site` is the base address of links; see `Lobby`."""
    lobby = lobby_of(viewer, only, pace)
    context = {"lobby": lobby, "site": site}
    pieces: dict[str, str] = {name: render_to_string(f"lobby/_{name}.html", context) for name in NAMES}
    return Shown(pieces, lobby.waiting_ids)


def show_challenge(offer_id: str, viewer: User | None, site: str) -> Shown:
    """Render the partial of a challenge link's page; raises NoSuchOffer."""
    challenge = challenge_of(find_offer(offer_id), viewer)
    piece = render_to_string("lobby/_challenge.html", {"challenge": challenge, "site": site})
    return Shown({"challenge": piece}, frozenset({offer_id} if challenge.own else ()))
