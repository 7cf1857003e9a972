"""Following, muting, and the chat switch."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.online import presence
from accounts.player import player_named, player_of
from core.responses import redirect_next
from games.matches.errors import Refused
from games.social.following import MOST_LISTED, followed_by, followed_of, followers_of
from games.social.services import relations
from games.social.services.chat import switch as switch_chat

ACTIONS = {
    "follow": relations.follow,
    "unfollow": relations.unfollow,
    "mute": relations.mute,
    "unmute": relations.unmute,
}


@login_required
@require_POST
def relation(request: HttpRequest, action: str) -> HttpResponse:
    """Follow or mute the player called `name`, or undo it."""
    if action not in ACTIONS:
        raise Http404
    other = player_named(request.POST.get("name", ""))
    try:
        ACTIONS[action](player_of(request), other)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _done(action, other))
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


def _done(action: str, other: User) -> str:
    answer = {
        "follow": gettext("You follow {name}. The lobby shows when they are online."),
        "unfollow": gettext("You no longer follow {name}."),
        "mute": gettext("{name} is muted."),
        "unmute": gettext("You read {name} again."),
    }
    return answer[action].format(name=other)
