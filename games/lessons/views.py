"""Views of a lesson: its page, attempts, the solution, previews. Nothing is stored, and visitors need no account."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.web import is_partial, render_or_answer, sure_page
from games.lessons.courses import LessonView, Step, find_step
from games.matches.forms import MoveForm, PreviewForm
from games.matches.pages.previews import (
    answer_outside_match,
    choice_left,
    lights_in,
    reply_with_lights,
    reply_with_preview,
)
from games.matches.templatetags.sentences import localized
from games.rules import BadNotation, IllegalMove, PlayedMove


@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the lesson, or try a move; a move that does not solve it is answered with 422 and the reason."""
    step = _step_or_404(slug, number)
    if request.method != "POST":
        return _draw(request, LessonView(step))
    form = MoveForm(request.POST)
    if not form.is_valid():
        return _draw(request, LessonView(step), status=422, reason=form.sentence, text=request.POST.get("text"))
    return _try(request, step, form)


@require_safe
def answer(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the lesson after its solution."""
    step = _step_or_404(slug, number)
    move = step.game.decode(step.lesson.answers[0])
    return _draw(request, LessonView(step, move), shown=True)


@require_POST
def preview(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Preview the move of the placed tiles or of the typed text, as in a match."""
    step = _step_or_404(slug, number)
    context = answer_outside_match(step.game, step.lesson.position, PreviewForm(request.POST))
    return reply_with_preview(request, context) or _draw(request, LessonView(step), **context)


@require_safe
def lights(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the squares to highlight for what the learner chooses, as in a match."""
    step = _step_or_404(slug, number)
    return reply_with_lights(request, lambda form: lights_in(step.game, LessonView(step).view, form))


def _try(request: HttpRequest, step: Step, form: MoveForm) -> HttpResponse:
    """Judge the move; one that names none of several ways to play its tiles is answered by these."""
    text, sure = form.notation, form.cleaned_data["confirmed"]
    try:
        if ways := choice_left(step.game, step.lesson.position, form):
            return _draw(request, LessonView(step), status=422, text=text, preview=ways)
        move = step.game.decode(text)
        turn = step.game.judge(step.lesson.position, move)
        if turn.warning and not sure and not is_partial(request):  # the script has already asked
            return _ask(request, step, text, localized(turn.warning))
        if step.lesson.is_solved_by(step.game, move, turn):
            return _draw(request, LessonView(step, move))
        reason = _missed(turn)
    except (BadNotation, IllegalMove) as refusal:
        reason = localized(refusal.reason)
    return _draw(request, LessonView(step), status=422, reason=reason, text=text)


def _ask(request: HttpRequest, step: Step, text: str, question: str) -> HttpResponse:
    """Render the page that asks to confirm a move with a warning, as a match does without JavaScript."""
    fields, leave = [("ply", 1), ("text", text)], _("Back to the board")
    return sure_page(request, question, _("Play it anyway"), step.address, leave=leave, fields=fields)


def _missed(turn: PlayedMove) -> str:
    """Return the sentence about a legal move that does not solve the lesson."""
    sentence = ngettext(
        "%(move)s scores %(points)d point, but that’s not the task. Try again.",
        "%(move)s scores %(points)d points, but that’s not the task. Try again.",
        turn.points,
    )
    return sentence % {"move": capfirst(localized(turn.text)), "points": turn.points}


def _step_or_404(slug: str, number: int) -> Step:
    step = find_step(slug, number)
    if step is None:
        raise Http404
    return step


def _draw(request: HttpRequest, board_view: LessonView, *, status: int = 200, **extra: object) -> HttpResponse:
    """Render the lesson; for a script only what changes."""
    step = board_view.step
    context = {"board_view": board_view, "step": step, "lesson": step.lesson, "scripted": is_partial(request), **extra}
    templates = "lessons/lesson.html", "lessons/_match_view.html"
    return render_or_answer(request, *templates, context, version=board_view.ply, status=status)
