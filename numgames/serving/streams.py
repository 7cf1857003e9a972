"""The streams of the API: an ASGI application beside that of pages, with bounds of its own.

An open stream holds neither a thread, nor a connection to the database, nor a place at the gate of pages. While it
opens, which asks the database, it has a place at a gate of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language_from_request
from django.utils.translation import gettext as _

from accounts.models import AccessToken, User
from accounts.online.events import EventStream
from accounts.security import BOT, CHAT, PLAY, PROFILE, check_scopes, is_valid, read_token
from core import clock
from core.clients import Application, Receive, Scope, Send, Wrapper, request_of, visitor_of
from core.limits import Bulkhead
from core.live.concurrency import in_thread
from core.live.streams import Stream
from core.problems import CORS, Problem
from core.telemetry import current_trace, is_outage
from games.matches.live.chat import Reader
from games.matches.live.streams import MatchStream
from games.matches.models import Match
from numgames.serving.gate import Gate, events_of

PATH = re.compile(r"/api/v1/stream/(?:(events)|matches(?:/([0-9a-z]{10}))?)")
MATCH_ID = re.compile(r"[0-9a-z]{10}")
MOST_MATCHES = 20  # of one stream
READS = (PLAY, BOT)  # the scopes that show a player's own tiles, and keep a player of a live match present
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET",
    "Access-Control-Allow-Headers": "Authorization, Accept-Language, Last-Event-ID",
    "Access-Control-Max-Age": "86400",
}
VERSIONS = re.compile(r"(?:([0-9a-z]{10}):)?(\d{1,9})")


class Streams(Wrapper):
    """An ASGI wrapper that serves the streams, and passes on everything else."""

    def __init__(self, application: Application, *, opening: int, patience: float) -> None:
        """Let so many streams open at a time; others wait for so many seconds."""
        super().__init__(application)
        self.opening = Gate("streams opening", opening, patience)
        self.open = Bulkhead("streams", at_once=settings.STREAMS, each=settings.STREAMS_PER_ADDRESS)
        self.of_account: defaultdict[int, list[Stream]] = defaultdict(list)  # the oldest first

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; raises Busy and Overloaded."""
        if scope["type"] != "http" or not (path := PATH.fullmatch(scope["path"])):
            await self.application(scope, receive, send)
            return
        if trace := current_trace.get():
            trace.view = "stream"
        request = request_of(scope)
        try:
            if request.method != "GET":
                await _answer(send, _refused_method(request))
            else:
                await self._serve(request, path[1], path[2], receive, send)
        except Problem as problem:
            await _answer(send, problem.response())
        except Match.DoesNotExist:
            await _answer(send, Problem(404).response())

    async def _serve(
        self, request: HttpRequest, events: str | None, match_id: str | None, receive: Receive, send: Send
    ) -> None:
        visitor, stream, account = visitor_of(request), None, 0
        with self.open.held({visitor} if visitor else ()):
            try:
                async with self.opening.held(visitor, 0):
                    token = await _token_of(request)
                    make = _events if events else _matches
                    stream = make(request, token, send, match_id or "")
                    if token:
                        account = token.user_id
                        self._enter(account, stream)
                    await stream.opened()
                await stream.run(receive, _checked(token))
            finally:
                if stream:
                    stream.closed()
                    self._leave(account, stream)

    def _enter(self, account: int, stream: Stream) -> None:
        """Count a stream of an account; the oldest of too many ends, as its client may be gone unnoticed."""
        streams = self.of_account[account]
        streams.append(stream)
        if len(streams) > settings.STREAMS_PER_ACCOUNT:
            streams.pop(0).bye("replaced")

    def _leave(self, account: int, stream: Stream) -> None:
        streams = self.of_account.get(account, [])
        if stream in streams:
            streams.remove(stream)
        if not streams:
            self.of_account.pop(account, None)


async def _answer(send: Send, response: HttpResponse) -> None:
    for event in events_of(response):
        await send(event)


