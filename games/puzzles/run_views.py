"""Views of runs: sprints and streaks with their rankings, repetitions of failed puzzles, own mistakes."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.player import viewer_of
from accounts.services import sign_in_guest
from core import clock
from core.web import is_partial, render_or_answer
from games.catalogue import games
from games.matches.forms import MoveForm, PreviewForm
from games.matches.pages.previews import (
    PreviewContext,
    answer_outside_match,
    choice_left,
    lights_in,
    reply_with_lights,
    reply_with_preview,
)
from games.matches.templatetags.sentences import localized
from games.matches.templatetags.times import digits
from games.matches.time.control import NOTHING
from games.puzzles.kinds import RunKind, Theme
from games.puzzles.lists import begin_of, best_runs, own_best
from games.puzzles.mistakes_view import mistakes_by_game
from games.puzzles.models import Run, RunPuzzle
from games.puzzles.puzzle_view import RunView
from games.puzzles.services.practice import advice_for, mistakes_of, next_of, waiting_of
from games.puzzles.services.runs import (
    LENGTH,
    MOST_MISSES,
    answer,
    close_if_over,
    current,
    missed_by,
    open_run,
    skip,
    start_run,
    stop,
)
from games.puzzles.services.selection import ranked_runs_of
from games.puzzles.services.solving import position_of, solver_view
from games.rules import BadNotation, IllegalMove


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ranked(request: HttpRequest, slug: str, kind: RunKind) -> HttpResponse:
    """Show the rules and the rankings of sprints or streaks (`?period=week`, `?friends=1`); a POST starts one."""
    if slug not in games():
        raise Http404
    if request.method == "POST":
        reason = gettext("There are too few puzzles of this game for that right now. Try another game.")
        return _started(request, start_run(sign_in_guest(request), slug, kind), slug, reason, kind)
    return _rankings(request, slug, kind)


@never_cache
@require_POST
def repeat(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a repetition of the puzzles that the viewer failed on an earlier day."""
    viewer = viewer_of(request)
    if slug not in games() or viewer is None:
        raise Http404
    reason = gettext("There is no new puzzle of this game right now. Try another game.")
    return _started(request, start_run(viewer, slug, RunKind.REPEAT), slug, reason)


@never_cache
@require_safe
def mistakes(request: HttpRequest) -> HttpResponse:
    """Show the viewer's own mistakes by game and theme."""
    viewer = viewer_of(request)
    by_game = mistakes_by_game(viewer) if viewer else []
    context = {
        "games": by_game,
        "advice": advice_for(viewer) if by_game and viewer else None,
        "waiting": waiting_of(viewer) if viewer else 0,
    }
    return render(request, "puzzles/mistakes.html", context)


