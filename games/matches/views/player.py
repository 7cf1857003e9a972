"""A player's public page, to which other apps add by slots."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.online import presence
from accounts.player import player_at


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show the player's name and join date; redirect from a look-alike spelling of the name."""
    person = player_at(name)
    if person.username != name:
        return redirect("matches:player", person.username)
    context = {
        "person": person,
        "is_online": presence.is_online(person),
        "is_blocked": isinstance(request.user, User) and request.user.blocks.filter(of=person).exists(),
    }
    return render(request, "matches/player.html", context)
