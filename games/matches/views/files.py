"""What can be read about a match and its game: turns, notation, files, the proof of fairness, the rules."""

from __future__ import annotations

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.catalogue import games
from games.matches.errors import RulesGone
from games.matches.files import exports
from games.matches.models import Deal
from games.matches.pages.match_view import MatchView
from games.matches.pages.record import mixed_sentence, proven_sentence, vocabulary_of
from games.matches.views.match import match_or_404, render_stored


@never_cache
@require_safe
def turn(request: HttpRequest, match_id: str, ply: int) -> HttpResponse:
    """Show the board after move number `ply`; 0 is the start."""
    match = match_or_404(request, match_id)
    if ply > match.ply:
        raise Http404
    try:
        board_view = MatchView(match, match.seat_of(request.user), ply=ply)
        return render(request, "matches/turn.html", {"match": match, "board_view": board_view, "ply": ply})
    except RulesGone:
        return render_stored(request, match)


@never_cache
@require_safe
def notation(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the match file as text."""
    match = match_or_404(request, match_id)
    return HttpResponse(exports.as_text(match, match.seat_of(request.user)), content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def download(request: HttpRequest, match_id: str, kind: str) -> HttpResponse:
    """Return the match file as a download, `txt` or `json`; without hidden information while the match runs."""
    match = match_or_404(request, match_id)
    seat = match.seat_of(request.user)
    answer: HttpResponse
    if kind == "json":
        answer = JsonResponse(exports.as_data(match, seat), json_dumps_params={"indent": 2})
    else:
        answer = HttpResponse(exports.as_text(match, seat), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{match.game_slug}-{match.pk}.{kind}"'
    return answer


@never_cache
@require_safe
def fairness(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the commitment; after the end also the seed and the sealed order, with the result of their verification."""
    match = match_or_404(request, match_id)
    proof = exports.prove(match) if match.is_revealed else None
    line = Deal.objects.filter(pk=match.pk).values_list("number", flat=True).first()
    module = f"{match.game_slug}/deal.js"
    context = {
        "match": match,
        "proof": proof,
        "line": line,
        "sealed": vocabulary_of(match).sealed,
        "mixed": mixed_sentence(match),
        "proven": proven_sentence(match, holds=proof.holds) if proof else "",
        "deal_module": static(module) if finders.find(module) else "",
    }
    return render(request, "matches/fairness.html", context)


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the aim of a game, and its own `<slug>/_rules.html` where the game brings one."""
    game = games().get(slug)
    if game is None:
        raise Http404
    return render(request, "matches/rules.html", {"game": game, "sheet": _sheet(slug)})


def _sheet(slug: str) -> str | None:
    name = f"{slug}/_rules.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return None
    return name
