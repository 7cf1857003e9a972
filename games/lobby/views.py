"""The pages and forms of the lobby."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import presence
from accounts.guest_dedup import is_double
from accounts.models import User
from accounts.services import sign_in_guest
from accounts.throttling import admits_guests
from games.catalogue import games
from games.lobby import pairing, services
from games.lobby.errors import NoSuchOffer
from games.lobby.forms import OfferForm
from games.lobby.lists import PACES, lobby_of
from games.lobby.models import Offer
from games.lobby.partials import challenge_of
from games.matches.errors import Refused
from games.matches.models import Match
from games.notifications.models import Event
from games.notifications.services import see
from games.rules import AnyGame

View = Callable[..., HttpResponse]
PLAY = {"live": pairing.play_live, "days": pairing.play_correspondence}


def action(view: View) -> View:
    """Decorate a view that changes something: POST only; a refusal becomes the lobby with its sentence and status."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def acting(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        if request.method != "POST":  # a refused request, reloaded from the address bar
            return redirect("lobby:lobby")
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            messages.error(request, str(refused))
            return show_lobby(request, status=refused.status)

    return acting


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the lobby; `?game=` filters the lists and chooses the form, `?opponent=` fills in whom to challenge."""
    if isinstance(request.user, User):
        see(request.user, Event.CHALLENGE)
    return show_lobby(request)


@action
@admits_guests
def offer(request: HttpRequest) -> HttpResponse:
    """Make an offer; 422 and the page with the errors of an invalid form."""
    game = games().get(request.POST.get("game", ""))
    if game is None:
        messages.error(request, gettext("There is no such game."))
        return show_lobby(request, status=422)
    form = OfferForm(game, request.POST, plays_rated=plays_rated(request))
    if not form.is_valid():
        return show_lobby(request, form, status=422)
    made = services.make_offer(challenger=player_of(request), **form.terms)
    if made.match:
        return redirect("matches:match", made.match.pk)
    if made.kind == Offer.Kind.LINK:
        return redirect("lobby:challenge", made.pk)
    return redirect("lobby:lobby")


@action
@admits_guests
def accept(request: HttpRequest, offer_id: str) -> HttpResponse:
    """Accept an offer, as a new guest if need be, and redirect to the match."""
    if not request.user.is_authenticated and not is_double(request):  # no guest is made for an offer that is gone
        services.check_acceptable(services.find_offer(offer_id), None)
    return redirect("matches:match", services.accept_offer(offer_id, player_of(request)).pk)


@action
def decline(request: HttpRequest, offer_id: str) -> HttpResponse:
    """Decline a challenge."""
    services.decline_offer(offer_id, known_player(request))
    return _back(request)


@action
def withdraw(request: HttpRequest, offer_id: str) -> HttpResponse:
    """Withdraw the player's own offer."""
    services.withdraw_offer(offer_id, known_player(request))
    return _back(request)


@action
@admits_guests
def play_now(request: HttpRequest) -> HttpResponse:
    """Redirect to a match to play now; with the `pace` `live` or `days` perhaps to the lobby, to wait there.

    The game is that of the form, else that of the query string: the one the lobby is filtered to.
    """
    slug = request.POST.get("game") or request.GET.get("game")
    if isinstance(request.user, User):  # not a new guest: the response may get lost
        presence.touch(request.user)
    play = PLAY.get(request.POST.get("pace", ""), pairing.play_now)
    found = play(player_of(request), slug if slug in games() else None)
    return redirect("matches:match", found.pk) if isinstance(found, Match) else _back(request)


@never_cache
@require_safe
def challenge(request: HttpRequest, offer_id: str) -> HttpResponse:
    """Show a challenge link. It changes nothing: chat programs fetch links by themselves."""
    try:
        found = services.find_offer(offer_id)
        if found.kind != Offer.Kind.LINK or found.game_slug not in games():
            raise NoSuchOffer
    except NoSuchOffer as refused:
        return render(request, "lobby/gone.html", {"refused": refused}, status=refused.status)
    if found.match and found.match.seat_of(request.user):
        return redirect("matches:match", found.match.pk)
    viewer = request.user if isinstance(request.user, User) else None
    if viewer:
        presence.touch(viewer)
    shown = challenge_of(found, viewer)
    context = {"challenge": shown, "site": site_of(request)}
    return render(request, "lobby/challenge.html", context, status=shown.status)


def show_lobby(request: HttpRequest, form: OfferForm | None = None, status: int = 200) -> HttpResponse:
    """Render the lobby page, with the form as it was filled in. Loading it counts as online, without a socket too."""
    if isinstance(request.user, User):
        presence.touch(request.user)
    form = form or _fresh_form(request)
    shown = lobby_of(request.user, request.GET.get("game", ""), request.GET.get("pace", ""))
    context = {"lobby": shown, "form": form, "games": games().values(), "site": site_of(request)}
    return render(request, "lobby/lobby.html", context, status=status)


def site_of(request: HttpRequest) -> str:
    """Return the base address of links to this site, without a trailing slash."""
    return settings.SITE_URL.rstrip("/") or f"{request.scheme}://{request.get_host()}"


def player_of(request: HttpRequest) -> User:
    """Return the signed-in player; a visitor becomes a guest."""
    return request.user if isinstance(request.user, User) else sign_in_guest(request)


def plays_rated(request: HttpRequest) -> bool:
    """Return whether the visitor may play rated matches; without an account they would be a guest."""
    return isinstance(request.user, User) and request.user.plays_rated


def known_player(request: HttpRequest) -> User:
    """Return the signed-in player; raises NoSuchOffer for a visitor, who has no offers."""
    if not isinstance(request.user, User):
        raise NoSuchOffer
    return request.user


def _back(request: HttpRequest) -> HttpResponse:
    """Redirect to the lobby, with the filters that it had."""
    known = {"game": [*games()], "pace": [*PACES]}
    asked = {name: request.GET[name] for name, values in known.items() if request.GET.get(name) in values}
    return redirect(reverse("lobby:lobby", query=asked or None))


def _fresh_form(request: HttpRequest) -> OfferForm:
    opponent = request.GET.get("opponent", "")[:20]
    initial = {"kind": Offer.Kind.DIRECT, "opponent": opponent} if opponent else {}
    return OfferForm(_chosen_game(request), initial=initial, plays_rated=plays_rated(request))


def _chosen_game(request: HttpRequest) -> AnyGame:
    return games().get(request.GET.get("game", "")) or next(iter(games().values()))
