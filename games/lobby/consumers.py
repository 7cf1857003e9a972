"""The websocket of the lobby and of a challenge link: sends partials that changed, and where a match began."""

from __future__ import annotations

from urllib.parse import parse_qs

from django.conf import settings
from django.core.cache import caches

from accounts.online import presence
from accounts.online.sockets import ViewerSocket
from core.live.concurrency import in_thread
from core.live.live_partials import ShownPartials
from core.live.page_socket import FAILED, NOTHING_HERE, TRY_AGAIN, Event, Scope
from core.telemetry import is_outage
from games.lobby import live
from games.lobby.audience import LobbyAudience
from games.lobby.errors import NoSuchOffer
from games.lobby.lists import known_filter
from games.lobby.own import NOTHING, Own
from games.lobby.partials import Reader
from games.matches.play.announcements import player_topic

MOST_WAITING = 20  # own offers named in the address; further ones are ignored
ARRIVALS = 10  # seconds in which the arrivals of many players are announced once


class LobbyConsumer(ViewerSocket):
    """Keeps one open page up to date for its viewer; changes come by its audience.

    The query string of the socket says which of the viewer's own offers the page shows as waiting (`waiting`, several),
    to which game and pace it is filtered (`game`, `pace`), and on the page of a challenge link, which offer it shows
    (`offer`).
    """

    keeps_present = False  # arrivals are news here: `_arrives` records them
    audience: LobbyAudience | None = None
    own: Own = NOTHING  # what the viewer alone sees, as it was last read

    def topics_to_join(self) -> list[str]:
        """Return the topics of the viewer, and of the viewer's own matches."""
        return [*super().topics_to_join(), *([player_topic(self.viewer.pk)] if self.viewer else [])]

    async def connect(self) -> None:
        """Read the query string."""
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.offer_id = query.get("offer", [""])[0]
        self.only, self.pace = known_filter(query.get("game", [""])[0], query.get("pace", [""])[0])
        self.waiting = frozenset(query.get("waiting", [])[:MOST_WAITING])
        self.viewer_key = self.viewer.pk if self.viewer else None
        self.reader = Reader(self.language, self.zone, site_of(self.scope))
        self.audience = LobbyAudience.join(live.LOBBY, self)
        await super().connect()

    def unsubscribe(self) -> None:
        """Leave the audience too."""
        super().unsubscribe()
        if self.audience:
            self.audience.leave(self)

    async def hello(self, data: Event) -> None:
        """Answer a hello or heartbeat with the partials that the page lacks, or with `{}`."""
        self.shown = self.shown or ShownPartials({})
        arrived = await self._arrives()
        if arrived and await caches["pages"].aadd("lobby.arrivals", True, ARRIVALS):
            live.announce_arrival()
        if self.audience:
            await self.audience.ask(self, arrived=arrived)

    def match_changed(self, event: Event) -> None:
        """Bring the page up to date at once: a match of the viewer's own started or changed."""
        if self.shown and self.audience:
            self.audience.concern(self)

    async def fail(self, fault: Exception) -> None:
        """Close the socket of a page that could not be drawn; a page that can try again does so."""
        if isinstance(fault, NoSuchOffer):
            await self.close(NOTHING_HERE)
        else:
            await self.close(TRY_AGAIN if is_outage(fault) else FAILED)

    async def _arrives(self) -> bool:
        """Record that the viewer is online; return whether they were away before."""
        if self.viewer is None or not presence.is_due(self.viewer):
            return False
        return await in_thread(presence.touch, self.viewer)


def site_of(scope: Scope) -> str:
    """Return the base address of links to this site: the configured one, or that of the viewer's page."""
    origin: bytes = dict(scope["headers"]).get(b"origin", b"")
    return settings.SITE_URL or origin.decode("latin-1")
