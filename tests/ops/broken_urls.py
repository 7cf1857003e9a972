"""The site's URLs and a page of a match whose error names a password and hidden tiles."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from games.digifeud.rules import game
from numgames.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


def broken(request: HttpRequest, match_id: str) -> HttpResponse:
    """Fail in the code of a game."""
    password, rack = "".join(("hu", "sh")), " ".join(("7", "8", "9", "are", "hidden"))  # reports quote source lines
    raise ValueError(f"postgres://numgames:{password}@db/numgames") from _fault(rack)


def _fault(rack: str) -> Exception:
    try:
        game.decode(rack)
    except Exception as fault:
        return fault
    raise AssertionError


urlpatterns = [path("broken/matches/<slug:match_id>/", broken), path("", include("numgames.urls"))]
