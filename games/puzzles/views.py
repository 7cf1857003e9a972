"""Views of the puzzles: the overview, past daily puzzles, one puzzle, and redirects to the next."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.player import viewer_of
from accounts.services import sign_in_guest
from core import clock
from core.web import is_partial, render_or_answer, sure_page
from games.catalogue import display_of, games
from games.history.thumbnails import draw_picture, draw_replay
from games.matches.errors import Refused
from games.matches.forms import MoveForm, PreviewForm
from games.matches.pages.previews import (
    answer_outside_match,
    choice_left,
    lights_in,
    reply_with_lights,
    reply_with_preview,
)
from games.matches.templatetags.sentences import localized, named
from games.puzzles.kinds import Kind, Level, Theme, Topic, topic_of
from games.puzzles.lists import days_of, standings
from games.puzzles.making.lines import replay
from games.puzzles.models import Attempt, Daily, Puzzle
from games.puzzles.puzzle_view import AT_HOME, PuzzleView, query_of
from games.puzzles.services.practice import due_of
from games.puzzles.services.selection import (
    Choices,
    choices_of,
    daily_of,
    fits,
    fitting,
    levels_of,
    may_see,
    next_puzzle,
    today,
    visible,
)
from games.puzzles.services.solving import give_up, judged, line_of, position_of, solver_view, try_move
from games.puzzles.today import today_of
from games.rules import BadNotation, IllegalMove, Position

PAST_A_PAGE = 30  # daily puzzles on a page of past ones
PICTURE_KEPT = 3600  # seconds, on the server and in the browser
NEAR = "near"  # instead of a level: near the player's own rating


@never_cache
@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """Show today's puzzle of each game, the viewer's days and result, and what there is to practise."""
    viewer = viewer_of(request)
    todays = today_of(viewer)
    shared = todays.shared(request.build_absolute_uri()) if todays else ""
    context = {
        "standings": standings(viewer, todays.days if todays else ()),
        "today": todays,
        "shared": shared,
        "mistakes_due": due_of(viewer, clock.now()).count() if viewer else 0,
    }
    return render(request, "puzzles/puzzles.html", context)


@never_cache
@require_safe
def daily(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to today's puzzle of this game, a pupil otherwise to one that fits, or to the overview for none."""
    todays, viewer = daily_of(_game_or_404(slug), today()), viewer_of(request)
    if todays and not fits(todays.puzzle, viewer):
        return _lead(request, slug, next_puzzle(viewer, slug, None))
    return _lead(request, slug, todays.puzzle if todays else None)


@never_cache
@require_safe
def another(request: HttpRequest, slug: str, level: str) -> HttpResponse:
    """Redirect to a puzzle of this game that is new to the viewer; `?theme=` limits it to one theme or kind."""
    if level not in (*Level.values, NEAR):
        raise Http404
    level_choice = None if level == NEAR else Level(level)
    topic, viewer = _topic(request), viewer_of(request)
    new_puzzle = next_puzzle(viewer, _game_or_404(slug), level_choice, topic)
    if new_puzzle is None and (choices := choices_of(viewer)[slug]).levels:
        messages.info(request, _none_left(slug, level_choice, topic, choices))
        return redirect("puzzles:puzzles")
    return _lead(request, slug, new_puzzle, topic)


