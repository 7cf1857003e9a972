"""`/healthz`, `/readyz` and `/metrics`, answered above Django's middleware.

So they need no session, no valid host name and no HTTPS, and `/healthz` no thread and no database: an orchestrator can
ask a process directly, by its address.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Awaitable, Callable

from asgiref.sync import sync_to_async
from django.conf import settings

from core.clients import parsed_address
from core.live.page_socket import Scope
from numgames.operations import exposition, readiness
from numgames.serving.asgi_types import Application, Receive, Send

Answer = tuple[int, str, bytes]  # status, content type, body

JSON = "application/json"
TEXT = "text/plain; charset=utf-8"
FORWARDED = {b"forwarded", b"x-forwarded-for", b"x-real-ip"}  # a proxy on this machine passes on requests of others
SAFE = {"GET", "HEAD"}


class Probes:
    """An ASGI wrapper that answers the probes itself and passes on everything else."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        probe = PROBES.get(scope["path"])
        if probe is None:
            await self.application(scope, receive, send)
            return
        status, kind, body = await probe(scope) if scope["method"] in SAFE else (405, TEXT, b"Use GET.\n")
        headers = [(b"Content-Type", kind.encode()), (b"Content-Length", b"%d" % len(body))]
        headers += [(b"Cache-Control", b"no-store"), (b"X-Content-Type-Options", b"nosniff")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


async def _health(scope: Scope) -> Answer:
    """Say that the event loop runs."""
    return 200, JSON, _json({"status": "ok"})


async def _readiness(scope: Scope) -> Answer:
    checks = await readiness.checks()
    failing = {name for name, state in checks.items() if state != readiness.OK}
    return 503 if failing else 200, JSON, _json({"status": "failing" if failing else "ok", "checks": checks})


async def _metrics(scope: Scope) -> Answer:
    if not _may_read_metrics(scope):
        return 403, TEXT, b"Metrics are for this machine only, or for those who send the token.\n"
    text, kind = await sync_to_async(exposition.metrics, thread_sensitive=False)()
    return 200, kind, text


def _may_read_metrics(scope: Scope) -> bool:
    """Return whether the request has the token; without a token in the settings, whether it comes from this machine."""
    headers = dict(scope["headers"])
    if settings.METRICS_TOKEN:
        expected = f"Bearer {settings.METRICS_TOKEN}".encode()
        return hmac.compare_digest(headers.get(b"authorization", b""), expected)
    address = (scope.get("client") or ("0.0.0.0", 0))[0]  # noqa: S104 - an address that is not local
    return parsed_address(address).is_loopback and not FORWARDED & {name.lower() for name in headers}


def _json(content: object) -> bytes:
    return json.dumps(content).encode() + b"\n"


PROBES: dict[str, Callable[[Scope], Awaitable[Answer]]] = {
    "/healthz": _health,
    "/readyz": _readiness,
    "/metrics": _metrics,
}
