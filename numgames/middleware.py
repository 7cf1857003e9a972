"""Refusal of requests that no browser sends and other code does not expect."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.deprecation import MiddlewareMixin

from numgames.errors import bad_request, too_large

NUL = "\0"  # PostgreSQL cannot store it in text
CHARSETS = {"utf-8", "utf8"}


class SaneRequestMiddleware(MiddlewareMixin):
    """Middleware that answers 400 to NUL characters and to forms in another charset than UTF-8, 413 to too large forms.

    It must stand above all middleware that reads sessions or forms.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Return the refusal, or None for a valid request."""
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
