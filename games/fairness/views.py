"""Views of the fairness pages with the form for a match, and the download of the log of commitments."""

from __future__ import annotations

import re

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from core.web import download, parse_key
from games.catalogue import games
from games.fairness import commitment_log
from games.fairness.draw_statistics import all_draws, verdict_on
from games.matches.models import Match

NAMED = re.compile(r"(?:.*/matches/)?([a-z0-9]{10})(?:[/?#].*)?", re.ASCII | re.DOTALL)


class MatchForm(forms.Form):
    """A match, by its URL or its id."""

    is_plain = True
    match = forms.CharField(
        label=_("Address of a match"),
        help_text=_("Or just the ten-character match code."),
        max_length=200,
        error_messages={"required": _("Type or paste the address of a match.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_match(self) -> str:
        """Return the id of the match; raises ValidationError if there is none."""
        address = NAMED.fullmatch(self.cleaned_data["match"].lower())
        if not address:
            raise ValidationError(_("That isn’t the address of a match. It looks like /matches/k3x9m2p7qa/."))
        if not Match.objects.filter(pk=address[1], game_slug__in=games()).exists():
            raise ValidationError(_("No match found at this address."))
        return address[1]


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
