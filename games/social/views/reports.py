"""Reporting a message, a match or a player."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.player import player_named, player_of
from core.responses import parse_key
from games.matches.errors import Refused
from games.matches.models import Match
from games.matches.views.match import match_or_404
from games.social.chat import ReadMessage, rooms_of
from games.social.forms import ReportForm
from games.social.models import Message
from games.social.services import reports


@dataclass(frozen=True)
class Subject:
    """The subject of a report: one of these players, and optionally a match and a message."""

    people: list[User]
    match: Match | None = None
    message: Message | None = None


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest) -> HttpResponse:
    """Show the form for `?message=`, `?match=` or `?player=`, and store the report."""
    viewer = player_of(request)
    subject = _subject(request, viewer)
    form = ReportForm(subject.people, request.POST if request.method == "POST" else None)
    status, problem = (422 if form.errors else 200), None
    if form.is_valid():
        content = {"reason": form.cleaned_data["reason"], "story": form.cleaned_data["story"]}
        try:
            reports.report(viewer, form.person, match=subject.match, message=subject.message, **content)
        except Refused as refusal:
            status, problem = refusal.status, refusal
        else:
            messages.success(request, gettext("Thanks. We got your report."))
            return _back(subject)
    line = ReadMessage(subject.message, mine=False) if subject.message else None
    context = {"form": form, "subject": subject, "line": line, "problem": problem}
    page = render(request, "social/report.html", context, status=status)
    return problem.head(page) if problem else page


def _subject(request: HttpRequest, viewer: User) -> Subject:
    """Return the subject named in the query string if this viewer can see it; raises Http404."""
    query = request.GET
    if number := query.get("message", ""):
        message = _message(number, viewer)
        return Subject([message.author], message.match, message)
    if match_id := query.get("match", ""):
        match = match_or_404(match_id)
        people = [person for person in (match.first, match.second) if person != viewer]
        return Subject(people, match)
    return Subject([player_named(query.get("player", ""))])


def _message(number: str, viewer: User) -> Message:
    rows = Message.objects.select_related("author", "match__first", "match__second")
    message = get_object_or_404(rows, pk=parse_key(number))
    if message.room not in rooms_of(message.match, viewer):
        raise Http404
    return message


def _back(subject: Subject) -> HttpResponse:
    if subject.match:
        return redirect("matches:match", subject.match.pk)
    return redirect("matches:player", subject.people[0].username)
