"""Refuses requests that no browser sends and that others take for granted not to come."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.deprecation import MiddlewareMixin

from numgames.errors import bad_request, too_large

NUL = "\0"  # PostgreSQL stores no text with it
CHARSETS = {"utf-8", "utf8"}


class SaneRequestMiddleware(MiddlewareMixin):
    """Answers 400 to a NUL anywhere and to forms in another charset than UTF-8, and 413 to forms that are too large.

    It stands above all that reads sessions or forms.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Give the refusal, or None for a request that makes sense."""
        if (request.content_params or {}).get("charset", "utf-8").lower() not in CHARSETS:
            return bad_request(request)
        try:
            values = [request.path_info, *request.COOKIES.values(), *_values(request.GET), *_values(request.POST)]
        except RequestDataTooBig:
            return too_large(request)
        return bad_request(request) if any(NUL in value for value in values) else None


def _values(form: QueryDict) -> Iterable[str]:
    for name, values in form.lists():
        yield name
        yield from map(str, values)
