"""Views that plan and withdraw moves."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from core.web import answer_partials, is_partial
from games.matches.errors import Refused
from games.matches.forms import MoveForm
from games.matches.models import Match
from games.matches.templatetags.sentences import localized
from games.matches.views.match import match_or_404, render_match, sign_in_first
from games.planned import services
from games.planned.partials import context_of
from games.rules import BadNotation, IllegalMove


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, match_id: str) -> HttpResponse:
    """Plan the move in the form of the match page; one that is illegal answers 422 with the reason."""
    if request.method != "POST":
        return redirect("matches:match", match_id)
    if not isinstance(request.user, User):
        return sign_in_first(request, match_id)
    form = MoveForm(request.POST)
    if not form.is_valid():
        return _answer(request, match_or_404(request, match_id), status=422, fault=form.sentence)
    chosen = bool(form.cleaned_data["variant"])
    try:
        return _answer(request, services.plan(match_id, request.user, form.notation, chosen=chosen))
    except (BadNotation, IllegalMove) as refusal:
        return _answer(request, match_or_404(request, match_id), status=422, fault=localized(refusal.reason))
    except Refused as refusal:
        return _answer(request, match_or_404(request, match_id), status=refusal.status, fault=str(refusal))
    except Match.DoesNotExist:
        raise Http404 from None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, match_id: str, pk: int) -> HttpResponse:
    """Remove a planned move."""
    if request.method != "POST" or not isinstance(request.user, User):
        return redirect("matches:match", match_id)
    try:
        return _answer(request, services.withdraw(match_id, request.user, pk))
    except Refused as refusal:
        return _answer(request, match_or_404(request, match_id), status=refusal.status, fault=str(refusal))
    except Match.DoesNotExist:
        raise Http404 from None


def _answer(request: HttpRequest, match: Match, *, status: int = 200, fault: str = "") -> HttpResponse:
    """Return the planned moves for a script, else the page of the match."""
    if not is_partial(request):
        if fault:
            return render_match(request, match, status=status, reason=fault, text=request.POST.get("text"))
        return redirect("matches:match", match.pk)
    user = request.user if isinstance(request.user, User) else None
    context = context_of(match, user) or {"match": match}
    html = render_to_string("planned/_planned.html", {**context, "fault": fault}, request)
    return answer_partials(html, status=status)
