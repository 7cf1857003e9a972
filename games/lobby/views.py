"""The pages and forms of the lobby."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests import NicknameForm, ask_again, is_double
from accounts.models import User
from accounts.names import LONGEST
from accounts.online import presence
from accounts.player import viewer_of
from accounts.services import rename_guest, sign_in_guest
from core.clock import zone_of
from core.web import redirect_next, site_address
from games.catalogue import games
from games.clubs.models import Club
from games.clubs.services import clubs_of
from games.lobby import pairing, services, standing
from games.lobby.bot_accounts import become_bot, may_become_bot
from games.lobby.errors import Closed, NoBot, NoSuchOffer, Taken
from games.lobby.forms import OfferForm, remembered
from games.lobby.lists import Lobby, followed_players, found_by_name, near_in_rating, online_for
from games.lobby.models import Offer
from games.lobby.notices import Challenge, note_change
from games.lobby.own import PACES, check_acceptable
from games.lobby.partials import CHALLENGE, Reader, challenge_of
from games.lobby.partials import show_lobby as show
from games.matches.errors import Refused
from games.matches.models import Match
from games.matches.play.deals import Mix, new_ticket
from games.matches.time.control import PRESETS, USUAL
from games.matches.views.match import commitments
from games.notifications.services import see
from games.social.following import followed_by

ViewFunction = Callable[..., HttpResponse]
# What the session remembers: the last challenge, the pace of the switch, the game that was chosen by its picture, and
# the offer that was made, until the lobby has been shown.
CHOICE, PACE, GAME, MADE = "lobby.choice", "lobby.pace", "lobby.game", "lobby.made"
TABS = ("turns", "play", "people")
PLAY = {"live": pairing.play_live, "days": pairing.play_correspondence}


def action(view: ViewFunction) -> ViewFunction:
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
            return refused.head(show_lobby(request, status=refused.status))

    return acting


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the lobby; `?game=` filters the lists and chooses the form."""
    if isinstance(request.user, User) and not presence.looks_ahead(request):
        if match := _begun_meanwhile(request, request.user):
            return redirect("matches:match", match.pk)
        if presence.is_seen(request):
            see(request.user, Challenge.key)
    return show_lobby(request)


@never_cache
@require_safe
def new(request: HttpRequest) -> HttpResponse:
    """Show the form of a challenge, as filled in the last time; `?game=`, `?kind=` and `?opponent=` fill it in."""
    return show_form(request, _fresh_form(request))


@never_cache
@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """List the players whose names begin with `?name=`, else those who are online; whom a block hides are left out.

    `?show=` lists others: `near` those whose rating is near the viewer's, `friends` those whom the viewer follows.
    """
    name = request.GET.get("name", "")[:LONGEST]
    viewer = viewer_of(request)
    listing = request.GET.get("show", "") if viewer and not name else ""
    near = near_in_rating(viewer) if viewer and listing == "near" else None
    if near:
        people = list(near.figures)
    elif viewer and listing == "friends":
        people = followed_players(viewer)
    else:
        people = found_by_name(name, viewer) if name else online_for(viewer)
    context = {
        "people": [(player, near.figures[player] if near else None) for player in people],
        "pool": near.pool if near else None,
        "here": {player.pk for player in presence.online()},
        "friends": followed_by([viewer.pk])[viewer.pk] if viewer else set(),
        "sought": name,
        "asked": listing,
        "lobby": {"viewer": viewer},
    }
    return render(request, "lobby/players.html", context)


@never_cache
@require_safe
def names(request: HttpRequest) -> HttpResponse:
    """Return the options of the list of suggestions for a field that takes a player's name."""
    prefix = (request.GET.get("opponent") or request.GET.get("name") or "")[:LONGEST]
    viewer = viewer_of(request)
    return render(request, "lobby/names.html", {"people": found_by_name(prefix, viewer)})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def bot(request: HttpRequest) -> HttpResponse:
    """Ask whether the account shall become a bot for good, and make it one; 422 where the box is not ticked."""
    player, wrong = known_player(request), ""
    if request.method == "POST":
        if "sure" in request.POST:
            try:
                become_bot(player)
            except NoBot as refused:
                messages.error(request, str(refused))
            else:
                messages.success(request, gettext("This is a bot account now."))
            return redirect("accounts:security")
        wrong = gettext("Tick the box first.")
    page = {"may": may_become_bot(player), "wrong": wrong}
    return render(request, "lobby/bot.html", page, status=422 if wrong else 200)


