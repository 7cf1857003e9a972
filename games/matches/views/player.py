"""A player's page: who it is, since when, and which matches."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts import presence
from accounts.models import User
from accounts.names import name_key
from games.matches.models import Match
from games.matches.tables import Entry

MATCHES_A_PAGE = 30


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Name, since when, running and finished matches; a look-alike spelling leads to the proper one."""
    person = User.objects.filter(name_key=name_key(name), is_active=True).first()
    if person is None:
        raise Http404
    if person.username != name:
        return redirect("matches:player", person.username)
    matches = Match.objects.filter(Q(first=person) | Q(second=person)).select_related("first", "second")
    page = Paginator(matches.order_by("-moved_at"), MATCHES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "person": person,
        "page": page,
        "entries": [Entry(match, person) for match in page],
        "is_online": presence.online().filter(pk=person.pk).exists(),
        "is_blocked": isinstance(request.user, User) and request.user.blocks.filter(of=person).exists(),
    }
    return render(request, "matches/player.html", context)
