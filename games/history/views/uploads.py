"""Upload of a match file: report what is wrong with it, or show the match."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from games.catalogue import display_of
from games.history.forms import FileForm
from games.matches.files.transcript import Unreadable, read
from games.matches.files.verification import Verified, verify
from games.matches.pages.board_view import draw_rows


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def reading(request: HttpRequest) -> HttpResponse:
    """Show the form, and the match in the uploaded file once it is replayed and verified."""
    form = FileForm(request.POST, request.FILES) if request.method == "POST" else FileForm()
    context: dict[str, object] = {"form": form}
    if form.is_bound and form.is_valid():
        try:
            context |= _shown(verify(read(form.cleaned_data["content"])))
        except Unreadable as refusal:
            context["refusal"] = refusal
    return render(request, "history/reading.html", context, status=422 if "refusal" in context or form.errors else 200)


def _shown(verified: Verified) -> dict[str, object]:
    """Return the context of a match that was read from a file."""
    context: dict[str, object] = {"verified": verified, "transcript": verified.transcript}
    if verified.position is not None:
        names = verified.transcript.first, verified.transcript.second
        result = verified.position.result
        context["reason"] = result.reason.named(names) if result else None
        view = verified.game.view(verified.position, None)
        board = display_of(verified.game).board(view)
        context |= {"board": board, "cells": draw_rows(board, view.last.squares if view.last else (), still=True)}
    return context
