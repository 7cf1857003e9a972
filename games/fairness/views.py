"""Views of the fairness pages, and the download of the log of commitments."""

from __future__ import annotations

from collections.abc import AsyncIterator

from channels.db import database_sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.saving import parse_key
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
    found = all_draws()
    return render(request, "fairness/statistics.html", {"draws": found, "verdict": verdict_on(found)})


@require_safe
def log(request: HttpRequest) -> HttpResponseBase:
    """Download the log of commitments; with `?from=` and `?to=` only the lines from and to these numbers."""
    first, last = (parse_key(request.GET.get(name, "")) for name in ("from", "to"))
    body = _lines(first or 1, last) if isinstance(request, ASGIRequest) else commitment_log.lines(first or 1, last)
    answer = StreamingHttpResponse(body, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="numgames-commitments.txt"'
    answer["Cache-Control"] = "no-cache"
    return answer


async def _lines(start: int, end: int | None) -> AsyncIterator[str]:
    """Yield the log batch by batch; a database connection is held only while a batch is read."""
    read = database_sync_to_async(commitment_log.read_lines)
    while batch := await read(start, end):
        yield "".join(batch)
        start += len(batch)
