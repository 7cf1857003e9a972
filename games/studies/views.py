"""Pages of studies: the player's own ones, one study, and the forms that keep, change, delete and report it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.player import player_of, viewer_of
from core.web import parse_key
from games.analysis.analysis_view import VariationView
from games.analysis.reading import play_again
from games.matches.errors import Refused
from games.matches.forms import LONGEST_MOVE
from games.matches.pages.board_view import draw_rows
from games.matches.play.positions import LONGEST_LINE
from games.matches.views.match import match_or_404
from games.rules import PlayerError
from games.social.views import Subject, answer_report
from games.studies import services
from games.studies.forms import StudyForm
from games.studies.models import Study


@never_cache
@login_required
@require_safe
def studies(request: HttpRequest) -> HttpResponse:
    """List the player's own studies, the latest first."""
    own = Study.objects.filter(owner=player_of(request)).select_related("match__first", "match__second")
    return render(request, "studies/studies.html", {"studies": own})


@never_cache
@login_required
@require_POST
def keep(request: HttpRequest, match_id: str, ply: int) -> HttpResponse:
    """Keep the posted line from turn number `ply` on, and redirect to the study."""
    match, texts = match_or_404(request, match_id), request.POST.getlist("line")
    if not match.is_over or not 1 <= ply <= match.ply or not 1 <= len(texts) <= LONGEST_LINE:
        raise Http404
    if any(len(text) > LONGEST_MOVE for text in texts):
        raise Http404
    name = gettext("Turn {ply}: {first} – {second}").format(ply=ply, first=match.first, second=match.second)
    try:
        line = VariationView(match, play_again(match), ply, texts).texts
        study = services.keep(player_of(request), match, ply, line, name[: Study._meta.get_field("name").max_length])
    except PlayerError as refusal:
        raise Http404 from refusal
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("studies:studies")
    return redirect(study)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def study(request: HttpRequest, key: str) -> HttpResponse:
    """Show a study, with `?move=N` after its N-th move; a post of its owner changes its texts and who sees it."""
    one = _study(request, key)
    is_own = one.owner == request.user
    if request.method == "POST" and not is_own:
        raise Http404
    form = StudyForm(request.POST if request.method == "POST" else None, instance=one) if is_own else None
    if form and form.is_bound and form.is_valid():
        one.save(update_fields=form.changed_data)
        messages.success(request, gettext("Saved."))
        return redirect(one)
    context: dict[str, object] = {"study": one, "match": one.match, "form": form, "ply": one.begins - 1}
    context["link"] = request.build_absolute_uri(one.get_absolute_url())
    try:
        context["view"] = view = VariationView(one.match, play_again(one.match), one.begins, one.line, one.pk)
        start = VariationView(one.match, play_again(one.match), one.begins, [], one.pk)
        hand = start.display.rack(start.game.view(start.position, start.position.to_move), start.position.to_move)
        context |= {"start": start, "hand": hand or (), "rows": draw_rows(start.board, (), still=True)}
        context |= _shown(one, view, parse_key(request.GET.get("move", "")))
    except (Refused, PlayerError):
        context["is_gone"] = True  # the rules of then are not known any more
    return render(request, "studies/study.html", context, status=422 if form and form.errors else 200)


def _shown(study: Study, whole: VariationView, number: int | None) -> dict[str, object]:
    """Return the move of the line that the page shows, the last one by default, its number and board, and both ways."""
    steps = whole.steps
    number = number if number and number < len(steps) else len(steps)
    step = steps[number - 1] if steps else None
    line = study.line[:number] if number < len(steps) else study.line
    board = VariationView(study.match, play_again(study.match), study.begins, line, study.pk).board
    end = draw_rows(board, step.turn.squares if step else (), still=True)
    before = f"?move={number - 1}" if number > 1 else ""
    after = f"?move={number + 1}" if number < len(steps) else ""
    return {"number": number, "step": step, "end": end, "before": before, "after": after}


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Ask whether to delete a study of the player's own; a post deletes it. Idempotent."""
    own = Study.objects.filter(owner=player_of(request), pk=key)
    if request.method == "POST":
        own.delete()
        messages.success(request, gettext("The study is deleted."))
        return redirect("studies:studies")
    one = own.first()
    if one is None:
        raise Http404
    return render(request, "studies/delete.html", {"study": one})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form that reports the texts of a study, and store the report."""
    one = _study(request, key)
    title = gettext("Report a study of {name}").format(name=one.owner)
    subject = Subject([one.owner], key=f"{services.REPORTS}:{one.pk}")
    return answer_report(request, subject, one.get_absolute_url(), title=title)


def _study(request: HttpRequest, key: str) -> Study:
    """Return a study that this visitor may see; raises Http404."""
    try:
        return services.find(key, viewer_of(request))
    except Study.DoesNotExist:
        raise Http404 from None
