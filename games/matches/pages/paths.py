"""Paths of the pages of a match, as `core.addresses` has those of all pages."""

from __future__ import annotations

from functools import cache, lru_cache

from django.urls import reverse

from core.addresses import page_path

_SOME_MATCH = "0000000000"
_SOME_PLY = 0


def match_path(name: str, match_id: str) -> str:
    """Return the path of the page `matches:<name>` of this match."""
    return page_path(f"matches:{name}", match_id)


def turn_path(match_id: str, ply: int) -> str:
    """Return the path of the board after this move of the match."""
    return f"{match_path('match', match_id)}{ply}/"


def picture_path(match_id: str, ply: int) -> str:
    """Return the path of a picture of the board after this move of the match."""
    before, between, after = _picture_pattern()
    return f"{before}{match_id}{between}{ply}{after}"


@lru_cache(maxsize=20_000)
def player_path(username: str) -> str:
    """Return the path of a player's page."""
    return reverse("matches:player", args=[username])


@lru_cache(maxsize=100)
def rules_path(slug: str) -> str:
    """Return the path of the rules of a game."""
    return reverse("rules", args=[slug])


@cache
def _picture_pattern() -> tuple[str, str, str]:
    before, _match, rest = reverse("history:picture", args=[_SOME_MATCH, _SOME_PLY]).partition(_SOME_MATCH)
    between, _ply, after = rest.rpartition(str(_SOME_PLY))
    return before, between, after
