"""The rules page of a game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.views.decorators.http import require_safe

from games.catalogue import games


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the aim of a game, and its own `<slug>/_rules.html` where the game brings one."""
    game = games().get(slug)
    if game is None:
        raise Http404
    return render(request, "matches/rules.html", {"game": game, "sheet": _sheet(slug)})


def _sheet(slug: str) -> str | None:
    name = f"{slug}/_rules.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return None
    return name
