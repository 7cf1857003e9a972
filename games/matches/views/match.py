"""The page of a match, its updates for a page without a socket, and all that a player can do on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.hooks import JsonObject
from accounts.match_settings import DAYS, LIVE, renew_cookie, settings_of
from accounts.models import User
from accounts.online import news, presence
from accounts.player import viewer_of
from core import clock
from core.live.partials import Shown, bind
from core.web import answer_partials, is_partial, newer_than, sure_page
from games.matches.errors import Refused, RulesGone, Undecided, Unsure
from games.matches.forms import HelloForm, MoveForm, PreviewForm
from games.matches.hooks import live_partials, match_opened
from games.matches.models import Deal, Match
from games.matches.pages.match_view import UNKNOWN, MatchView, is_known, match_path
from games.matches.pages.page_updates import match_view, page_title, update_since
from games.matches.pages.previews import (
    PreviewContext,
    Reply,
    answer_lights,
    answer_preview,
    preview_typed,
    refusal_of,
    reply_with_lights,
    reply_with_preview,
    tell_if_false,
)
from games.matches.pages.stored import Stored, log_unless_retired, stored_view
from games.matches.play import positions, requests, services
from games.matches.play.deals import Mix, Ticket, new_ticket, rematch_deal
from games.matches.play.seals import may_see
from games.matches.play.services import find_match
from games.matches.templatetags.sentences import localized, sign
from games.rules import BadNotation, Command, IllegalMove, InvalidMove, Seat


def match_or_404(request: HttpRequest, match_id: str) -> Match:
    """Return the match with both players; raises Http404, also where this visitor may not know of it."""
    with suppress(Match.DoesNotExist):
        match = find_match(match_id)
        if may_see(match, request.user):
            return match
    raise Http404


def render_match(request: HttpRequest, match: Match, *, status: int = 200, **extra: object) -> HttpResponse:
    """Render the match for this visitor; for a script only the partial `match_view`, which is all that changes.

    `extra` is the context of a refusal or a preview: `reason`, the `text` it is about, the `preview`. A match that
    cannot be replayed is rendered from its row.
    """
    try:
        view = MatchView(match, match.seat_of(request.user))
        if is_partial(request):
            reply = Reply.of(Context({"request": request, "scripted": True, **extra}))
            return answer_partials(match_view(view, reply), version=match.version, status=status)
        values = settings_of(request.user, request.COOKIES, LIVE if match.is_live else DAYS)
        context = {"match": match, "board_view": view, "title": page_title(view), "match_settings": values, **extra}
        response = render(request, "matches/match.html", context, status=status)
        renew_cookie(request, response)
        return response
    except RulesGone as fault:
        log_unless_retired(match, fault)
        return render_stored(request, match, status=status, reason=extra.get("reason"))


def render_stored(request: HttpRequest, match: Match, *, status: int = 200, reason: object = None) -> HttpResponse:
    """Render a match that cannot be replayed, without a board; `reason` says why a request was refused."""
    stored = Stored(match, match.seat_of(request.user))
    refusal = "" if reason == RulesGone.reason else str(reason or "")  # the page says that in any case
    if is_partial(request):
        return answer_partials(stored_view(stored, refusal), version=match.version, status=status)
    context = {"match": match, "stored": stored, "title": stored.title, "refusal": refusal}
    return render(request, "matches/stored.html", context, status=status)


@never_cache
@require_safe
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the board and everything around it, to players and spectators."""
    match = match_or_404(request, match_id)
    if isinstance(request.user, User) and (seat := match.seat_of(request.user)) and presence.is_seen(request):
        match = requests.arrive(match, seat)
        presence.touch(request.user)
        for tell in match_opened:
            tell(match, request.user)
    return render_match(request, match)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def updates(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return what the socket sends in answer to a hello, for a page that cannot reach the socket (polling).

    A visible page posts, which counts as present.
    """
    match = match_or_404(request, match_id)
    viewer = viewer_of(request)
    is_report = viewer is not None and request.method == "POST"
    if is_report:
        match = requests.arrive(match, match.seat_of(viewer))
    form = HelloForm(request.GET)
    hello = form.numbers
    if hello is None:
        return JsonResponse({"error": "version and ply are missing"}, status=400)
    if form.is_outdated:
        return JsonResponse({"go": match_path("match", match_id)})
    version, ply = hello if is_known(match, *hello, form.fingerprint) else UNKNOWN
    message: JsonObject = {"version": version}
    if version != match.version:
        message = update_since(match, match.seat_of(viewer), version, ply).message()
    data = presence.body_of(request)
    bound = news.report_visit(viewer, data) if viewer and is_report else {}
    if "shown" in data and (html := Shown(data["shown"]).bring(bound | bind(live_partials, match, viewer))):
        message["partials"] = f"{message.get('partials', '')}{html}"
    if newer := newer_than(request.GET.get("release", "")):
        message["release"] = newer
    return JsonResponse({**message, "now": clock.milliseconds()})


@never_cache
@require_safe
def lights(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the squares that light up for what a player chooses, for a page that cannot reach the socket."""
    match = match_or_404(request, match_id)
    return reply_with_lights(request, lambda form: answer_lights(match, match.seat_of(request.user), form))


@never_cache
@require_POST
def move(request: HttpRequest, match_id: str) -> HttpResponse:
    """Play a move. An illegal one or one to be confirmed is answered by 422 with the reason, a stale one by 409."""
    form = MoveForm(request.POST)
    if not isinstance(request.user, User):
        return sign_in_first(request, match_id)
    if not form.is_valid():
        return render_match(
            request, match_or_404(request, match_id), status=422, reason=form.sentence, text=request.POST.get("text")
        )
    ply, text, sure = form.cleaned_data["ply"], form.notation, form.cleaned_data["confirmed"]
    chosen = bool(form.cleaned_data["variant"])
    try:
        return _done(request, services.play_move(match_id, request.user, ply, text, sure=sure, chosen=chosen))
    except Undecided:
        return _show_ways(request, match_id, text)
    except Unsure as doubt:
        return _ask(request, match_id, ply, text, localized(doubt.question))
    except (BadNotation, IllegalMove) as refusal:
        return _refuse(request, match_id, text, refusal)
    except Refused as refusal:
        return render_match(
            request, match_or_404(request, match_id), status=refusal.status, reason=refusal.reason, text=text
        )
    except Match.DoesNotExist:
        raise Http404 from None


@never_cache
@require_POST
def preview(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show what the placed tiles or the typed move would do, judged by the same rules as the move itself."""
    match = match_or_404(request, match_id)
    answer = answer_preview(match, match.seat_of(request.user), PreviewForm(request.POST))
    context: PreviewContext = {"text": request.POST.get("text", ""), **answer}
    return reply_with_preview(request, context) or render_match(request, match, **context)


@never_cache
@require_http_methods(["GET", "POST"])
def resign(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask for confirmation on GET; resign on POST, or cancel the match before its first move."""
    if request.method == "GET":
        match = match_or_404(request, match_id)
        cancels = _("Cancel this match? It won’t count.")
        question = cancels if match.may_be_cancelled else _("Resign? You will lose this match.")
        answer = _("Cancel match") if match.may_be_cancelled else _("Resign")
        return sure_page(request, question, answer, _match_url(match), leave=_("Back to the board"))
    return _serve(request, match_id, services.resign)


@never_cache
@require_POST
def confirm(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask for confirmation of a command, for browsers without JavaScript."""
    match = match_or_404(request, match_id)
    form = MoveForm(request.POST)
    seat = match.seat_of(request.user)
    if seat is None or not form.is_valid():
        return redirect("matches:match", match_id)
    try:
        commands: tuple[Command, ...] = match.display.commands(match.game.view(positions.current(match), seat))
    except RulesGone as refusal:
        return render_match(request, match, status=refusal.status, reason=refusal.reason)
    command = next((command for command in commands if command.text == form.cleaned_data["text"]), None)
    picked = form.cleaned_data["pick"]
    if command and command.picks and not command.picks[0] <= len(picked) <= command.picks[1]:
        fewest, most = command.picks
        reason = _("Pick {fewest} to {most}.").format(fewest=fewest, most=most)
        return render_match(request, match, status=422, reason=reason)
    question, answer = (
        (localized(command.question), localized(command.label)) if command else ("", pgettext("a move", "Play"))
    )
    try:
        details = form.cleaned_data["ply"], form.notation, question
        return _ask(request, match_id, *details, picked=picked, answer=answer)
    except (BadNotation, IllegalMove) as refusal:
        return render_match(request, match, status=422, reason=localized(refusal.reason), text=form.notation)


@never_cache
@require_POST
def rematch(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask for a rematch, or accept the opponent's; `starter` is the seat of the player to begin."""
    starter = {"1": Seat.FIRST, "2": Seat.SECOND}.get(request.POST.get("starter", ""))

    def ask(match_id: str, player: User) -> Match:
        again = services.offer_rematch(match_id, player, starter, mix=Mix.read(request.POST))
        return again or services.find_match(match_id)

    return _serve(request, match_id, ask)


def _button(act: Callable[[str, User], Match]) -> Callable[..., HttpResponse]:
    """Return the view that does this to a match for the player who presses a button of its page."""

    @never_cache
    @require_POST
    def press(request: HttpRequest, match_id: str) -> HttpResponse:
        return _serve(request, match_id, act)

    return press


claim = _button(requests.claim_win)
give_time = _button(requests.give_time)
nudge = _button(requests.nudge)
offer_draw = _button(requests.offer_draw)
accept_draw = _button(requests.accept_draw)
decline_draw = _button(requests.decline_draw)


def sign_in_first(request: HttpRequest, match_id: str) -> HttpResponse:
    """Redirect a visitor who is not signed in to the sign-in page, which leads back to the match."""
    messages.info(request, _("You are signed out. Sign in to continue: what you placed stays there."))
    url = f"{reverse('account_login')}?next={reverse('matches:match', args=[match_id])}"
    return _go(request, url)


def _refuse(request: HttpRequest, match_id: str, text: str, refusal: InvalidMove) -> HttpResponse:
    """Say why a move is not legal, on the match page."""
    match = match_or_404(request, match_id)
    seat = match.seat_of(request.user)
    refusal = refusal_of(match, seat, text, refusal)
    tell_if_false(match, seat, refusal)
    return render_match(request, match, status=422, reason=localized(refusal.reason), text=text)


def _show_ways(request: HttpRequest, match_id: str, text: str) -> HttpResponse:
    """Show the ways to play the tiles of a move that names none of them, on the match page."""
    match = match_or_404(request, match_id)
    seat = match.seat_of(request.user)
    return render_match(request, match, status=422, text=text, preview=seat and preview_typed(match, seat, text))


def _ask(
    request: HttpRequest,
    match_id: str,
    ply: int,
    text: str,
    question: str,
    *,
    answer: str = "",
    picked: Iterable[str] = (),
) -> HttpResponse:
    """Ask before a move is made: for htmx in the preview on the match page, else on a page of its own."""
    if is_partial(request):
        return _show_ways(request, match_id, text)
    match = match_or_404(request, match_id)
    return sure_page(
        request,
        question,
        answer or _("Play it anyway"),
        _match_url(match),
        leave=_("Back to the board"),
        faces=[sign(face) for face in picked],
        address=reverse("matches:move", args=[match.pk]),
        fields=[("ply", ply), ("text", text)],
    )


def _serve(request: HttpRequest, match_id: str, serve: Callable[[str, User], Match]) -> HttpResponse:
    if not isinstance(request.user, User):
        return sign_in_first(request, match_id)
    try:
        return _done(request, serve(match_id, request.user), came_from=match_id)
    except Refused as refusal:
        page = render_match(request, match_or_404(request, match_id), status=refusal.status, reason=str(refusal))
        return refusal.head(page)
    except Match.DoesNotExist:
        raise Http404 from None


def _done(request: HttpRequest, match: Match, came_from: str | None = None) -> HttpResponse:
    """Answer after a success: for htmx with the updated match, else with a redirect to its page.

    `came_from` is the match of the page that sent the request; a match other than that is always redirected to.
    """
    if is_partial(request) and came_from in (None, match.pk):
        return render_match(request, match)
    return _go(request, _match_url(match))


def _match_url(match: Match) -> str:
    return reverse("matches:match", args=[match.pk])


def _go(request: HttpRequest, url: str) -> HttpResponse:
    if is_partial(request):
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return redirect(url)


@never_cache
@require_POST
def deal(request: HttpRequest) -> JsonResponse:
    """Return a ticket for a match that the page is about to propose or to begin."""
    return commitments([], new_ticket())


@never_cache
@require_POST
def deal_of_rematch(request: HttpRequest, match_id: str) -> JsonResponse:
    """Return the commitment of the rematch that the opponent asks for, if any, and a ticket to ask for one."""
    try:
        open_deal = rematch_deal(match_id, request.user) if isinstance(request.user, User) else None
    except Match.DoesNotExist:
        raise Http404 from None
    return commitments([open_deal] if open_deal else [], new_ticket())


def commitments(deals: Iterable[Deal], ticket: Ticket | None = None) -> JsonResponse:
    """Return the commitments of deals, each with the hash of the proposer's value, and that of the ticket, last."""
    rows = [[deal.commitment, deal.proposal_hash] for deal in deals]
    if ticket is None:
        return JsonResponse({"ticket": "", "commitments": rows})
    return JsonResponse({"ticket": ticket.text, "commitments": [*rows, [ticket.commitment, ""]]})
