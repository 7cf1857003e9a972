"""The public API: the routers of all apps, found by their `api.py`, the addresses below `/api/`, and its reference.

The reference is made from the schema: addresses by subject, each with a command of curl, and shapes.

It is a URL configuration of its own, which only processes that serve requests load: commands do not import ninja.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from django.apps import apps
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils.module_loading import module_has_submodule
from django.views.decorators.http import require_safe
from ninja import Router

from accounts.security import BOT, PLAY, PROFILE
from core.api import Api, refusal
from core.limits import parsed

ROOT = "api/v1/"
DESCRIPTION = (
    "Number board games for two: players, matches, challenges, puzzles and ratings. Reading what everyone may see "
    "needs no token. Times are ISO 8601 in UTC, durations are in seconds, names are those of the match files. Within "
    "v1 changes only add: ignore members that you do not know."
)

JSON, NDJSON = "application/json", "application/x-ndjson"
Part = Mapping[str, Any]  # of an OpenAPI document, which is JSON


def _stream(name: str, summary: str, about: str, scopes: tuple[str, ...], *parameters: tuple[str, str, bool]) -> Part:
    """Return the description of a stream, which `numgames.serving.streams` serves; parameters: name, text, required."""
    after = ("after", "The `seq` of the last line, to be told of what came since.", False)
    text = "Lines of JSON, or server-sent events with `Accept: text/event-stream`; a `ping` comes each 7 seconds."
    return {
        "get": {
            "operationId": name,
            "summary": summary,
            "description": f"{about} {text}",
            "tags": ["streams"],
            "parameters": [
                {
                    "in": "path" if name_of == "match_id" else "query",
                    "name": name_of,
                    "description": described,
                    "required": is_required,
                    "schema": {"type": "string", "title": name_of, "description": described},
                }
                for name_of, described, is_required in (*parameters, after)
            ],
            "security": [{"AccessTokens": [scope]} for scope in scopes] or [{}, {"AccessTokens": []}],
            "responses": {
                200: {"description": "An object a line.", "content": {NDJSON: {"schema": {"type": "string"}}}},
                **{status: refusal(status) for status in (401, 403, 404, 422, 429, 503)},
            },
        }
    }


LINES = "The match as it stands, then again with each change and the `moves` since the line before."
TALK = (
    "chat",
    "0 to be told of the chat too, with `chat:write`; or the `id` of the last message that you have.",
    False,
)
STREAMS = {
    f"/{ROOT}stream/matches/{{match_id}}": _stream(
        "stream_match", "Follow a match", LINES, (), ("match_id", "The match.", True), TALK
    ),
    f"/{ROOT}stream/matches": _stream(
        "stream_matches",
        "Follow several matches",
        LINES,
        (),
        ("ids", "Up to 20 matches, separated by commas.", True),
        TALK,
    ),
    f"/{ROOT}stream/events": _stream(
        "stream_events", "Your events", "What happens to your matches and challenges.", (PROFILE, PLAY, BOT)
    ),
}


def collected() -> Api:
    """Return the API with the router of each app that has one."""
    api = Api(ROOT, title="Numgames", version="1", description=DESCRIPTION, urls_namespace="api", more=STREAMS)
    for app in apps.get_app_configs():
        if app.module and module_has_submodule(app.module, "api") and app.label != "numgames":
            router = getattr(import_module(f"{app.name}.api"), "router", None)
            if isinstance(router, Router):
                api.add_router("", router)
    return api


@require_safe
def limits(request: HttpRequest) -> HttpResponse:
    """List the limits of the API: how many requests in how many seconds, for each token or address."""
    kinds = {"ip": "address", "user": "account", "token": "token"}
    named = {name: rates for name, rates in settings.RATE_LIMITS.items() if name.startswith("api")}
    rows = [
        {"limit": name, "requests": rate.most, "seconds": rate.seconds, "of": kinds[rate.of]}
        for name, rates in named.items()
        for rate in parsed(rates)
    ]
    return JsonResponse({"limits": rows})


api = collected()
urlpatterns = [path(ROOT, api.urls), path("api/limits", limits)]


@dataclass(frozen=True)
class Field:
    """A parameter of an address, or a member of a shape."""

    name: str
    type: str
    shape: str  # the name of the shape that the type mentions; empty for none
    text: str
    required: bool


@dataclass(frozen=True)
class Endpoint:
    """An address with a method. `scopes` are those of which a token needs one."""

    name: str
    method: str
    path: str
    summary: str
    text: str
    scopes: tuple[str, ...]
    parameters: tuple[Field, ...]
    body: Field | None
    answer: Field | None
    curl: str


@dataclass(frozen=True)
class Shape:
    """An object that is sent or answered."""

    name: str
    text: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Reference:
    """The whole reference: the addresses by their subject, and the shapes by their name."""

    subjects: Mapping[str, list[Endpoint]]
    shapes: tuple[Shape, ...]


@cache
def reference() -> Reference:
    """Return the reference; the schema stays the same as long as the process runs."""
    schema = json.loads(json.dumps(api.get_openapi_schema()))
    subjects = defaultdict[str, list[Endpoint]](list)
    for address, operations in schema["paths"].items():
        for method, operation in operations.items():
            subjects[operation["tags"][0]].append(_endpoint(address, method.upper(), operation, schema))
    shapes = schema["components"]["schemas"].items()
    return Reference(dict(subjects), tuple(_shape(name, part) for name, part in sorted(shapes)))


def _endpoint(path: str, method: str, operation: Part, schema: Part) -> Endpoint:
    body = operation.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema")
    content: Part = next((answer.get("content", {}) for answer in operation["responses"].values()), {})
    scopes = tuple(scope for one in operation.get("security", ()) for each in one.values() for scope in each)
    return Endpoint(
        name=operation["operationId"],
        method=method,
        path=path,
        summary=operation["summary"],
        text=operation.get("description", ""),
        scopes=scopes,
        parameters=tuple(
            _field(one["name"], one["schema"], required=one["required"]) for one in operation["parameters"]
        ),
        body=_field("", body) if body else None,
        answer=_field("", content[JSON]["schema"]) if JSON in content else None,
        curl=_curl(path, method, operation, _example(body, schema) if body else None, is_open=not scopes),
    )


def _curl(path: str, method: str, operation: Part, example: object, *, is_open: bool) -> str:
    """Return a command; what a reader has to fill in are variables of the shell."""
    place = re.sub(r"{(\w+?)(?:_id)?}", lambda name: f"${name[1].upper()}", path)
    query = [one["name"] for one in operation["parameters"] if one["in"] == "query" and one["required"]]
    place += "?" * bool(query) + "&".join(f"{name}=${name.upper()}" for name in query)
    words = ["curl -N" if path in STREAMS else "curl", *([] if is_open else ['-H "Authorization: Bearer $TOKEN"'])]
    if example is not None:
        words.append(f"--json '{json.dumps(example)}'")
    elif method != "GET":
        words.append(f"-X {method}")
    return " ".join([*words, f'"$SITE{place}"'])


def _example(body: Part, schema: Part) -> object:
    return schema["components"]["schemas"][_shape_in(body)]["examples"][0]


def _shape(name: str, part: Part) -> Shape:
    required = part.get("required", ())
    fields = (_field(key, one, required=key in required) for key, one in part.get("properties", {}).items())
    return Shape(name, part.get("description", ""), tuple(fields))


def _field(name: str, part: Part, *, required: bool = True) -> Field:
    return Field(name, _type(part), _shape_in(part), part.get("description", ""), required)


def _type(part: Part) -> str:
    """Return the type in words."""
    if "$ref" in part:
        return _shape_in(part)
    if "enum" in part:
        return " | ".join(f'"{value}"' for value in part["enum"])
    if "anyOf" in part:
        return _joined(_type(one) for one in part["anyOf"])
    if part.get("type") == "array":
        return f"list of {_type(part['items'])}"
    if isinstance(part.get("additionalProperties"), dict):
        return f"object of {_type(part['additionalProperties'])}"
    return str(part.get("format") or part.get("type") or "any")


def _joined(types: Iterable[str]) -> str:
    return " or ".join(types)


def _shape_in(part: Part) -> str:
    """Return the first shape that a type mentions; empty for none."""
    names = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(part))
    return names[0] if names else ""
