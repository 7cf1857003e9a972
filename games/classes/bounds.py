"""The bounds of pupils: pages and sockets that they may open; all others are refused (default deny)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from channels.security.websocket import WebsocketDenier
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.models import User
from core.clients import Application, Receive, Scope, Send
from core.live.concurrency import in_thread
from games.classes.partials import CLASS
from games.classes.services import class_of, may_watch
from games.matches.models import Match
from games.matches.play.services import find_match

# Views that pupils may open, by name; a name with an asterisk means all views of its app.
OPEN = frozenset(
    (
        *("classes:class", "classes:challenge", "classes:card", "rules", "set_language", "account_logout"),
        *("manifest", "worker", "offline"),
        *("information:privacy", "information:help", "information:accessibility", "information:imprint"),
        *("information:house-rules", "information:credits", "information:contact", "information:parents"),
        *("lessons:*", "accounts:news", "accounts:settings", "notifications:next", "social:switch"),
        *("matches:deal", "computers:play", "computers:guided"),
        *("puzzles:puzzles", "puzzles:daily", "puzzles:past", "puzzles:another", "puzzles:puzzle", "puzzles:picture"),
        *("puzzles:moving_picture", "puzzles:preview", "puzzles:lights", "puzzles:solution", "puzzles:mistakes"),
        *("puzzles:practise", "puzzles:repeat"),
        *("puzzles:run", "puzzles:run_preview", "puzzles:run_lights", "puzzles:run_end"),
    )
)
# Those that are about one match: open where both players are of the class, or one is and the other a computer.
OF_MATCH = frozenset(
    (
        *("matches:match", "matches:updates", "matches:lights", "matches:move", "matches:preview", "matches:confirm"),
        *("matches:resign", "matches:claim", "matches:give_time", "matches:offer_draw", "matches:accept_draw"),
        *("matches:decline_draw", "matches:turn", "matches:rematch", "matches:rematch_deal", "matches:notation"),
        *("matches:text", "matches:json", "matches:nudge", "history:picture"),
        *("planned:*", "analysis:*", "social:chat"),
        *("computers:hide", "computers:leave", "computers:hint", "computers:play_on"),
    )
)
HOME = frozenset(("home", "lobby:lobby"))  # from where pupils are sent to their class
SOCKETS = re.compile(r"/ws/(?:news/|live/class/(?P<class_key>[a-z0-9]+)/|matches/(?P<match_id>[a-z0-9]+)/)")


def answer_pupil(request: HttpRequest, user: User, kwargs: Mapping[str, object]) -> HttpResponse | None:
    """Return the refusal for a pupil, a redirect to the class, or None for a view that is open."""
    if request.resolver_match is None:
        return None
    name = request.resolver_match.view_name
    if name in HOME and (school_class := class_of(user)):
        return redirect(school_class)
    if _is_in(name, OPEN) or (_is_in(name, OF_MATCH) and may_open(user, str(kwargs.get("match_id", "")))):
        return None
    if name == "accounts:live" and kwargs.get("kind") == CLASS.name and is_of(user, str(kwargs.get("key"))):
        return None
    return render(request, "classes/inside.html", {"school_class": class_of(user)}, status=403)


class PupilSockets:
    """An ASGI wrapper that refuses sockets of pupils to pages that they may not open (403)."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket, or refuse it before the handshake."""
        user = scope["user"]
        if isinstance(user, User) and user.is_pupil:
            address = SOCKETS.fullmatch(scope["path"])
            if not address or not await in_thread(_is_inside, user, address["class_key"], address["match_id"]):
                await WebsocketDenier()(scope, receive, send)
                return
        await self.application(scope, receive, send)


def is_of(pupil: User, key: str) -> bool:
    """Return whether a pupil belongs to the class of this key."""
    own = class_of(pupil)
    return own is not None and own.pk == key


def may_open(pupil: User, match_id: str) -> bool:
    """Return whether a pupil may open a match: one of the same class."""
    try:
        match = find_match(match_id)
    except Match.DoesNotExist:
        return False
    if not (match.first.is_pupil or match.second.is_pupil):
        return False
    return match.seat_of(pupil) is not None or may_watch(match, pupil)


def _is_inside(pupil: User, class_key: str | None, match_id: str | None) -> bool:
    """Return whether a pupil may open the live page of this class, or of this match; one without either is open."""
    if class_key:
        return is_of(pupil, class_key)
    return match_id is None or may_open(pupil, match_id)


def _is_in(name: str, names: frozenset[str]) -> bool:
    return name in names or f"{name.partition(':')[0]}:*" in names