@action
def offer(request: HttpRequest) -> HttpResponse:
    """Make an offer; 422 and the page with the errors of an invalid form."""
    game = games().get(request.POST.get("game", ""))
    if game is None:
        messages.error(request, gettext("Choose a game from the list."))
        return show_lobby(request, status=422)
    form = OfferForm(
        game, request.POST, plays_rated=plays_rated(request), clubs=_clubs(request), challenger=viewer_of(request)
    )
    if not form.is_valid():
        return show_form(request, form, status=422)
    try:
        new_offer = services.make_offer(challenger=player_of(request), mix=Mix.read(request.POST), **form.terms)
    except Refused as refused:
        if not form.refuse(refused):
            messages.error(request, str(refused))
        return refused.head(show_form(request, form, status=refused.status))
    request.session[CHOICE] = form.choice
    if new_offer.match:
        return redirect("matches:match", new_offer.match.pk)
    if new_offer.kind == Offer.Kind.LINK:
        return redirect("lobby:challenge", new_offer.pk)
    request.session[MADE] = new_offer.pk
    return redirect(new_offer.club or "lobby:lobby")


@action
def accept(request: HttpRequest, offer_id: str) -> HttpResponse:
    """Accept an offer, as a new guest if need be, and redirect to the match."""
    form = NicknameForm(request)
    if not form.is_valid():
        return ask_again(request, form)
    if not request.user.is_authenticated and not is_double(request):  # no guest is made for an offer that is gone
        check_acceptable(services.find_offer(offer_id), None)
    mix = Mix.read(request.POST)
    try:
        match = services.accept_offer(offer_id, player_of(request, form), mix=mix)
    except (Closed, Taken) as refused:
        offer = services.find_offer(offer_id)
        if offer.kind != Offer.Kind.LINK or offer.game_slug not in games():
            raise
        return show_challenge(request, offer, status=refused.status)
    return redirect("matches:match", match.pk)


@action
def back(request: HttpRequest, offer_id: str) -> HttpResponse:
    """Challenge the player whose link is over, and wait in the lobby."""
    offer = services.challenge_back(offer_id, player_of(request), mix=Mix.read(request.POST))
    messages.success(request, gettext("We have told %(name)s that you want to play.") % {"name": offer.opponent})
    request.session[MADE] = offer.pk
    return redirect("lobby:lobby")


@require_POST
def deal(request: HttpRequest, offer_id: str) -> HttpResponse:
    """Answer a page that is about to accept an offer with the commitment to its deal, before it sends its value."""
    viewer = viewer_of(request)
    try:
        return commitments([services.deal_of(offer_id, viewer)])
    except Refused as refused:
        return refused.head(JsonResponse({}, status=refused.status))


@require_POST
def deals(request: HttpRequest) -> HttpResponse:
    """Answer a page whose player presses Play now: a ticket, and the commitments to the deals that it may get."""
    viewer = viewer_of(request)
    deal_list = pairing.deals_for(viewer, _chosen_game(request), request.POST.get("pace", ""))
    return commitments(deal_list, new_ticket())


@action
def decline(request: HttpRequest, offer_id: str) -> HttpResponse:
    """Decline a challenge."""
    services.decline_offer(offer_id, known_player(request))
    return _back(request)


@action
def withdraw(request: HttpRequest, offer_id: str) -> HttpResponse:
    """Withdraw the player's own offer."""
    services.withdraw_offer(offer_id, known_player(request))
    return redirect_next(request) if "next" in request.POST else _back(request)


@action
def stop(request: HttpRequest, key: int) -> HttpResponse:
    """End a standing challenge of the player."""
    standing.stop(key, known_player(request))
    messages.success(request, gettext("Stopped. The running match is played to its end."))
    return redirect_next(request) if "next" in request.POST else _back(request)


@action
def play_now(request: HttpRequest) -> HttpResponse:
    """Redirect to a match to play now; with the `pace` `live` or `days` perhaps to the lobby, to wait there.

    The game is that of the form, which is remembered, else that of the query string: the one the lobby is filtered to,
    else the one remembered.
    """
    slug = _chosen_game(request)
    pace = request.POST.get("pace", "")
    form = NicknameForm(request)
    if not form.is_valid():
        return ask_again(request, form)
    if isinstance(request.user, User):  # not a new guest: the response may get lost
        presence.touch(request.user)
        if pace in PLAY:
            request.session[PACE] = pace
    play = PLAY.get(pace, pairing.play_now)
    player = player_of(request, form)
    if slug and slug == request.POST.get("game"):
        request.session[GAME] = slug
    match_or_offer = play(player, slug, mix=Mix.read(request.POST))
    if isinstance(match_or_offer, Match):
        return redirect("matches:match", match_or_offer.pk)
    request.session[MADE] = match_or_offer.pk
    return _back(request)


@never_cache
@require_safe
def challenge(request: HttpRequest, offer_id: str) -> HttpResponse:
    """Show a challenge link. It changes nothing: chat programs fetch links by themselves."""
    try:
        offer = services.find_offer(offer_id)
        if offer.kind != Offer.Kind.LINK or offer.game_slug not in games():
            raise NoSuchOffer
    except NoSuchOffer as refused:
        return render(request, "lobby/gone.html", {"refused": refused}, status=refused.status)
    if offer.match and offer.match.seat_of(request.user):
        return redirect("matches:match", offer.match.pk)
    viewer = viewer_of(request)
    if viewer and presence.is_seen(request):
        presence.touch(viewer)
    return show_challenge(request, offer)


