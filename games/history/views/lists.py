"""Lists of matches: a player's own, any player's, and those between two players."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db.models import F, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.names import name_key
from accounts.player import player_of
from core import responses
from core.db.prepared import PreparedRows
from core.live.partials import active_language
from games.catalogue import games
from games.history.forms import FilterForm, unused_filter
from games.history.listing import latest, page_of, participations_of
from games.history.models import Participation
from games.history.statistics import SHOWN, totals
from games.matches.files.exports import matches_of
from games.matches.models import Match
from games.matches.pages.match_view import MatchEntry

MOST_RUNNING = 200


@require_safe
def history(request: HttpRequest, name: str) -> HttpResponse:
    """List all matches of a player, newest first, with filters."""
    person = _person(name)
    if person.username != name:
        return redirect("history:history", person.username)
    form = FilterForm(request.GET)
    page = page_of(person, form.condition if form.is_used else None, **_marks(request))
    unused = "" if form.is_used else unused_filter(active_language(), tuple(games()))
    context = {"person": person, "form": form, "unused_filter": unused, "page": page, "query": form.query}
    return render(request, "history/history.html", context)


@require_safe
def against(request: HttpRequest, name: str, other: str) -> HttpResponse:
    """Show the head-to-head results of two players, from the first one's side, and all their matches."""
    person, opponent = _person(name), _person(other, gone=True)
    if person == opponent or opponent.is_deleted:
        raise Http404
    if (person.username, opponent.username) != (name, other):
        return redirect("history:against", person.username, opponent.username)
    *results, together = totals(person, opponent)
    page = page_of(person, Q(opponent=opponent), **_marks(request))
    context = {"person": person, "opponent": opponent, "results": results, "together": together, "page": page}
    return render(request, "history/against.html", context)


@never_cache
@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """List the user's running matches by remaining time, own turns first, then the latest finished ones."""
    player = player_of(request)
    finished = participations_of(player).exclude(outcome=Participation.Outcome.RUNNING)
    context = {"running": _running(player), "finished": latest(finished, player, SHOWN)}
    return render(request, "history/mine.html", context)


@never_cache
@login_required
@require_safe
def download(request: HttpRequest) -> HttpResponseBase:
    """Return the user's matches as one JSON file: all, or those that the filters of the list choose."""
    player = player_of(request)
    participations = participations_of(player).filter(FilterForm(request.GET).condition)
    parts = responses.written({"matches": matches_of(player, Q(pk__in=participations.values("match")))})
    return responses.download(request, parts, content_type="application/json", filename="matches.json")


def _running(player: User) -> list[MatchEntry]:
    matches = Match.objects.filter(Q(first=player) | Q(second=player), finished_at=None, game_slug__in=games())
    by_time = F("deadline_at").asc(nulls_last=True)
    urgent = matches.select_related("first", "second").defer("seed").order_by(by_time, "pk")[:MOST_RUNNING]
    return sorted((MatchEntry(match, player) for match in urgent), key=lambda entry: not entry.my_turn)


_named = PreparedRows(lambda key: User.objects.filter(name_key=key), str)


def _person(name: str, *, gone: bool = False) -> User:
    """Return the player of this name or raise Http404; closed accounts only if `gone` is set."""
    person = _named.first(name_key(name))
    if person is None or not (person.is_active or gone):
        raise Http404
    return person


def _marks(request: HttpRequest) -> dict[str, str]:
    return {name: request.GET.get(name, "") for name in ("page", "before", "after")}
