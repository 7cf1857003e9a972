"""Views of link previews: PNGs of 1200 x 630 pixels in the language of their address, bounded in cost."""

from __future__ import annotations

from allauth.core.internal import ratelimit
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import override
from django.views.decorators.http import require_safe

from accounts.player import player_at
from games.catalogue import games
from games.discovery import pictures
from games.discovery.cards import draw_card
from games.discovery.rasterizer import Busy, drawn_png, known_png
from games.lobby.models import Offer
from games.matches.models import Match
from games.puzzles.models import Puzzle
from games.puzzles.selection import visible

KEPT = 24 * 3600  # seconds in browsers and in chat programs


@require_safe
def match(request: HttpRequest, language: str, match_id: str, ply: int) -> HttpResponse:
    """Return the picture of a match after move number `ply`."""
    found = get_object_or_404(
        Match.objects.select_related("first", "second"), pk=match_id, ply__gte=ply, game_slug__in=games()
    )
    return _png(request, language, pictures.of_match(found, ply))


@require_safe
def puzzle(request: HttpRequest, language: str, puzzle_id: str) -> HttpResponse:
    """Return the picture of a puzzle that players may see."""
    found = get_object_or_404(visible(), pk=puzzle_id, state=Puzzle.State.OFFERED)
    return _png(request, language, pictures.of_puzzle(found))


@require_safe
def challenge(request: HttpRequest, language: str, offer_id: str) -> HttpResponse:
    """Return the picture of a challenge by link."""
    links = Offer.objects.filter(kind=Offer.Kind.LINK, game_slug__in=games()).select_related("challenger")
    return _png(request, language, pictures.of_challenge(get_object_or_404(links, pk=offer_id)))


@require_safe
def player(request: HttpRequest, language: str, name: str) -> HttpResponse:
    """Return the picture of a player; redirect from a look-alike spelling of the name."""
    person = player_at(name)
    if person.username != name:
        return redirect("discovery:player_picture", language, person.username)
    return _png(request, language, pictures.of_player(person))


@require_safe
def game(request: HttpRequest, language: str, slug: str) -> HttpResponse:
    """Return the picture of a game."""
    if slug not in games():
        raise Http404
    return _png(request, language, pictures.of_game(slug))


@require_safe
def site(request: HttpRequest, language: str) -> HttpResponse:
    """Return the picture of the site."""
    return _png(request, language, pictures.of_site())


def _png(request: HttpRequest, language: str, picture: pictures.Picture) -> HttpResponse:
    """Return the picture, from the cache if it is there; a new one counts for the limit of the visitor's address."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    key = f"{language} {picture.key}"
    png = known_png(key)
    if png is None:
        if not ratelimit.consume(request, app="allauth.account", action="picture", limit_get=True):
            return _later()
        with override(language):
            svg = draw_card(picture.card())
        try:
            png = drawn_png(key, svg)
        except Busy:
            return _later()
    headers = {"Cache-Control": f"public, max-age={KEPT}", "Cross-Origin-Resource-Policy": "cross-origin"}
    return HttpResponse(png, content_type="image/png", headers=headers)  # mail programs on the web show it too


def _later() -> HttpResponse:
    return HttpResponse(status=429, headers={"Retry-After": "60", "Cache-Control": "no-store"})
