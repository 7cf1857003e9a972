"""What any JSON API of this kind has: problems, cursors, limits, and a schema that documents all answers. No identity.

It is made with django-ninja; refusals that need no library are in `core.problems`.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from typing import Annotated, Any, Generic, TypeVar
from urllib.parse import urlencode

from django.core.exceptions import RequestDataTooBig
from django.core.exceptions import ValidationError as BadValue
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, Model, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from ninja.parser import Parser
from ninja.renderers import BaseRenderer
from pydantic import Field

from core.limits import Window, windows
from core.problems import Problem, problem

T = TypeVar("T")
M = TypeVar("M", bound=Model)
MOST = 100  # items of a page
NUL = b"\\u0000"  # as JSON has it; PostgreSQL cannot store it in text
Limit = Annotated[int, Field(ge=1, le=MOST, description="The most items of a page.")]
Cursor = Annotated[str, Field(max_length=200, description="The `next` of the page before; empty for the first.")]


class ProblemData(Schema):
    """A refusal (RFC 9457). `code` is for programs, `detail` for people; some have further members."""

    type: str
    title: str
    status: int
    detail: str
    code: str


class Page(Schema, Generic[T]):
    """A part of a list. `next` is the cursor of the next page; null on the last one."""

    items: list[T]
    next: str | None


class _Parser(Parser):
    def parse_body(self, request: HttpRequest) -> Any:  # noqa: ANN401 - JSON of any kind, checked by the schema
        if NUL in request.body:
            raise Problem(400, _("Text must not have NUL characters."))
        return super().parse_body(request)


class _Renderer(BaseRenderer):
    media_type = "application/json"

    def render(self, request: HttpRequest, data: object, *, response_status: int) -> str:
        return as_json(data)


class Api(NinjaAPI):
    """An API whose refusals are problems, and whose schema says so."""

    def __init__(self, root: str, *, more: Mapping[str, Any] | None = None, **details: Any) -> None:
        """Serve it below the path `root`, which begins without a slash; `more` are paths that are served elsewhere."""
        super().__init__(docs_url=None, renderer=_Renderer(), parser=_Parser(), **details)
        self._root, self._more = root, more or {}
        self._schema: OpenAPISchema | None = None
        self.add_exception_handler(Problem, _refused)
        self.add_exception_handler(Http404, lambda _request, _fault: problem(404))
        self.add_exception_handler(HttpError, _http_error)
        self.add_exception_handler(RequestDataTooBig, lambda _request, _fault: problem(413))
        self.add_exception_handler(ValidationError, _invalid)
        self.add_exception_handler(AuthenticationError, _unauthenticated)
        self.add_exception_handler(Exception, _raised)

    def get_openapi_schema(self, **_options: object) -> OpenAPISchema:
        """Return the schema, which is made once."""
        if self._schema is None:
            self._schema = _Schema(self, self._root)
            self._schema["paths"] |= self._more
        return self._schema

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name of the function, by which generated clients call it."""
        return str(operation.view_func.__name__)


def refusal(status: int) -> dict[str, Any]:
    """Return the description of a problem for the schema."""
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": HTTPStatus(status).phrase, "content": content}


class _Schema(OpenAPISchema):
    """A schema that documents the problems and the scopes of each operation."""

    def get_components(self) -> dict[str, Any]:
        components: dict[str, Any] = super().get_components()
        components["schemas"]["Problem"] = ProblemData.json_schema()
        return components

    def operation_security(self, operation: Operation) -> list[dict[str, Any]] | None:
        schemes = super().operation_security(operation)
        for auth in operation.auth_callbacks:
            scopes = getattr(auth, "scopes", ())
            # One of the scopes is enough; without any, a token is not needed.
            return [{type(auth).__name__: [scope]} for scope in scopes] or [{}, *(schemes or [])]
        return schemes

    def operation_details(self, operation: Operation) -> dict[str, Any]:
        details: dict[str, Any] = super().operation_details(operation)
        changes = "GET" not in operation.methods
        statuses = [400, 401, 403, 404, 409, 422, 429, 500, 503, *([413] if changes else [])]
        for status in sorted(statuses):
            details["responses"].setdefault(status, refusal(status))
        if not changes:
            details["responses"].setdefault(304, {"description": HTTPStatus(304).phrase})
        return details


as_json = DjangoJSONEncoder(ensure_ascii=False, separators=(",", ":")).encode  # times are ISO 8601 in UTC


def answer(data: object) -> HttpResponse:
    """Return plain data as an answer that ninja does not check against its schema, as tests do, which costs time."""
    return HttpResponse(as_json(data), content_type="application/json; charset=utf-8")


