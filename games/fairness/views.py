"""Views of the fairness pages, and the download of the log of commitments."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from core.responses import download, parse_key
from games.fairness import commitment_log
from games.fairness.draw_statistics import all_draws, verdict_on
from games.fairness.forms import MatchForm


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Explain how draws can be verified; `?match=` redirects to the proof of that match, or answers 422 without one."""
    form = MatchForm(request.GET) if "match" in request.GET else MatchForm()
    if form.is_bound and form.is_valid():
        return redirect("matches:fairness", form.cleaned_data["match"])
    return render(request, "fairness/fairness.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def draws(request: HttpRequest) -> HttpResponse:
    """Show the statistical tests of all draws."""
    statistics = all_draws()
    return render(request, "fairness/statistics.html", {"draws": statistics, "verdict": verdict_on(statistics)})


@require_safe
def log(request: HttpRequest) -> HttpResponseBase:
    """Download the log of commitments; with `?from=` and `?to=` only the lines from and to these numbers."""
    first, last = (parse_key(request.GET.get(name, "")) for name in ("from", "to"))
    lines = commitment_log.lines(first or 1, last)
    answer = download(request, lines, content_type="text/plain; charset=utf-8", filename="numgames-commitments.txt")
    answer["Cache-Control"] = "no-cache"
    return answer