@never_cache
@require_POST
def practise(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a run of the viewer's own mistakes that are due; `theme` limits it to one."""
    viewer, theme = viewer_of(request), request.POST.get("theme", "")
    if slug not in games() or viewer is None or (theme and theme not in Theme.values):
        raise Http404
    if own := start_run(viewer, slug, RunKind.OWN, theme):
        return redirect("puzzles:run", own.pk)
    messages.info(request, gettext("Nothing is ready right now."))
    return redirect("puzzles:mistakes")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def run(request: HttpRequest, run_id: str) -> HttpResponse:
    """Show the run to its player; a legal move answers its puzzle, and any other answers 422 with the reason."""
    this_run = _run_or_404(request, run_id)
    if request.method != "POST":
        return _draw(request, this_run)
    form = MoveForm(request.POST)
    if not form.is_valid():
        return _draw(request, this_run, status=422, reason=form.sentence, text=request.POST.get("text"))
    open_puzzle = current(this_run)
    try:
        if open_puzzle and (ways := choice_left(open_puzzle.puzzle.game, position_of(open_puzzle.puzzle), form)):
            return _draw(request, this_run, status=422, text=form.notation, preview=ways)
        answer(this_run, form.cleaned_data["ply"], form.notation)
    except (BadNotation, IllegalMove) as refusal:
        return _draw(request, this_run, status=422, reason=localized(refusal.reason), text=form.notation)
    return _answer(request, this_run)


@never_cache
@require_POST
def preview(request: HttpRequest, run_id: str) -> HttpResponse:
    """Preview the placed tiles or the typed move in the puzzle to be answered now."""
    this_run = _run_or_404(request, run_id)
    context = PreviewContext()
    if open_puzzle := current(this_run):
        puzzle = open_puzzle.puzzle
        context = answer_outside_match(puzzle.game, position_of(puzzle), PreviewForm(request.POST))
    return reply_with_preview(request, context) or _draw(request, this_run, **context)


@never_cache
@require_safe
def lights(request: HttpRequest, run_id: str) -> HttpResponse:
    """Return the squares to highlight for the player's selection in the puzzle to be answered now."""
    this_run = _run_or_404(request, run_id)
    open_puzzle = None if this_run.ended_at else current(this_run)
    return reply_with_lights(
        request,
        lambda form: lights_in(open_puzzle.puzzle.game, solver_view(open_puzzle.puzzle), form) if open_puzzle else {},
    )


@never_cache
@require_POST
def skip_puzzle(request: HttpRequest, run_id: str) -> HttpResponse:
    """Skip the puzzle of this number (`ply`), once in a streak. Idempotent."""
    this_run, number = _run_or_404(request, run_id), request.POST.get("ply", "")
    if number.isdecimal():
        skip(this_run, int(number[:9]))
    return _answer(request, this_run)


@never_cache
@require_POST
def end(request: HttpRequest, run_id: str) -> HttpResponse:
    """End the run early. Idempotent."""
    this_run = _run_or_404(request, run_id)
    stop(this_run)
    return _answer(request, this_run)


def _answer(request: HttpRequest, this_run: Run) -> HttpResponse:
    """Return the run after a change, for a script, else a redirect."""
    this_run.refresh_from_db()
    return _draw(request, this_run) if is_partial(request) else redirect("puzzles:run", this_run.pk)


def _started(
    request: HttpRequest, this_run: Run | None, slug: str, reason: str, back: RunKind = RunKind.SPRINT
) -> HttpResponse:
    """Lead to the run or, without one, back to the page of sprints or streaks with the reason."""
    if this_run:
        return redirect("puzzles:run", this_run.pk)
    messages.info(request, reason)
    return redirect(f"puzzles:{back}", slug)


def _rankings(request: HttpRequest, slug: str, kind: RunKind) -> HttpResponse:
    viewer = viewer_of(request)
    period = "week" if request.GET.get("period") == "week" else "day"
    friends = viewer is not None and "friends" in request.GET
    context = {
        "game": games()[slug],
        "kind": kind,
        "open_run": open_run(viewer, slug, kind),
        "rows": best_runs(slug, kind, since=begin_of(period), followed_by=viewer if friends else None),
        "period": period,
        "friends": friends,
        "best": own_best(viewer, slug, kind),
        "can_start": slug in ranked_runs_of(viewer),
        "to_repeat": len(missed_by(viewer).get(slug, ())) if viewer else 0,
        "minutes": LENGTH.seconds // 60,
        "misses": MOST_MISSES[kind],
    }
    return render(request, "puzzles/ranked.html", context)


def _draw(request: HttpRequest, this_run: Run, *, status: int = 200, **extra: object) -> HttpResponse:
    """Render the run; for a script only what changes."""
    now = clock.now()
    close_if_over(this_run, now)
    answers = list(this_run.puzzles.exclude(answered_at=None).select_related("puzzle__mistake"))
    last = answers[-1] if answers else None
    run_puzzle: RunPuzzle | None = (None if this_run.ended_at else current(this_run)) or last or current(this_run)
    if run_puzzle is None:
        return redirect("puzzles:puzzles")
    board_view = RunView(this_run, run_puzzle, last)
    context = {
        "board_view": board_view,
        "run": this_run,
        "answered": answers,
        "most_misses": MOST_MISSES.get(RunKind(this_run.kind), 0),
        "seconds_left": max(0, round((this_run.ends_at - now).total_seconds())) if this_run.ends_at else None,
        "clock": digits(max(this_run.ends_at - now, NOTHING)) if this_run.ends_at else "",
        "scripted": is_partial(request),
        **extra,
    }
    if this_run.ended_at:
        context["best"] = own_best(viewer_of(request), this_run.game_slug, this_run.kind)
    if this_run.ended_at and this_run.kind == RunKind.OWN:
        own = mistakes_of(this_run.player).filter(puzzle__game_slug=this_run.game_slug)
        context["next_at"] = next_of(own, now)
    templates = "puzzles/run.html", "puzzles/_run.html"
    return render_or_answer(request, *templates, context, version=board_view.version, status=status)


def _run_or_404(request: HttpRequest, run_id: str) -> Run:
    """Return the viewer's own run; raises Http404 for any other."""
    return get_object_or_404(Run, pk=run_id, player=viewer_of(request), game_slug__in=games())
