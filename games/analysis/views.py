"""Views of an analysis: the whole match, and one turn with its best moves."""

from __future__ import annotations

from allauth.core.ratelimit import consume
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.analysis import services
from games.analysis.analysis_view import Analysed, Line, MomentView
from games.analysis.attempts import LONGEST, AttemptForm, weigh_attempt
from games.analysis.chances_chart import curve_of
from games.analysis.errors import NOT_WEIGHED, TooManyAsked
from games.analysis.evaluation.candidates import Choice
from games.analysis.load_report import analysis_of, read_report
from games.analysis.models import Analysis
from games.analysis.replay import Played, play_again
from games.catalogue import games
from games.matches.errors import Refused, RulesGone
from games.matches.models import Match
from games.matches.views.match import match_or_404
from games.rules import PlayerError
from games.workers import NotDone


@never_cache
@require_safe
def analysis(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the analysis of a finished match, its progress, or the button that requests it."""
    match = _match(match_id)
    try:
        services.check_analysable(match)
        found = analysis_of(match)
        if found is None or not found.is_done:
            return _page(request, match, analysis=found)
        analysed, _played = _read(request, match, found)
    except Refused as refused:
        return _page(request, match, refusal=refused)
    return _page(request, match, analysis=found, analysed=analysed, curve=curve_of(analysed.report))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, match_id: str) -> HttpResponse:
    """Enqueue the analysis of the match. Idempotent."""
    match = _match(match_id)
    if request.method == "POST":
        try:
            _ask(request, match)
        except Refused as refused:
            return _page(request, match, refusal=refused)
    return redirect("analysis:analysis", match.pk)


@never_cache
@require_safe
def turn(request: HttpRequest, match_id: str, ply: int) -> HttpResponse:
    """Show one turn: the board after it, or after the best move of rank `move`.

    With `attempt`, a move of the reader's own, the board after that, compared with the best one; with `retry` the board
    before the turn, without the answer.
    """
    match = _match(match_id)
    found = analysis_of(match) if match.finished_at else None
    if found is None or not found.is_done:
        return redirect("analysis:analysis", match.pk)
    try:
        analysed, played = _read(request, match, found)
    except RulesGone:
        return redirect("analysis:analysis", match.pk)
    if not 1 <= ply <= len(played.moves):
        raise Http404
    line = analysed.lines[ply - 1]
    form, choice, fault = AttemptForm(request.GET or None), None, ""
    if form.is_valid():
        try:
            choice = _attempted(request, match, played, line, form.cleaned_data["attempt"])
        except (PlayerError, NotDone) as refused:
            fault = str(refused) if isinstance(refused, PlayerError) else str(NOT_WEIGHED)
    board_view = MomentView(
        match,
        played,
        line.row,
        _number(request, len(line.row.choices)),
        attempt=choice.text if choice else "",
        retry="retry" in request.GET and choice is None,
    )
    around = {"previous": ply - 1, "next": ply + 1 if ply < len(played.moves) else None, "last": len(played.moves)}
    curve = curve_of(analysed.report, ply)
    context = {"match": match, "line": line, "board_view": board_view, "curve": curve, **around}
    tried = {"choice": choice, "fault": fault, "typed": request.GET.get("attempt", "")[:LONGEST]}
    return render(request, "analysis/turn.html", {**context, **tried}, status=400 if fault else 200)


def _attempted(request: HttpRequest, match: Match, played: Played, line: Line, text: str) -> Choice | None:
    if not consume(request, action="attempt"):
        raise TooManyAsked
    return weigh_attempt(match, played, line.row, text)


def _match(match_id: str) -> Match:
    match = match_or_404(match_id)
    if match.game_slug not in games():
        raise Http404
    return match


def _ask(request: HttpRequest, match: Match) -> None:
    services.check_analysable(match)
    limits = ["analysis", *(["analysis_account"] if request.user.is_authenticated else [])]
    if analysis_of(match) is None and not all(consume(request, action=limit) for limit in limits):
        raise TooManyAsked
    services.ask(match)


def _page(request: HttpRequest, match: Match, *, refusal: Refused | None = None, **found: object) -> HttpResponse:
    context = {"match": match, "refusal": refusal, **found}
    page = render(request, "analysis/analysis.html", context, status=refusal.status if refusal else 200)
    return refusal.head(page) if refusal else page


def _read(request: HttpRequest, match: Match, found: Analysis) -> tuple[Analysed, Played]:
    played = play_again(match)
    return Analysed(match, read_report(found, played), match.seat_of(request.user)), played


def _number(request: HttpRequest, most: int) -> int:
    """Return the rank of the move to show; if it is invalid 0, the move that was played."""
    wish = request.GET.get("move", "")
    return int(wish) if wish.isascii() and wish.isdigit() and len(wish) < 3 and int(wish) <= most else 0
