"""What views share: addresses, answers to forms that save themselves and to who has reached a limit, long downloads.

Each pattern of URLs is reversed once: `reverse` costs more than the rest of a partial.
Downloads are read, made and sent in parts, a few at a time, so that neither memory nor other pages suffer.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import cache
from typing import AnyStr, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib import messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.handlers.asgi import ASGIRequest
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext

from core.limits import RETRY_AFTER, Bulkhead, Busy, Outside, Permit, visitors_of
from core.problems import problem

MOST_DIGITS = 18  # of a key or another number in a `bigint` column
USUAL_WAIT = 60  # seconds, where the limit that refused is not known by the request alone
M = TypeVar("M", bound=Model)
ROWS = 200  # read by one query
SLICE = 0.05  # seconds in which a part is made; afterwards others have the processor for as long
MOST_AT_ONCE = 1 << 20  # characters or bytes of a part
AT_ONCE = 4  # downloads of a process, one of each visitor
_bulkhead = Bulkhead("downloads", at_once=AT_ONCE, each=1)
_API = "/api/"
_KEY = "0000000000"
_path = cache(reverse)


def site_address(request: HttpRequest | None = None) -> str:
    """Return the address of the site, without a trailing slash.

    It is the public one if there is one (SITE_URL), else the one of this request. Outside of requests it is that of
    this machine: the server sets the port on which it listens.
    """
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    return f"{request.scheme}://{request.get_host()}" if request else settings.LOCAL_URL


def absolute(path: str, request: HttpRequest | None = None) -> str:
    """Return the absolute URL of a path."""
    return site_address(request) + path


def page_path(name: str, key: str = "") -> str:
    """Return the path of the URL pattern of this name; `key`, such as the id of a match, is its only argument."""
    if not key:
        return _path(name)
    before, after = _pattern(name)
    return f"{before}{key}{after}"


@cache
def _pattern(name: str) -> tuple[str, str]:
    before, _key, after = reverse(name, args=[_KEY]).partition(_KEY)
    return before, after


def is_api(path: str) -> bool:
    """Return whether this path is answered for programs; `/api/` itself is a page."""
    return path.startswith(_API) and path != _API


def release() -> str:
    """Return the hash of all collected static files, read once in each process; empty where none are collected."""
    return getattr(staticfiles_storage, "manifest_hash", "")


def newer_than(page_release: str) -> str:
    """Return the release of this process if the page shows another one; empty otherwise, and for a page without one."""
    present = release()
    return present if page_release and page_release != present else ""


def is_partial(request: HttpRequest) -> bool:
    """Return whether a script sent the request and puts the answer into the page."""
    return bool(request.headers.get("HX-Request"))


def changed_on(request: HttpRequest) -> frozenset[str] | None:
    """Return the fields that were changed on a page that saves itself; None where all are to be saved.

    The others are as they were when the page was loaded: another tab or device may have changed them since.
    """
    names = request.POST.get("changed", "").split()
    return frozenset(names) if names and is_partial(request) else None


def first_error(form: BaseForm) -> str:
    """Return the first error of an invalid form, a sentence."""
    return next(str(error) for errors in form.errors.values() for error in errors)


def answer_saved(
    request: HttpRequest, back: str, sentence: str, *, wrong: str = "", reload: bool = False
) -> HttpResponse:
    """Answer that a form was saved, or what is wrong with it; `reload` offers the page in its new language."""
    if is_partial(request):
        context = {"sentence": sentence, "wrong": wrong, "reload": reload}
        return render(request, "accounts/saved.html", context, status=422 if wrong else 200)
    if wrong:
        messages.error(request, wrong)
    else:
        messages.success(request, sentence)
    return redirect(back)


def answer_partials(html: str, *, version: int | None = None, status: int = 200) -> JsonResponse:
    """Answer a script with partials of its page, in the one shape of what open pages get (`static/js/live.js`)."""
    message: dict[str, object] = {"partials": html}
    return JsonResponse(message if version is None else {"version": version, **message}, status=status)


def render_or_answer(
    request: HttpRequest, page: str, partial: str, context: dict[str, object], *, version: int, status: int = 200
) -> HttpResponse:
    """Render a page, or answer a script with the partial that has all of it that changes."""
    if is_partial(request):
        return answer_partials(render_to_string(partial, context, request), version=version, status=status)
    return render(request, page, context, status=status)


def parse_key(text: str) -> int | None:
    """Return the primary key, or another number from 0 on, in a request; None if it is none or too large for a row."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def redirect_next(request: HttpRequest, usual: str = "accounts:settings") -> HttpResponseRedirect:
    """Redirect to the posted address in `next` if it is on this site, else to the usual one."""
    address = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure()):
        return HttpResponseRedirect(address)
    return HttpResponseRedirect(resolve_url(usual))