@never_cache
@require_safe
def past(request: HttpRequest, slug: str) -> HttpResponse:
    """List the daily puzzles of this game, latest first."""
    rows = Daily.objects.filter(game_slug=_game_or_404(slug), day__lte=today())
    rows = rows.filter(fitting(levels_of(viewer_of(request)), "puzzle__"))
    dailies = rows.select_related("puzzle").order_by("-day")
    page = Paginator(dailies, PAST_A_PAGE).get_page(request.GET.get("page"))
    context = {"game": games()[slug], "page": page, "days": days_of(viewer_of(request), page)}
    return render(request, "puzzles/past.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Show the puzzle; a legal move is a try, and any other answers 422 with the reason.

    An attempt that has begun can be finished even if the puzzle is withdrawn meanwhile.
    """
    this_puzzle = _puzzle_or_404(puzzle_id)
    if not fits(this_puzzle, viewer_of(request)):
        return _lead(request, this_puzzle.game_slug, None)
    if request.method != "POST" or this_puzzle.state == Puzzle.State.UNCHECKED:
        draw = _draw if may_see(this_puzzle, viewer_of(request)) else _keep_back
        return draw(request, this_puzzle)
    form = MoveForm(request.POST)
    if not form.is_valid():
        return _draw(request, this_puzzle, status=422, reason=form.sentence, text=request.POST.get("text"))
    try:
        return _try(request, this_puzzle, form)
    except (BadNotation, IllegalMove) as refusal:
        return _draw(request, this_puzzle, status=422, reason=localized(refusal.reason), text=form.notation)
    except Refused as refusal:
        return _draw(request, this_puzzle, status=refusal.status, reason=str(refusal))


@cache_control(public=True, max_age=PICTURE_KEPT)
@require_safe
def picture(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Return the board of an offered puzzle as an SVG, without the solver's tiles."""
    return _cached("picture", puzzle_id, _draw_still)


@cache_control(public=True, max_age=PICTURE_KEPT)
@require_safe
def moving_picture(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Return the turns that led to an offered puzzle as a picture that plays them."""
    return _cached("moving", puzzle_id, _draw_moving)


def _cached(kind: str, puzzle_id: str, draw: Callable[[Puzzle], str]) -> HttpResponse:
    this_puzzle = _puzzle_or_404(puzzle_id)
    if not this_puzzle.is_offered:
        raise Http404
    svg = cache.get_or_set(f"puzzles.{kind}.{this_puzzle.pk}", lambda: draw(this_puzzle), PICTURE_KEPT)
    return HttpResponse(svg, content_type="image/svg+xml")


def _draw_still(this_puzzle: Puzzle) -> str:
    view = this_puzzle.game.view(position_of(this_puzzle), None)
    return draw_picture(display_of(this_puzzle.game).board(view), view.last.squares if view.last else ())


def _draw_moving(this_puzzle: Puzzle) -> str:
    game, origin = this_puzzle.game.version(this_puzzle.rules_version), (this_puzzle.option_data, this_puzzle.seed)
    return draw_replay(game, display_of(game), replay(game, origin[0], bytes(origin[1]), this_puzzle.moves))


@never_cache
@require_POST
def preview(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Preview the placed tiles or the typed move, with the same validation as in a match."""
    this_puzzle = _checked_or_404(puzzle_id)
    context = answer_outside_match(this_puzzle.game, _position(request, this_puzzle), PreviewForm(request.POST))
    return reply_with_preview(request, context) or _draw(request, this_puzzle, **context)


@never_cache
@require_safe
def lights(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Return the squares to highlight for the solver's selection, as in a match."""
    this_puzzle = _puzzle_or_404(puzzle_id)
    if not may_see(this_puzzle, viewer_of(request)):
        raise Http404
    view = solver_view(this_puzzle, line_of(this_puzzle, viewer_of(request)))
    return reply_with_lights(request, lambda form: lights_in(this_puzzle.game, view, form))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def solution(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Give up and show the solution, after a confirmation."""
    this_puzzle = _checked_or_404(puzzle_id)
    if request.method != "POST":
        return redirect("puzzles:puzzle", this_puzzle.pk)
    if request.POST.get("confirmed") != "yes":
        return _ask(
            request, this_puzzle, _("Show the solution? Then the puzzle counts as missed, also for your rating.")
        )
    is_new = viewer_of(request) is None
    return _answer(request, this_puzzle, give_up(this_puzzle, sign_in_guest(request)), is_new=is_new)


def _try(request: HttpRequest, this_puzzle: Puzzle, form: MoveForm) -> HttpResponse:
    """Try the move; an anonymous visitor becomes a guest with the first legal one."""
    line, step = line_of(this_puzzle, viewer_of(request)), form.cleaned_data["ply"] - 1 if this_puzzle.is_line else 0
    if step > len(line):
        return _draw(request, this_puzzle)  # of an attempt that is gone
    if ways := choice_left(this_puzzle.game, position_of(this_puzzle, line[:step]), form):
        return _draw(request, this_puzzle, status=422, text=form.notation, preview=ways)
    move, turn = judged(this_puzzle, form.notation, line[:step])
    sure = form.cleaned_data["confirmed"] or is_partial(request)  # the script has already asked
    if turn.warning and not sure:
        return _ask(request, this_puzzle, localized(turn.warning), move)
    is_new = viewer_of(request) is None
    return _answer(request, this_puzzle, try_move(this_puzzle, sign_in_guest(request), move, step), is_new=is_new)


def _position(request: HttpRequest, this_puzzle: Puzzle) -> Position:
    """Return the position in which the viewer has to move."""
    return position_of(this_puzzle, line_of(this_puzzle, viewer_of(request)))


def _ask(request: HttpRequest, this_puzzle: Puzzle, question: str, text: str = "") -> HttpResponse:
    """Render the page that asks for confirmation without JavaScript."""
    back = reverse("puzzles:puzzle", args=[this_puzzle.pk]) + query_of(_topic(request))
    answer = _("Play it anyway") if text else _("Show me")
    ply = len(line_of(this_puzzle, viewer_of(request))) + 1
    fields, leave = [("ply", ply), ("text", text)], _("Back to the board")
    return sure_page(request, question, answer, back, leave=leave, address=request.get_full_path(), fields=fields)


def _answer(request: HttpRequest, this_puzzle: Puzzle, attempt: Attempt, *, is_new: bool) -> HttpResponse:
    """Return what changed by a try, for a script, else a redirect.

    A new guest's page reloads, since it was rendered for an anonymous visitor; the home page gets only what changed.
    """
    address = reverse("puzzles:puzzle", args=[this_puzzle.pk]) + query_of(_topic(request))
    if not is_partial(request):
        return redirect(address)
    if is_new and not _at_home(request):
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    this_puzzle.refresh_from_db(fields=["tried", "solved", "rating"])
    return _draw(request, this_puzzle, attempt=attempt, is_new=is_new)


def _draw(
    request: HttpRequest, this_puzzle: Puzzle, *, status: int = 200, attempt: Attempt | None = None, **extra: object
) -> HttpResponse:
    """Render the puzzle; for a script only what changes."""
    scripted = is_partial(request)
    at_home = scripted and _at_home(request)
    board_view = PuzzleView(this_puzzle, viewer_of(request), attempt, at_home=at_home, topic=_topic(request))
    shared = board_view.shared(request.build_absolute_uri(board_view.address))
    context = {"board_view": board_view, "puzzle": this_puzzle, "shared": shared}
    context |= {"scripted": scripted, "at_home": at_home}
    templates = "puzzles/puzzle.html", "puzzles/_match_view.html"
    return render_or_answer(request, *templates, {**context, **extra}, version=board_view.version, status=status)


def _keep_back(request: HttpRequest, this_puzzle: Puzzle) -> HttpResponse:
    """Render a page without the position: 410 if the puzzle is withheld, 404 if it is not checked yet."""
    status = 410 if this_puzzle.is_withheld else 404
    return render(request, "puzzles/withheld.html", {"puzzle": this_puzzle, "game": this_puzzle.game}, status=status)


def _none_left(slug: str, level: Level | None, topic: Topic | None, choices: Choices) -> str:
    """Return the sentence that there is no puzzle of this level and topic, and what there is instead."""
    labels = ", ".join(str(one.label) for one in (level, topic) if one)
    available = {*choices.levels, *choices.topics}
    others = ", ".join(str(one.label) for one in (*Level, *Kind, *Theme) if one in available)
    sentence = _("No %(game)s puzzle left for “%(wanted)s”. You can choose: %(others)s.")
    return sentence % {"game": named(games()[slug]), "wanted": labels, "others": others}


def _lead(request: HttpRequest, slug: str, this_puzzle: Puzzle | None, topic: Topic | None = None) -> HttpResponse:
    if this_puzzle:
        return redirect(reverse("puzzles:puzzle", args=[this_puzzle.pk]) + query_of(topic))
    viewer = viewer_of(request)
    if slug in levels_of(viewer):
        sentence = _("There is no new %(game)s puzzle with the calculations of your matches.")
    else:
        sentence = _("No %(game)s puzzles left for now. New ones are made from finished matches.")
    messages.info(request, sentence % {"game": named(games()[slug])})
    return redirect("puzzles:puzzles")


def _puzzle_or_404(puzzle_id: str) -> Puzzle:
    return get_object_or_404(visible().select_related("source__match__first", "source__match__second"), pk=puzzle_id)


def _checked_or_404(puzzle_id: str) -> Puzzle:
    """Return a puzzle that is, or was, offered: a page of it may be open. Raises Http404."""
    this_puzzle = _puzzle_or_404(puzzle_id)
    if this_puzzle.state == Puzzle.State.UNCHECKED:
        raise Http404
    return this_puzzle


def _game_or_404(slug: str) -> str:
    if slug not in games():
        raise Http404
    return slug


def _topic(request: HttpRequest) -> Topic | None:
    """Return what the viewer has chosen to practise."""
    return topic_of(request.GET.get("theme", ""))


def _at_home(request: HttpRequest) -> bool:
    """Return whether the form is on the home page."""
    return request.GET.urlencode() == AT_HOME
