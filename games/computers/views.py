"""Views that begin and leave matches against computers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.services import sign_in_guest
from core.web import USUAL_WAIT, answer_partials, is_partial, too_many_page
from games.catalogue import bots, games
from games.computers import services
from games.computers.errors import NoHint, NoSuchComputer, NoSuchTerms
from games.computers.forms import TermsForm
from games.computers.partials import HINT, HintView, choices, offered
from games.computers.services import play_on as play_on_from
from games.matches.errors import MatchOver, NothingToContinue, Refused, TooMany
from games.matches.forms import LONGEST_MOVE
from games.matches.models import Match
from games.matches.pages.match_view import MatchView
from games.matches.pages.page_updates import beside
from games.matches.pages.previews import Reply
from games.matches.play.deals import Mix
from games.matches.play.positions import LONGEST_LINE
from games.matches.play.starts import check_origin
from games.matches.views.match import match_or_404
from games.rules import Seat

ViewFunction = Callable[..., HttpResponse]


def action(view: ViewFunction) -> ViewFunction:
    """Decorate a view that changes something: a GET, or a refusal, which the lobby shows, redirects to the lobby.

    Reaching a limit (TooMany) answers 429 with a page of its own, an unknown match 404.
    """

    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def acting(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        if request.method != "POST":  # a refused request, reloaded from the address bar
            return redirect("lobby:lobby")
        try:
            return view(request, *args, **kwargs)
        except Match.DoesNotExist:
            raise Http404 from None
        except TooMany as limit:
            return too_many_page(request, limit.retry_after or USUAL_WAIT, reason=limit)
        except Refused as refused:
            messages.error(request, str(refused))
            return redirect("lobby:lobby")

    return acting


@action
def play(request: HttpRequest, slug: str, level: int) -> HttpResponse:
    """Begin a match against the computer of this level and redirect to it; an anonymous visitor becomes a guest."""
    _check_plays(slug, level)
    form = TermsForm(request.POST, plays_rated=isinstance(request.user, User) and request.user.plays_rated)
    if not form.is_valid():
        raise NoSuchTerms
    try:
        options = games()[slug].options_type.of_level(request.POST.get("sums", ""), "yes" if form.is_mirror else "no")
    except ValueError:
        raise NoSuchTerms from None
    player = sign_in_guest(request)
    mix = Mix.read(request.POST)
    match = services.begin_match(
        player, slug, level, time_control=form.time_control, rated=form.is_rated, mix=mix, options=options
    )
    return redirect("matches:match", match.pk)


@require_safe
def face(request: HttpRequest, level: int) -> HttpResponse:
    """Show the games of the computer of this level, to begin a match; the lobby shows them in a dialog."""
    if not any(level in by_level for by_level in bots().values()):
        raise Http404
    return render(request, "computers/face.html", choices(level, request.user))


@require_safe
def first(request: HttpRequest) -> HttpResponse:
    """Show the games that computers play, to begin a first match with a guide; the lobby shows them in a dialog."""
    return render(request, "computers/face.html", {"playing": [(game, None) for game in offered()]})


@action
def meanwhile(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to a running or new casual match against a computer, while the player's challenge stays open."""
    _check_plays(slug)
    return redirect("matches:match", services.begin_now(_player(request), slug, mix=Mix.read(request.POST)).pk)


@action
def even(request: HttpRequest, match_id: str) -> HttpResponse:
    """Begin a match against the computer that keeps it even after this one, and redirect to it."""
    begun = services.begin_even(match_id, _player(request), mix=Mix.read(request.POST))
    path = reverse("matches:match", args=[begun.pk])
    return HttpResponse(status=204, headers={"HX-Redirect": path}) if is_partial(request) else redirect(path)


@action
def guided(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a guided first match and redirect to it; an anonymous visitor becomes a guest."""
    _check_plays(slug)
    return redirect("matches:match", services.begin_guided(sign_in_guest(request), slug).pk)


@action
def play_on(request: HttpRequest, match_id: str, ply: int) -> HttpResponse:
    """Begin a match that continues another after `ply` moves and those posted; an anonymous visitor becomes a guest."""
    line = request.POST.getlist("line")
    if len(line) > LONGEST_LINE or any(len(text) > LONGEST_MOVE for text in line):
        raise NothingToContinue
    origin, level = match_or_404(request, match_id), request.POST.get("level", "")
    if level not in map(str, bots().get(origin.game_slug, ())):
        raise NoSuchComputer
    check_origin(origin, ply, line)
    keeper = {"1": Seat.FIRST, "2": Seat.SECOND}.get(request.POST.get("seat", ""))
    mix = Mix.read(request.POST)
    match = play_on_from(sign_in_guest(request), match_id, ply, int(level), keeper, line=line, mix=mix)
    return redirect("matches:match", match.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hint(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the hint for the viewer's turn as far as it was asked for; a POST asks for the next `step`."""
    match = match_or_404(request, match_id)
    if not isinstance(request.user, User) or not services.may_have_hints(match, request.user):
        return redirect("matches:match", match.pk)
    if request.method == "POST":
        step = request.POST.get("step", "")
        try:
            asked = services.ask_hint(match.pk, request.user, int(step) if step in ("1", "2", "3") else 1)
        except NoHint as refused:
            if is_partial(request):
                return _answer_hint(match, request.user, str(refused))
            messages.error(request, str(refused))
            return redirect("matches:match", match.pk)
        if is_partial(request):
            # While it is being made, only the page's socket brings it: an answer could come after the hint itself.
            return _answer_hint(match, request.user) if asked.text else HttpResponse(status=204)
        return redirect("computers:hint", match.pk)
    seat = match.seat_of(request.user)
    if seat is None or seat is not Seat(match.to_move):
        return redirect("matches:match", match.pk)
    hint_view = HintView(match, seat, services.hint_of(match))
    return render(request, "computers/hint.html", {"match": match, "shown": hint_view})


@action
def hide(request: HttpRequest, match_id: str) -> HttpResponse:
    """Hide the guide: return its empty slot for a script, else redirect to the match."""
    match = services.hide_guide(match_or_404(request, match_id).pk, _player(request))
    if is_partial(request):
        board_view = MatchView(match, match.seat_of(request.user))
        return answer_partials(beside(board_view, Reply(request=request)).html)
    return redirect("matches:match", match.pk)


@action
def leave(request: HttpRequest, match_id: str) -> HttpResponse:
    """Resign the guided match and redirect to the lobby. Idempotent."""
    with suppress(MatchOver):
        services.leave_guided(match_id, _player(request))
        messages.success(request, gettext("You left the match. It doesn’t count. Come back any time."))
    if is_partial(request):
        return HttpResponse(status=204, headers={"HX-Redirect": reverse("lobby:lobby")})
    return redirect("lobby:lobby")


def _answer_hint(match: Match, player: User, fault: str = "") -> HttpResponse:
    """Return the hint beside the board for a script; with a fault why there is none."""
    hint = HINT.of(match, player)
    html = HINT.bound({**hint.inputs, "fault": fault}).html if hint else ""
    return answer_partials(html, status=409 if fault else 200)


def _check_plays(slug: str, level: int | None = None) -> None:
    """Raise NoSuchComputer unless a computer, of this level if one is given, plays the game.

    To be called before a guest is created for the match.
    """
    levels = bots().get(slug, {})
    if not levels or level not in (None, *levels):
        raise NoSuchComputer


def _player(request: HttpRequest) -> User:
    """Return the signed-in player; raises Match.DoesNotExist for a visitor."""
    if not isinstance(request.user, User):
        raise Match.DoesNotExist
    return request.user