def too_many_page(request: HttpRequest, seconds: int, *, action: str = "", reason: object = None) -> HttpResponse:
    """Render the 429 page: `reason`, or a sentence about the limit `action`, and Retry-After (RFC 6585)."""
    if is_api(request.path_info):
        return problem(429, str(reason or ""), headers={"Retry-After": str(seconds)}, seconds=seconds)
    context = {"minutes": math.ceil(seconds / 60), "action": action, "reason": reason}
    page = render(request, "429.html", context, status=429)
    page["Retry-After"] = str(seconds)
    return page


def rows_of(queryset: QuerySet[M, M], size: int = ROWS) -> Iterator[M]:
    """Yield the objects in their order, `size` with a query; between two queries no cursor or transaction is open."""
    keys = list(queryset.values_list("pk", flat=True))
    for start in range(0, len(keys), size):
        part = keys[start : start + size]
        by_key = {row.pk: row for row in queryset.order_by().filter(pk__in=part)}
        yield from (by_key[key] for key in part if key in by_key)


def written(value: object) -> Iterator[str]:
    """Yield plain data as JSON, in pieces; an iterator is written as a list.

    Iterators may be the value itself, and items of dictionaries, but not of lists.
    """
    if isinstance(value, Iterator):
        yield "["
        for number, item in enumerate(value):
            yield f"{',' if number else ''}\n{_dumped(item)}"
        yield "\n]"
    elif isinstance(value, dict):
        yield "{"
        for number, (name, item) in enumerate(value.items()):
            yield f"{',' if number else ''}\n{_dumped(name)}: "
            yield from written(item)
        yield "\n}"
    else:
        yield _dumped(value)


def download(request: HttpRequest, parts: Iterator[AnyStr], *, content_type: str, filename: str) -> HttpResponseBase:
    """Return the answer that sends these parts; the page of status 429 while too many are sent."""
    if isinstance(request, ASGIRequest):
        try:
            permit = _bulkhead.take(visitors_of(request))
        except Busy:
            return too_many_page(request, RETRY_AFTER, reason=gettext("Another download is under way. Try again soon."))
        answer: StreamingHttpResponse = _Download(parts, permit, content_type=content_type)
    else:
        answer = StreamingHttpResponse(parts, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{filename}"'
    return answer


class _Download(Outside, StreamingHttpResponse):
    """An answer under ASGI that gives its place back when it has been sent, has failed or is not wanted."""

    def __init__(self, parts: Iterator[AnyStr], permit: Permit, *, content_type: str) -> None:
        """Send the parts, made in the language and time zone that are active now."""
        self.permit = permit
        self._local = translation.get_language(), timezone.get_current_timezone()
        super().__init__(self._in_slices(parts), content_type=content_type)

    def leave(self) -> None:
        """Give the place back. Idempotent."""
        self.permit.leave()

    def close(self) -> None:
        """Give the place back, and close the answer."""
        self.leave()
        super().close()

    async def _in_slices(self, parts: Iterator[AnyStr]) -> AsyncIterator[AnyStr]:
        """Yield what is made within `SLICE` at a time; a database connection is held only meanwhile."""
        make = database_sync_to_async(self._next_slice)
        try:
            began = time.monotonic()
            while piece := await make(parts):
                duration = time.monotonic() - began
                yield piece
                await asyncio.sleep(duration)
                began = time.monotonic()
        finally:
            self.leave()

    def _next_slice(self, parts: Iterator[AnyStr]) -> AnyStr | None:
        language, zone = self._local
        pieces: list[AnyStr] = []
        until = time.monotonic() + SLICE
        with translation.override(language), timezone.override(zone):
            for part in parts:
                pieces.append(part)
                if time.monotonic() > until or sum(map(len, pieces)) > MOST_AT_ONCE:
                    break
        return pieces[0][:0].join(pieces) if pieces else None


def _dumped(value: object) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)


def sure_page(
    request: HttpRequest,
    question: str,
    answer: str,
    back: str,
    *,
    leave: str,
    about: str = "",
    faces: Sequence[str] = (),
    address: str = "",
    fields: Sequence[tuple[str, object]] = (),
) -> HttpResponse:
    """Return a page that asks before what cannot be undone, as the script of a page does.

    The button `answer` posts the fields, and `confirmed=yes`, to the address, that of the request by default; the link
    `leave` goes back. `about` names what it concerns, and `faces` are the tiles that it concerns.
    """
    context: dict[str, object] = {"question": question, "answer": answer, "back": back, "leave": leave, "about": about}
    context |= {"faces": faces, "address": address or request.path, "fields": fields}
    return render(request, "sure.html", context)


def ask_first(request: HttpRequest, about: str, question: str, answer: str, back: str) -> HttpResponse | None:
    """Return a page that asks before what the request posts is done; None after a yes."""
    if request.POST.get("confirmed") == "yes":
        return None
    fields = [(name, value) for name, value in request.POST.items() if name != "csrfmiddlewaretoken"]
    return sure_page(request, question, answer, back, leave=gettext("Go back"), about=about, fields=fields)
