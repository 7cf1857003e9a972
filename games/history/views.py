"""Lists of matches: a player's own, any player's, and those between two players."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib.auth.decorators import login_required
from django.core.cache import caches
from django.db.models import F, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.names import name_key
from accounts.player import player_of
from core import web
from core.live.partials import active_language
from games.catalogue import display_of, games
from games.history.forms import FileForm, FilterForm, unused_filter
from games.history.listing import latest, page_of, participations_of
from games.history.models import Participation
from games.history.statistics import SHOWN, totals
from games.history.thumbnails import draw_picture, draw_replay
from games.matches.errors import RulesGone
from games.matches.files.exports import Verified, matches_of, verify
from games.matches.files.transcript import Unreadable, read
from games.matches.models import Match
from games.matches.pages.board_view import draw_rows
from games.matches.pages.match_view import MatchEntry
from games.matches.play import positions
from games.matches.play.seals import is_hidden, may_see

MOST_RUNNING = 200


@require_safe
def history(request: HttpRequest, name: str) -> HttpResponse:
    """List all matches of a player, newest first, with filters."""
    person = _person(name)
    if person.username != name:
        return redirect("history:history", person.username)
    form = FilterForm(request.GET)
    page = page_of(person, form.condition if form.is_used else None, request.GET.get("page", ""))
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
    page = page_of(person, Q(opponent=opponent), request.GET.get("page", ""))
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
    parts = web.written({"matches": matches_of(player, Q(pk__in=participations.values("match")))})
    return web.download(request, parts, content_type="application/json", filename="matches.json")


def _running(player: User) -> list[MatchEntry]:
    matches = Match.objects.filter(Q(first=player) | Q(second=player), finished_at=None, game_slug__in=games())
    by_time = F("deadline_at").asc(nulls_last=True)
    urgent = matches.select_related("first", "second").defer("seed").order_by(by_time, "pk")[:MOST_RUNNING]
    return sorted((MatchEntry(match, player) for match in urgent), key=lambda entry: not entry.my_turn)


def _person(name: str, *, gone: bool = False) -> User:
    """Return the player of this name or raise Http404; closed accounts only if `gone` is set."""
    person = User.objects.filter(name_key=name_key(name), pupil_name="").first()
    if person is None or not (person.is_active or gone):
        raise Http404
    return person


KEPT = 24 * 3600  # seconds on the server; the browser keeps it for a year


@require_safe
def picture(request: HttpRequest, match_id: str, ply: int) -> HttpResponse:
    """Return the board after move number `ply` as spectators see it."""
    return _cached(request, f"history.picture.{match_id}.{ply}", match_id, partial(_draw, ply=ply))


@require_safe
def moving_picture(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return all turns of a finished match as a picture that plays them."""
    return _cached(request, f"history.moving.{match_id}", match_id, _draw_replay, "pictures")


def _cached(
    request: HttpRequest, key: str, match_id: str, draw: Callable[[Match], str], cache: str = "pages"
) -> HttpResponse:
    """Return the picture, which is cached; that of a hidden match is drawn for those only who may see it."""
    svg: str | None = caches[cache].get(key)
    if svg is None:
        match = get_object_or_404(Match, pk=match_id, game_slug__in=games())
        if not may_see(match, request.user):
            raise Http404
        svg = draw(match)
        if is_hidden(match):
            return HttpResponse(svg, content_type="image/svg+xml", headers={"Cache-Control": "private, no-store"})
        caches[cache].set(key, svg, KEPT)
    answer = HttpResponse(svg, content_type="image/svg+xml")
    patch_cache_control(answer, public=True, immutable=True, max_age=365 * 24 * 3600)
    return answer


def _draw_replay(match: Match) -> str:
    if match.finished_at is None:
        raise Http404
    try:
        return draw_replay(match.game, match.display, positions.all_of(match))
    except RulesGone:
        raise Http404 from None


def _draw(match: Match, ply: int) -> str:
    if ply > match.ply:
        raise Http404
    try:
        view = match.game.view(positions.replay_to(match, ply).position, None)
    except RulesGone:
        raise Http404 from None
    return draw_picture(match.display.board(view), view.last.squares if view.last else ())


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def reading(request: HttpRequest) -> HttpResponse:
    """Show the form, and the match in the uploaded file once it is replayed and verified."""
    form = FileForm(request.POST, request.FILES) if request.method == "POST" else FileForm()
    context: dict[str, object] = {"form": form}
    if form.is_bound and form.is_valid():
        try:
            context |= _shown(verify(read(form.cleaned_data["content"])))
        except Unreadable as refusal:
            context["refusal"] = refusal
    return render(request, "history/reading.html", context, status=422 if "refusal" in context or form.errors else 200)


def _shown(verified: Verified) -> dict[str, object]:
    """Return the context of a match that was read from a file."""
    context: dict[str, object] = {"verified": verified, "transcript": verified.transcript}
    if verified.position is not None:
        names = verified.transcript.first, verified.transcript.second
        result = verified.position.result
        context["reason"] = result.reason.named(names) if result else None
        view = verified.game.view(verified.position, None)
        board = display_of(verified.game).board(view)
        context |= {"board": board, "cells": draw_rows(board, view.last.squares if view.last else (), still=True)}
    return context
