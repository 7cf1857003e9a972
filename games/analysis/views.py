"""Views of an analysis: the whole match, one turn with its best moves, and variations."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from django.core.validators import slug_re
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from core import limits
from core.limits import Busy, visitors_of
from core.live.partials import bind
from core.web import answer_partials, is_partial, parse_key, render_or_answer
from games.analysis import services
from games.analysis.analysis_view import Analysed, TurnView, VariationView, chart_of
from games.analysis.errors import NOT_EVALUATED, NotOver, TooManyAsked, TooManyAtOnce
from games.analysis.evaluation.report import TurnReport
from games.analysis.models import Analysis
from games.analysis.partials import PAGE
from games.analysis.reading import Played, analysis_of, play_again, read_report
from games.analysis.variations import Asker, BeingMade, best_moves, compare
from games.catalogue import games
from games.matches.errors import Refused, RulesGone, TooMany
from games.matches.forms import LONGEST_MOVE, MoveForm, PreviewForm
from games.matches.models import Match
from games.matches.pages.previews import answer_outside_match, reply_with_preview
from games.matches.play.positions import LONGEST_LINE
from games.matches.templatetags.sentences import localized
from games.matches.views.match import match_or_404
from games.rules import AnyGame, BadNotation, IllegalMove, PlayerError
from games.workers import NotDone


@never_cache
@require_safe
def analysis(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the analysis of a finished match, its progress, or the button that requests it."""
    match = _match(request, match_id)
    try:
        services.check_analysable(match)
        this_analysis = analysis_of(match)
        if this_analysis is None or not (this_analysis.is_done or this_analysis.is_on_its_way):
            is_outdated = this_analysis is None and Analysis.objects.filter(match=match).exists()
            return _page(request, match, analysis=this_analysis, is_outdated=is_outdated)
        viewer = request.user if isinstance(request.user, User) else None
        parts = bind(PAGE.partials, (match, this_analysis), viewer)
        _drawn = [part.html for part in parts.values() if part]  # here, where a refusal is answered
    except Refused as refused:
        return _page(request, match, refusal=refused)
    live = PAGE.attributes(match.pk) if this_analysis.is_on_its_way else ""
    return _page(request, match, analysis=this_analysis, partials=parts, live=live)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, match_id: str) -> HttpResponse:
    """Enqueue the analysis of the match. Idempotent."""
    match = _match(request, match_id)
    if request.method == "POST":
        try:
            services.check_analysable(match)
            if analysis_of(match) is None and not limits.admit(request, "analysis"):
                raise TooManyAsked
            services.ask(match, ahead=services.OWN if match.seat_of(request.user) else services.AHEAD)
        except Refused as refused:
            return _page(request, match, refusal=refused)
    return redirect("analysis:analysis", match.pk)


