"""The pages and forms of chat, following, muting and reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.online import presence
from accounts.player import player_named, player_of
from core.live.partials import BoundPartial
from core.web import parse_key, redirect_next
from games.matches.errors import Refused
from games.matches.models import Match
from games.matches.views.match import match_or_404
from games.social import following, services
from games.social.chat import ReadMessage, chat_of, own_room, readable, rooms_of, unwanted_by
from games.social.following import MOST_LISTED, followed_by, followed_of, followers_of
from games.social.forms import ReportForm
from games.social.models import Message
from games.social.partials import CHAT, message_form_context
from games.social.services import say
from games.social.services import switch as switch_chat

LINES_A_PAGE = 100


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def chat(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the chat, paginated, latest page first. POST sends a message; a refusal is answered with its reason."""
    match, viewer = match_or_404(request, match_id), player_of(request)
    page = partial(_whole, request, match, viewer)
    if request.method != "POST":
        return page()
    back = f"{reverse('matches:match', args=[match.pk])}?chat=open#chat"
    return answer_words(request, partial(say, match, viewer), page, partial(CHAT.of, match, viewer), back)


def answer_words(
    request: HttpRequest,
    write: Callable[..., object],
    page: Callable[..., HttpResponse],
    draw_lines: Callable[[], BoundPartial | None],
    back: str,
) -> HttpResponse:
    """Write the posted words in a chat; a refusal is answered with its reason on the page, which keeps the words."""
    fields = {name: request.POST.get(name, "") for name in ("text", "phrase", "token")}
    is_scripted = request.headers.get("Accept") == "application/json"
    try:
        write(text=fields["text"], phrase=fields["phrase"], token=fields["token"][:36])
    except Refused as refusal:
        if is_scripted:
            return JsonResponse({"problem": str(refusal)}, status=refusal.status, headers=refusal.headers)
        return refusal.head(page(status=refusal.status, problem=refusal, text=fields["text"]))
    if is_scripted:
        lines = draw_lines()
        return JsonResponse({"partials": lines.html if lines else ""})
    return redirect(back)


def _whole(request: HttpRequest, match: Match, viewer: User, *, status: int = 200, **extra: object) -> HttpResponse:
    now = chat_of(match, viewer)
    unwanted = unwanted_by(viewer)
    words = readable(match, viewer).exclude(author__in=unwanted) if now and now.on else readable(match, None)
    page = Paginator(words.order_by("-pk"), LINES_A_PAGE).get_page(request.GET.get("page"))
    own = own_room(match, viewer)
    context = {
        "match": match,
        "chat": now,
        "page": page,
        "own_room": own,
        "lines": [ReadMessage(message, message.author_id == viewer.pk) for message in reversed(page.object_list)],
        **message_form_context(match, viewer, now),
        **extra,
    }
    return render(request, "social/chat.html", context, status=status)


ACTIONS = {  # what each does, and what the player is told then
    "follow": (following.follow, gettext_lazy("You follow {name}. The lobby shows when they are online.")),
    "unfollow": (following.unfollow, gettext_lazy("You no longer follow {name}.")),
    "mute": (following.mute, gettext_lazy("{name} is muted.")),
    "unmute": (following.unmute, gettext_lazy("You’ll see messages from {name} again.")),
}


@login_required
@require_POST
def relation(request: HttpRequest, action: str) -> HttpResponse:
    """Follow or mute the player called `name`, or undo it."""
    if action not in ACTIONS:
        raise Http404
    act, sentence = ACTIONS[action]
    other = player_named(request.POST.get("name", ""))
    try:
        act(player_of(request), other)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, sentence.format(name=other))
    return redirect_next(request)


@never_cache
@login_required
@require_safe
def followers(request: HttpRequest) -> HttpResponse:
    """List the players who follow the viewer; with `?show=followed` those whom the viewer follows."""
    player = player_of(request)
    tab = "followed" if request.GET.get("show") == "followed" else "followers"
    people = followed_of(player) if tab == "followed" else followers_of(player)
    context = {
        "people": people[:MOST_LISTED],
        "asked": tab,
        "counts": {"followers": followers_of(player).count(), "followed": followed_of(player).count()},
        "followed": followed_by([player.pk])[player.pk],
        "here": {user.pk for user in presence.online()},
    }
    return render(request, "social/followers.html", context)


@login_required
@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Switch chat on or off."""
    talks = request.POST.get("talks") == "on"
    switch_chat(player_of(request), talks)
    answer = gettext("Chat is on.") if talks else gettext("Chat is off.")
    messages.success(request, answer)
    return redirect_next(request)


@dataclass(frozen=True)
class Subject:
    """The subject of a report: one of these players, and a match, a message, or a text with its key in another app."""

    people: list[User]
    match: Match | None = None
    message: Message | None = None
    key: str = ""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest) -> HttpResponse:
    """Show the form for `?message=`, `?match=` or `?player=`, and store the report."""
    subject = _subject(request, player_of(request))
    line = ReadMessage(subject.message, mine=False) if subject.message else None
    names = ("matches:match", subject.match.pk) if subject.match else ("matches:player", subject.people[0].username)
    return answer_report(request, subject, resolve_url(*names), line=line)


def answer_report(request: HttpRequest, subject: Subject, back: str, **subject_context: object) -> HttpResponse:
    """Show the form of a report with what is `shown` of its subject; store a posted one, and go `back`."""
    form = ReportForm(subject.people, request.POST if request.method == "POST" else None)
    status, problem = (422 if form.errors else 200), None
    if form.is_valid():
        content = {"reason": form.cleaned_data["reason"], "story": form.cleaned_data["story"], "subject": subject.key}
        try:
            services.report(player_of(request), form.person, match=subject.match, message=subject.message, **content)
        except Refused as refusal:
            status, problem = refusal.status, refusal
        else:
            messages.success(request, gettext("Thanks. We got your report."))
            return redirect(back)
    context = {"form": form, "subject": subject, "problem": problem, **subject_context}
    page = render(request, "social/report.html", context, status=status)
    return problem.head(page) if problem else page


def _subject(request: HttpRequest, viewer: User) -> Subject:
    """Return the subject named in the query string if this viewer can see it; raises Http404."""
    query = request.GET
    if number := query.get("message", ""):
        message = _message(number, viewer)
        return Subject([message.author], message.match, message)
    if match_id := query.get("match", ""):
        match = match_or_404(request, match_id)
        people = [person for person in (match.first, match.second) if person != viewer]
        return Subject(people, match)
    return Subject([player_named(query.get("player", ""))])


def _message(number: str, viewer: User) -> Message:
    rows = Message.objects.select_related("author", "match__first", "match__second")
    message = get_object_or_404(rows, pk=parse_key(number))
    if message.room not in rooms_of(message.match, viewer):
        raise Http404
    return message