def show_challenge(request: HttpRequest, offer: Offer, status: int | None = None) -> HttpResponse:
    """Render the page of a challenge link."""
    facts = challenge_of(offer, viewer_of(request))
    partial = CHALLENGE.bound({"challenge": facts, "site": site_address(request)})
    context = {**partial.inputs, "version": partial.version}
    return render(request, "lobby/challenge.html", context, status=status or facts.status)


def show_form(request: HttpRequest, form: OfferForm, status: int = 200) -> HttpResponse:
    """Render the form of a challenge on its page, as it was filled in."""
    if form.is_bound:
        form.focus_on_the_first_error()
    return render(request, "lobby/new.html", {"form": form, "games": games().values()}, status=status)


def show_lobby(request: HttpRequest, status: int = 200) -> HttpResponse:
    """Render the lobby page. Without scripts loading it counts as online; else its socket says so."""
    viewer = viewer_of(request)
    if viewer and presence.is_seen(request) and presence.touch(viewer):
        note_change()
    zone = zone_of(request.user, request.COOKIES)
    reader = Reader(get_language() or settings.LANGUAGE_CODE, zone, site_address(request))
    lobby, partials = show(viewer, request.GET.get("game", ""), request.GET.get("pace", ""), reader)
    context = {
        "lobby": lobby,
        "partials": partials,
        "games": tuple(games().values()),
        "site": site_address(request),
        "tab": _tab(request, lobby),
        "usual_pace": request.session.get(PACE, "live"),
        "usual_game": request.session.get(GAME, ""),
    }
    return render(request, "lobby/lobby.html", context, status=status)


def player_of(request: HttpRequest, nickname: NicknameForm | None = None) -> User:
    """Return the signed-in player; a visitor becomes a guest. A guest gets the name in the valid form."""
    player = viewer_of(request) or sign_in_guest(request)
    if nickname:
        rename_guest(player, nickname.cleaned_data["nickname"])
    return player


def plays_rated(request: HttpRequest) -> bool:
    """Return whether the visitor may play rated matches; without an account they would be a guest."""
    return isinstance(request.user, User) and request.user.plays_rated


def known_player(request: HttpRequest) -> User:
    """Return the signed-in player; raises NoSuchOffer for a visitor, who has no offers."""
    if not isinstance(request.user, User):
        raise NoSuchOffer
    return request.user


def _begun_meanwhile(request: HttpRequest, player: User) -> Match | None:
    """Return the match that began from the player's offer between its making and the page that would wait for it.

    Pages learn of later ones by their socket.
    """
    key = request.session.pop(MADE, None)
    return Match.objects.filter(offer=key, offer__challenger=player, finished_at=None).first() if key else None


def _back(request: HttpRequest) -> HttpResponse:
    """Redirect to the lobby, with the filters that it had."""
    choices = {"game": [*games()], "pace": [*PACES]}
    filters = {name: request.GET[name] for name, values in choices.items() if request.GET.get(name) in values}
    return redirect(reverse("lobby:lobby", query=filters or None))


def _chosen_game(request: HttpRequest) -> str | None:
    """Return the game that a button of the lobby begins; None for any."""
    slug = request.POST.get("game") or request.GET.get("game") or request.session.get(GAME)
    return slug if slug in games() else None


def _tab(request: HttpRequest, lobby: Lobby) -> str:
    """Return the tab of the lobby that a phone shows first."""
    if (tab := request.GET.get("tab", "")) in TABS:
        return tab
    return "turns" if lobby.mine or lobby.challenges or lobby.waiting else "play"


def _fresh_form(request: HttpRequest) -> OfferForm:
    last: dict[str, str] = request.session.get(CHOICE, {})
    kind, opponent = request.GET.get("kind", ""), request.GET.get("opponent", "")[:LONGEST]
    game = games().get(request.GET.get("game") or last.get("game", "")) or next(iter(games().values()))
    initial = remembered(last, game)
    if kind in Offer.Kind.values:
        initial["kind"] = kind
    if opponent:
        initial |= {"kind": Offer.Kind.DIRECT, "opponent": opponent}
    if request.GET.get("standing"):
        initial |= {"standing": "on", "time": _days(last.get("time", ""))}
    clubs = _clubs(request)
    if club := next((one.pk for one in clubs if one.pk == request.GET.get("club")), ""):
        initial |= {"kind": Offer.Kind.CLUB, "club": club}
    elif initial.get("kind") == Offer.Kind.CLUB and not clubs:
        del initial["kind"]
    return OfferForm(
        game, initial=initial, plays_rated=plays_rated(request), clubs=clubs, challenger=viewer_of(request)
    )


def _days(time: str) -> str:
    """Return a time of the form if it is one by days, else the usual one."""
    return time if time in PRESETS and not PRESETS[time].is_live else USUAL


def _clubs(request: HttpRequest) -> list[Club]:
    return list(clubs_of(request.user)) if isinstance(request.user, User) and not request.user.is_guest else []