@never_cache
@require_safe
def turn(request: HttpRequest, match_id: str, ply: int) -> HttpResponse:
    """Show one turn: the board after it or, with `?move=N`, after the N-th best move."""
    match = _match(request, match_id)
    try:
        analysed, played = _turn(request, match, ply)
    except (NotOver, RulesGone):
        return redirect("analysis:analysis", match.pk)
    line = analysed.lines[ply - 1]
    board_view = TurnView(match, played, line.row, _number(request, len(line.row.choices)))
    around = {"previous": ply - 1, "next": ply + 1 if ply < len(played.moves) else None, "last": len(played.moves)}
    curve = chart_of(analysed.report, ply)
    context = {"match": match, "line": line, "board_view": board_view, "curve": curve, **around}
    return render(request, "analysis/turn.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def variation(request: HttpRequest, match_id: str, ply: int) -> HttpResponse:
    """Show the variation with the moves of `?line=`, the last one compared with the best; a POST adds a move.

    With `?best` the best next moves are listed. Without any move the page shows the position for another try, without a
    solution.
    """
    match = _match(request, match_id)
    try:
        analysed, board_view = _variation(request, match, ply)
        if request.method == "POST":
            return _add(request, board_view)
        answers = _evaluated(request, analysed.lines[ply - 1].row, board_view)
        if is_partial(request) and not _is_step(request):  # the page polls while something is pending
            context = {"board_view": board_view, **answers}
            return answer_partials(render_to_string("analysis/_verdict.html", context, request))
        return _draw(request, board_view, status=200, **answers)
    except (NotOver, RulesGone):
        return redirect("analysis:analysis", match.pk)
    except TooMany as refused:
        return _page(request, match, refusal=refused)


@never_cache
@require_POST
def preview(request: HttpRequest, match_id: str, ply: int) -> HttpResponse:
    """Preview the placed tiles or the typed move in a variation, with the same validation as in a match."""
    match = _match(request, match_id)
    try:
        _analysed, board_view = _variation(request, match, ply)
    except (NotOver, RulesGone):
        return redirect("analysis:analysis", match.pk)
    context = answer_outside_match(match.game, board_view.position, PreviewForm(request.POST))
    return reply_with_preview(request, context) or _draw(request, board_view, **context)


def _evaluated(request: HttpRequest, row: TurnReport, board_view: VariationView) -> dict[str, object]:
    """Return what the page says of the last move and of the best next ones, as far as it is there.

    `pending` is whether the rest is being worked out, `fault` why there is none. Raises TooMany.
    """
    match, texts, best = board_view.match, board_view.texts, board_view.offered
    asker = Asker(visitors_of(request), partial(limits.admit, request, "variation"))
    answers: dict[str, object] = {}
    questions: dict[str, Callable[[], object]] = {}
    if before := board_view.before:
        questions["compared"] = lambda: compare(match, row, before, texts, asker)
    if "best" in request.GET and not board_view.over:
        ply = row.ply + len(texts)
        questions["best"] = lambda: best(best_moves(match, board_view.position, texts, ply, asker))
    for name, evaluate in questions.items():
        try:
            answers[name] = evaluate()
        except BeingMade:
            answers["pending"] = True
        except NotDone:
            answers["fault"] = str(NOT_EVALUATED)
        except Busy:
            raise TooManyAtOnce from None
    return answers


def _turn(request: HttpRequest, match: Match, ply: int) -> tuple[Analysed, Played]:
    """Return the analysis and the replayed match.

    Raises NotOver without a finished analysis, RulesGone, and Http404 for a turn that does not exist.
    """
    this_analysis = analysis_of(match) if match.is_over else None
    if this_analysis is None or not this_analysis.is_done:
        raise NotOver
    analysed, played = _read(request, match, this_analysis)
    if not 1 <= ply <= len(played.moves):
        raise Http404
    return analysed, played


def _variation(request: HttpRequest, match: Match, ply: int) -> tuple[Analysed, VariationView]:
    """Return the analysis and the variation of the URL; raises like `_turn`, and Http404 for illegal moves."""
    analysed, played = _turn(request, match, ply)
    texts, study = request.GET.getlist("line"), request.GET.get("study", "")
    if len(texts) > LONGEST_LINE or any(len(text) > LONGEST_MOVE for text in texts):
        raise Http404
    try:
        return analysed, VariationView(match, played, ply, texts, study if slug_re.match(study) else "")
    except PlayerError as refusal:
        raise Http404 from refusal


def _add(request: HttpRequest, board_view: VariationView) -> HttpResponse:
    """Redirect to the variation with the posted move, or answer 422 with the reason why it is not legal."""
    form = MoveForm(request.POST)
    if not form.is_valid() or board_view.is_longest:
        return _draw(request, board_view, status=422, reason=form.sentence, text=request.POST.get("text"))
    try:
        game: AnyGame = board_view.game
        move = game.decode(form.notation)
        game.judge(board_view.position, move)
    except (BadNotation, IllegalMove) as refusal:
        return _draw(request, board_view, status=422, reason=localized(refusal.reason), text=form.notation)
    path = board_view.path([*board_view.texts, game.encode(move)])
    if is_partial(request):
        step = {"path": path, "target": "#match_view", "select": "#match_view", "swap": "outerMorph"}
        return HttpResponse(status=204, headers={"HX-Location": json.dumps(step)})
    return redirect(path)


def _is_step(request: HttpRequest) -> bool:
    """Return whether a script asks for another position: it chooses a part of a whole page (`steps.js`)."""
    return request.headers.get("HX-Request-Type") == "full"


def _draw(request: HttpRequest, board_view: VariationView, *, status: int = 200, **extra: object) -> HttpResponse:
    """Render the variation; for a script only what changes."""
    context = {"board_view": board_view, "match": board_view.match, "scripted": is_partial(request), **extra}
    context["here"] = request.get_full_path() if request.method == "GET" else board_view.here
    templates = "analysis/variation.html", "analysis/_variation.html"
    return render_or_answer(request, *templates, context, version=board_view.version, status=status)


def _match(request: HttpRequest, match_id: str) -> Match:
    match = match_or_404(request, match_id)
    if match.game_slug not in games():
        raise Http404
    return match


def _page(request: HttpRequest, match: Match, *, refusal: Refused | None = None, **extra: object) -> HttpResponse:
    context = {"match": match, "refusal": refusal, "in_sheet": is_partial(request), **extra}
    status = refusal.status if refusal else 200
    if is_partial(request):  # for the sheet of the match
        return answer_partials(render_to_string("analysis/_inside.html", context, request))
    page = render(request, "analysis/analysis.html", context, status=status)
    return refusal.head(page) if refusal else page


def _read(request: HttpRequest, match: Match, this_analysis: Analysis) -> tuple[Analysed, Played]:
    played = play_again(match)
    return Analysed(match, read_report(this_analysis, played), match.seat_of(request.user)), played


def _number(request: HttpRequest, most: int) -> int:
    """Return the rank of the move to show; 0, the move that was played, if the parameter is missing or invalid."""
    number = parse_key(request.GET.get("move", "")) or 0
    return number if number <= most else 0
