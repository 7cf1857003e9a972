"""The page with the whole chat of a match, and sending messages."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.player import player_of
from games.matches.errors import Refused
from games.matches.models import Match
from games.matches.views.match import match_or_404
from games.social.chat import ReadMessage, chat_of, own_room, readable, unwanted_by
from games.social.partials import CHAT, message_form_context
from games.social.services.chat import say

LINES_A_PAGE = 100


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def chat(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the chat, paginated, latest page first. POST sends a message; a refusal is answered with its reason."""
    match, viewer = match_or_404(match_id), player_of(request)
    if request.method != "POST":
        return _whole(request, match, viewer)
    fields = {name: request.POST.get(name, "") for name in ("text", "phrase", "token")}
    try:
        say(match, viewer, text=fields["text"], phrase=fields["phrase"], token=fields["token"][:36])
    except Refused as refusal:
        if _scripted(request):
            return JsonResponse({"problem": str(refusal)}, status=refusal.status, headers=refusal.headers)
        page = _whole(request, match, viewer, status=refusal.status, problem=refusal, text=fields["text"])
        return refusal.head(page)
    if _scripted(request):
        messages = CHAT.of(match, viewer)
        return JsonResponse({"partials": messages.html if messages else ""})
    return redirect(f"{reverse('matches:match', args=[match.pk])}?chat=open#chat")


def _scripted(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


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
