"""Views of the fairness page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.fairness.draw_statistics import all_draws, verdict_on
from games.fairness.forms import MatchForm


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Show the tests of all draws; `?match=` redirects to the proof of that match, or says why there is none."""
    form = MatchForm(request.GET) if "match" in request.GET else MatchForm()
    if form.is_bound and form.is_valid():
        return redirect("matches:fairness", form.cleaned_data["match"])
    draws = all_draws()
    context = {"form": form, "draws": draws, "verdict": verdict_on(draws)}
    return render(request, "fairness/fairness.html", context, status=422 if form.errors else 200)
