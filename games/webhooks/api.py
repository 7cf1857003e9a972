"""Webhooks for programs: endpoints, what was sent to them, and the public keys that sign it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated

from django.http import Http404, HttpRequest
from django.utils.translation import gettext
from ninja import Path, Router, Schema, Status
from pydantic import ConfigDict, Field
from typing_extensions import TypedDict

from accounts.api import EVERYONE, AccessTokens, user_of
from accounts.models import User
from accounts.security import WEBHOOKS
from core.outgoing import Forbidden
from core.problems import Problem
from games.webhooks import services
from games.webhooks.keys import public_keys
from games.webhooks.models import LONGEST_DESCRIPTION, LONGEST_URL, Endpoint, Sending
from games.webhooks.services import check_address, events_by_key

router = Router(tags=["webhooks"])
WRITES = AccessTokens(WEBHOOKS)
Key = Annotated[int, Path(le=2**63 - 1)]  # what the databases can look for
SHOWN = 100  # sendings


class KeyData(TypedDict):
    """A public key of the site (RFC 8037)."""

    kty: str
    crv: str
    use: str
    kid: str
    x: str


class Keys(TypedDict):
    """The public keys, the present one first."""

    keys: list[KeyData]


class WebhookData(TypedDict):
    """A webhook. `failing` is since when its address has not taken anything, `disabled` when it was switched off."""

    webhook: int
    url: str
    description: str
    events: list[str]
    made: datetime
    failing: datetime | None
    disabled: datetime | None


class SendingData(TypedDict):
    """An event that was sent, or is to be sent. `answer` is the status of the last answer, or why there was none."""

    id: int
    type: str
    subject: str
    status: str
    tries: int
    answer: str
    made: datetime
    ended: datetime | None


class NewWebhook(Schema):
    """An https address with a public name, and the events that it is told of."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"url": "https://bot.example.org/hook", "events": ["match.turn"]}]}
    )

    url: Annotated[str, Field(max_length=LONGEST_URL)]
    description: Annotated[str, Field(max_length=LONGEST_DESCRIPTION)] = ""
    events: Annotated[list[str], Field(min_length=1, max_length=20)]


@router.get("/webhooks/keys", response=Keys, auth=EVERYONE, summary="Public keys")
def keys(request: HttpRequest) -> dict[str, object]:
    """Return the Ed25519 keys that sign webhooks; two while they are rotated."""
    return {"keys": public_keys()}


@router.get("/webhooks", response=list[WebhookData], auth=WRITES, summary="Your webhooks")
def webhooks(request: HttpRequest) -> list[WebhookData]:
    """List your webhooks."""
    return [_data(one) for one in services.endpoints_of(user_of(request))]


@router.post("/webhooks", response={201: WebhookData}, auth=WRITES, summary="Add a webhook")
def add(request: HttpRequest, new: NewWebhook) -> Status[WebhookData]:
    """Add a webhook."""
    try:
        check_address(new.url)
    except Forbidden:
        raise _wrong("url", gettext("Give an https address with a public name, on the usual port.")) from None
    if not set(new.events) <= set(events_by_key()):
        raise _wrong("events", gettext("Choose from: {events}.").format(events=", ".join(events_by_key())))
    endpoint = services.add_endpoint(user_of(request), new.url, new.description, new.events)
    if endpoint is None:
        raise Problem(409, gettext("You have as many webhooks as allowed."), code="too_many_webhooks")
    return Status(201, _data(endpoint))


@router.get("/webhooks/{int:webhook_id}/sendings", response=list[SendingData], auth=WRITES, summary="What was sent")
def sendings(request: HttpRequest, webhook_id: Key) -> list[SendingData]:
    """List what was sent last, the latest first."""
    rows = Sending.objects.filter(endpoint=webhook_id, endpoint__user=user_of(request)).order_by("-pk")[:SHOWN]
    return [
        {
            "id": row.pk,
            "type": row.event,
            "subject": row.subject,
            "status": row.status,
            "tries": row.tries,
            "answer": row.answer,
            "made": row.made_at,
            "ended": row.ended_at,
        }
        for row in rows
    ]


ACTIONS: dict[str, tuple[Callable[[User, int], bool], str]] = {
    "test": (services.send_test, "Send a test"),
    "resume": (services.resume, "Try again now"),
    "delete": (services.drop_endpoint, "Delete a webhook"),
}


def _action(name: str, act: Callable[[User, int], bool], summary: str) -> None:
    def run(request: HttpRequest, webhook_id: Key) -> Status[None]:
        if not act(user_of(request), webhook_id):
            raise Http404
        return Status(204, None)

    run.__name__ = f"{name}_webhook"
    path = f"/webhooks/{{int:webhook_id}}/{name}"
    router.post(path, response={204: None}, auth=WRITES, summary=summary, description=f"{summary}.")(run)


for _name, _details in ACTIONS.items():
    _action(_name, *_details)


def _data(endpoint: Endpoint) -> WebhookData:
    return {
        "webhook": endpoint.pk,
        "url": endpoint.url,
        "description": endpoint.description,
        "events": endpoint.events,
        "made": endpoint.made_at,
        "failing": endpoint.failing_since,
        "disabled": endpoint.disabled_at,
    }


def _wrong(field: str, detail: str) -> Problem:
    return Problem(422, detail, errors=[{"field": f"body.{field}", "detail": detail}])
