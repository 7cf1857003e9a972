"""Views of link previews: PNGs of 1200 x 630 pixels in the language of their address, bounded in cost.

They are cached, and drawn in a worker process, one at a time for each web process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from hashlib import sha256

from django.conf import settings
from django.core.cache import caches
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext, override
from django.views.decorators.http import require_safe

from accounts.player import player_at
from core import limits
from core.limits import RETRY_AFTER, Outside
from games.catalogue import games
from games.discovery import pictures
from games.discovery.pictures import Card, draw_card
from games.discovery.png import draw_png
from games.events.services import visible_to as visible_events
from games.lobby.models import Offer
from games.matches.models import Match
from games.matches.play.seals import unsealed
from games.puzzles.models import Puzzle
from games.puzzles.services.selection import visible
from games.workers import NotDone, begin

LONGEST_DRAWING = 5.0  # seconds of CPU for a picture
LONGEST = 15.0  # seconds to wait for a worker
CACHE = "pictures"
KEPT = 24 * 3600  # seconds in the cache, in browsers and in chat programs
FOUND = {
    "Content-Type": "image/png",
    "Cache-Control": f"public, max-age={KEPT}",
    "Cross-Origin-Resource-Policy": "cross-origin",  # mail programs on the web show it too
}
LIMITED = 60  # seconds after which who has asked for many pictures may come again

_drawer = ThreadPoolExecutor(1, thread_name_prefix="pictures")  # waits for the worker; uses no database


def _drawn(key: str, svg: str) -> bytes:
    """Return the PNG, which is cached; raises NotDone, and TimeoutError if no worker was free in time."""
    png: bytes | None = caches[CACHE].get(key)
    if png is None:
        png = begin(LONGEST_DRAWING, draw_png, svg).result(LONGEST)
        caches[CACHE].set(key, png, KEPT)
    return png


@require_safe
def match(request: HttpRequest, language: str, match_id: str, ply: int) -> HttpResponse:
    """Return the picture of a match after move number `ply`."""
    matches = Match.objects.select_related("first", "second").filter(unsealed(), game_slug__in=games())
    this_match = get_object_or_404(matches, pk=match_id, ply__gte=ply)
    return _png(request, language, partial(pictures.of_match, this_match, ply))


@require_safe
def event(request: HttpRequest, language: str, key: str, version: int) -> HttpResponse:
    """Return the picture of an event as it is now; its address has a version, as pictures are kept by address."""
    events = visible_events(None).select_related("series").filter(game_slug__in=games(), version__gte=version)
    return _png(request, language, partial(pictures.of_event, get_object_or_404(events, pk=key)))


@require_safe
def puzzle(request: HttpRequest, language: str, puzzle_id: str) -> HttpResponse:
    """Return the picture of a puzzle that players may see."""
    this_puzzle = get_object_or_404(visible(), pk=puzzle_id, state=Puzzle.State.OFFERED)
    return _png(request, language, partial(pictures.of_puzzle, this_puzzle))


@require_safe
def challenge(request: HttpRequest, language: str, offer_id: str) -> HttpResponse:
    """Return the picture of a challenge by link."""
    links = Offer.objects.filter(kind=Offer.Kind.LINK, game_slug__in=games()).select_related("challenger")
    return _png(request, language, partial(pictures.of_challenge, get_object_or_404(links, pk=offer_id)))


@require_safe
def player(request: HttpRequest, language: str, name: str) -> HttpResponse:
    """Return the picture of a player; redirect from a look-alike spelling of the name."""
    person = player_at(name)
    if person.username != name:
        return redirect("discovery:player_picture", language, person.username)
    return _png(request, language, partial(pictures.of_player, person))


@require_safe
def game(request: HttpRequest, language: str, slug: str) -> HttpResponse:
    """Return the picture of a game."""
    if slug not in games():
        raise Http404
    return _png(request, language, partial(pictures.of_game, slug))


@require_safe
def site(request: HttpRequest, language: str) -> HttpResponse:
    """Return the picture of the site."""
    return _png(request, language, pictures.of_site)


def _png(request: HttpRequest, language: str, card: Callable[[], Card]) -> HttpResponse:
    """Return the picture, from the cache if it is there; a new one counts for the limit of the visitor's address."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        svg = draw_card(card())
    key = sha256(svg.encode()).hexdigest()
    if png := caches[CACHE].get(key):
        return HttpResponse(png, headers=FOUND)
    if not limits.admit(request, "picture"):
        return _later(language, LIMITED)
    answer = _Drawn(language, _drawer.submit(_drawn, key, svg))
    if not isinstance(request, ASGIRequest):
        answer.wait()
    return answer


class _Drawn(Outside, HttpResponse):
    """The picture once it is drawn; who waits longer than `LONGEST` is told to come again."""

    def __init__(self, language: str, drawing: Future[bytes]) -> None:
        super().__init__(headers=FOUND)
        self.language = language
        self.drawing = drawing

    async def complete(self) -> None:
        """Wait in the event loop until the picture is drawn; who has gone leaves the queue."""
        try:
            async with asyncio.timeout(LONGEST):
                self._fill(await asyncio.wrap_future(self.drawing))
        except (NotDone, TimeoutError):
            self._refuse()

    def wait(self) -> None:
        """Do the same in this thread."""
        try:
            self._fill(self.drawing.result(LONGEST))
        except (NotDone, TimeoutError):
            self._refuse()

    def _fill(self, png: bytes) -> None:
        self.content = png
        self["Content-Length"] = str(len(png))

    def _refuse(self) -> None:
        refusal = _later(self.language, RETRY_AFTER)
        self.status_code = refusal.status_code
        self._fill(refusal.content)
        for name, value in refusal.items():
            self[name] = value


def _later(language: str, seconds: int) -> HttpResponse:
    """Return the refusal of a picture, in plain text, for the program that asked for it."""
    with override(language):
        text = gettext("Too many pictures at once. Try again in a moment.")
    headers = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
    return HttpResponse(text, status=429, content_type="text/plain; charset=utf-8", headers=headers)