def _refused_method(request: HttpRequest) -> HttpResponse:
    if request.method == "OPTIONS":
        return HttpResponse(status=204, headers=CORS | PREFLIGHT)
    return Problem(405, headers={"Allow": "GET, OPTIONS"}).response()


async def _token_of(request: HttpRequest) -> AccessToken | None:
    """Return the request's token; None for a visitor. One that is there must be valid."""
    authorization = request.headers.get("Authorization", "")
    token = await in_thread(read_token, authorization, clock.now()) if authorization else None
    if authorization and token is None:
        raise _unauthenticated()
    return token


def _unauthenticated() -> Problem:
    return Problem(401, _("This needs a valid access token."), headers={"WWW-Authenticate": 'Bearer realm="api"'})


def _checked(token: AccessToken | None) -> Callable[[], Awaitable[bool]]:
    """Return a function that says whether the token is still valid; an outage ends no stream."""

    async def check() -> bool:
        try:
            return token is None or await in_thread(is_valid, token.pk, clock.now())
        except Exception as fault:
            if not is_outage(fault):
                raise
            return True

    return check


def _events(request: HttpRequest, token: AccessToken | None, send: Send, _match_id: str) -> Stream:
    """Return the stream of the events of the token's owner."""
    if token is None:
        raise _unauthenticated()
    check_scopes(token, PROFILE, *READS)
    after = request.GET.get("after") or request.headers.get("Last-Event-ID", "")
    if after and not re.fullmatch(r"\d{1,15}", after):
        raise Problem(422, _("This is no place in this stream."), code="bad_after")
    attends, sse = token.allows(*READS), _is_sse(request)
    return EventStream(send, _headers(), is_sse=sse, viewer=token.user, attends=attends, after=int(after or 0))


def _matches(request: HttpRequest, token: AccessToken | None, send: Send, match_id: str) -> Stream:
    """Return the stream of the named matches, as the owner of a token that may play sees them, or a visitor."""
    keys = [match_id] if match_id else list(dict.fromkeys(filter(None, request.GET.get("ids", "").split(","))))
    if not 0 < len(keys) <= MOST_MATCHES or not all(map(MATCH_ID.fullmatch, keys)):
        raise Problem(422, _("Name 1 to {most} matches.").format(most=MOST_MATCHES), code="bad_ids")
    viewer: User | None = token.user if token and token.allows(*READS) else None
    chat, language = request.GET.get("chat", ""), get_language_from_request(request)
    if chat and not re.fullmatch(r"\d{1,15}", chat):
        raise Problem(422, _("This is no place in this stream."), code="bad_after")
    if chat and token is None:
        raise _unauthenticated()
    if chat and token:
        check_scopes(token, CHAT)
    return MatchStream(
        send,
        _headers(),
        is_sse=_is_sse(request),
        language=language,
        viewer=viewer,
        attends=viewer is not None,
        matches={key: _after(request, keys).get(key, -1) for key in keys},
        reader=Reader(token.user, language) if chat and token else None,
        chat_after=int(chat or 0),
    )


def _after(request: HttpRequest, keys: list[str]) -> Mapping[str, int]:
    """Return the versions after which the stream is resumed, by match; with one match its key may be left out."""
    text = request.GET.get("after") or request.headers.get("Last-Event-ID", "")
    pairs = [VERSIONS.fullmatch(part) for part in text.split(",")] if text else []
    if not all(pairs) or (len(keys) > 1 and any(pair and not pair[1] for pair in pairs)):
        raise Problem(422, _("This is no place in this stream."), code="bad_after")
    return {pair[1] or keys[0]: int(pair[2]) for pair in pairs if pair}


def _is_sse(request: HttpRequest) -> bool:
    return "text/event-stream" in request.headers.get("Accept", "")


def _headers() -> list[tuple[bytes, bytes]]:
    headers = {**CORS, "X-Content-Type-Options": "nosniff", "Vary": "Accept, Accept-Language, Authorization"}
    return [(name.encode(), value.encode()) for name, value in headers.items()]
