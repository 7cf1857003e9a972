"""Refusals of an API as `application/problem+json` (RFC 9457), for all addresses below `/api/`.

This module needs neither the library of the API nor a database, so that the gate and the error pages can use it.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from django.http import JsonResponse
from django.http.response import HttpResponseBase
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CODES = {
    400: "malformed",
    401: "unauthenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    413: "too_large",
    422: "invalid",
    429: "too_many",
    500: "error",
    503: "unavailable",
}
DETAILS = {
    400: _("The request cannot be read."),
    403: _("This is not allowed."),
    404: _("There is nothing here."),
    405: _("This address does not answer this method."),
    413: _("The request is too large."),
    429: _("Too many requests. Come again later."),
    500: _("Something went wrong on our side. Try again in a moment."),
    503: _("The site cannot answer now. Try again in a moment."),
}

CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


class Problem(Exception):
    """A refusal with a status, a code for programs, a sentence for people, and further members of the answer."""

    def __init__(
        self,
        status: int,
        detail: str | Promise = "",
        *,
        code: str = "",
        headers: Mapping[str, str] | None = None,
        **members: object,
    ) -> None:
        super().__init__(str(detail))
        self.status, self.detail, self.code = status, detail, code
        self.headers, self.members = headers or {}, members

    def response(self) -> JsonResponse:
        """Return the answer."""
        return problem(self.status, self.detail, code=self.code, headers=self.headers, **self.members)


def problem(
    status: int,
    detail: str | Promise = "",
    *,
    code: str = "",
    headers: Mapping[str, str] | None = None,
    **members: object,
) -> JsonResponse:
    """Return a refusal; `code` says to programs what the status leaves open."""
    phrase = HTTPStatus(status).phrase
    body = {
        "type": "about:blank",
        "title": phrase,
        "status": status,
        "detail": str(detail or DETAILS.get(status, phrase)),
        "code": code or CODES.get(status, "error"),
        **members,
    }
    answer = JsonResponse(body, status=status, content_type="application/problem+json", headers=headers)
    answer.headers.setdefault("Cache-Control", "no-store")
    open_to_all(answer)
    return answer


def open_to_all(answer: HttpResponseBase) -> None:
    """Let pages of all sites read the answer, as it depends on no cookie (CORS)."""
    for name, value in CORS.items():
        answer.headers.setdefault(name, value)