def _refused(request: HttpRequest, fault: Any) -> HttpResponse:  # noqa: ANN401 - ninja types handlers so
    response: HttpResponse = fault.response()
    return response


def _http_error(request: HttpRequest, fault: Any) -> HttpResponse:  # noqa: ANN401 - ninja types handlers so
    return problem(fault.status_code)


def _invalid(request: HttpRequest, fault: Any) -> HttpResponse:  # noqa: ANN401 - ninja types handlers so
    errors = [{"field": _field(error["loc"]), "detail": error["msg"]} for error in fault.errors]
    return problem(422, _("The request is not as the documentation says."), errors=errors)


def _field(place: Sequence[object]) -> str:
    """Return where a fault is, such as `body.move`. Of a body ninja adds the name of the view's parameter."""
    part, *names = place
    return ".".join(map(str, [part, *(names[1:] if part == "body" else names)]))


def _unauthenticated(request: HttpRequest, fault: Any) -> HttpResponse:  # noqa: ANN401 - ninja types handlers so
    detail = _("This needs a valid access token.")
    return problem(401, detail, headers={"WWW-Authenticate": 'Bearer realm="api"'})


def _raised(request: HttpRequest, fault: Any) -> HttpResponse:  # noqa: ANN401 - ninja types handlers so
    """Leave it to Django, which logs it; ninja shows tracebacks with DEBUG."""
    raise fault


def page_of(
    request: HttpRequest,
    rows: QuerySet[M, M],
    field: str,
    make: Callable[[M], T],
    *,
    cursor: str,
    limit: int,
    ascending: bool = False,
) -> HttpResponse:
    """Return a page of these rows, ordered by a field without nulls and then the key (keyset pagination).

    The latest or greatest come first, unless `ascending`. The answer has a `Link` to the next page (RFC 8288).
    """
    compare, sign = ("gt", "") if ascending else ("lt", "-")
    ordered = rows.order_by(f"{sign}{field}", f"{sign}pk").annotate(_at=F(field))
    try:
        if cursor:
            value, key = _decoded(cursor)
            ordered = ordered.filter(Q(**{f"{field}__{compare}": value}) | Q(**{field: value, f"pk__{compare}": key}))
        read = list(ordered[: limit + 1])
    except (ValueError, TypeError, OverflowError, BadValue):
        if not cursor:
            raise
        raise _bad_cursor() from None
    items = [make(row) for row in read[:limit]]
    last = read[limit - 1] if len(read) > limit else None
    onward = _encoded(getattr(last, "_at"), last.pk) if last else None  # noqa: B009 - an annotation
    page = answer({"items": items, "next": onward})
    if onward:
        query = urlencode({**request.GET.dict(), "cursor": onward})
        page["Link"] = f'<{request.build_absolute_uri(request.path)}?{query}>; rel="next"'
    return page


def _encoded(value: object, key: object) -> str:
    text = value.isoformat() if isinstance(value, datetime) else value
    return base64.urlsafe_b64encode(json.dumps([text, key]).encode()).decode().rstrip("=")


def _decoded(cursor: str) -> tuple[str | int | float, str | int]:
    try:
        value, key = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (binascii.Error, ValueError, TypeError):
        value = key = None
    if not isinstance(value, str | int | float) or not isinstance(key, str | int) or "\0" in f"{value}{key}":
        raise _bad_cursor()
    return value, key


def _bad_cursor() -> Problem:
    return Problem(422, _("This is no cursor of this list."), code="bad_cursor")


def limit(request: HttpRequest, *names: str) -> None:
    """Count one use of each of these limits; raise Problem if one is full. The headers of the answer tell what is left.

    The headers are those of the IETF's draft 11 of "RateLimit header fields for HTTP".
    """
    for name in names:
        for window in windows(request, name):
            number, ends_in = window.use()
            left, seconds = max(0, window.rate.most - number), math.ceil(ends_in)
            _limits_of(request).append((name, window, left, seconds))
            if number > window.rate.most:
                raise Problem(
                    429,
                    _("This limit is used up. Try again later."),
                    headers={"Retry-After": str(max(1, seconds))},
                    limit=name,
                    seconds=max(1, seconds),
                )


def limit_headers(request: HttpRequest) -> Iterable[tuple[str, str]]:
    """Yield the headers about the limits that this request has met."""
    if met := _limits_of(request):
        yield "RateLimit-Policy", ", ".join(f'"{name}";q={at.rate.most};w={at.rate.seconds}' for name, at, *_ in met)
        yield "RateLimit", ", ".join(f'"{name}";r={left};t={seconds}' for name, _at, left, seconds in met)


def _limits_of(request: HttpRequest) -> list[tuple[str, Window, int, int]]:
    return request.__dict__.setdefault("limits_met", [])  # type: ignore[no-any-return]  # a note of this module
