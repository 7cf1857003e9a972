"""The origin check of websockets: scheme, host and port must be those of the site, as Django asks of forms."""

from __future__ import annotations

from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from core.live.page_socket import Scope
from numgames.serving.asgi_types import Application, Receive, Send

Origin = tuple[str, str, int | None]

PORTS = {"http": 80, "https": 443}
PAGES = {"ws": "http", "wss": "https"}  # the scheme of the pages that belong to a socket's


class SameOriginSockets:
    """An ASGI wrapper that refuses sockets of pages of other sites, and of programs that name no origin."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket, or refuse it before the handshake (403)."""
        application = self.application if is_same_origin(scope) else WebsocketDenier()
        await application(scope, receive, send)


def is_same_origin(scope: Scope) -> bool:
    """Return whether the page that opens this socket has the origin of the site."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    origin = _parsed(headers.get(b"origin", ""))
    if origin is None:
        return False
    if origin in map(_parsed, settings.CSRF_TRUSTED_ORIGINS):
        return True
    host = headers.get(b"host", "")
    hosts = settings.ALLOWED_HOSTS or (["localhost", "127.0.0.1", "[::1]"] if settings.DEBUG else [])
    name, _port = split_domain_port(host)
    return validate_host(name, hosts) and origin == _parsed(f"{_scheme(scope, headers)}://{host}")


def _scheme(scope: Scope, headers: dict[bytes, str]) -> str:
    """Return http or https: that of the connection, or of the proxy in front if there is one to trust."""
    if settings.SECURE_PROXY_SSL_HEADER:
        _name, secure = settings.SECURE_PROXY_SSL_HEADER
        return "https" if headers.get(b"x-forwarded-proto", "").split(",")[0].strip() == secure else "http"
    return PAGES.get(scope.get("scheme", "ws"), "http")


def _parsed(origin: str) -> Origin | None:
    """Return scheme, host and port; None if this is no origin."""
    try:
        parts = urlsplit(origin.lower())
        port = parts.port or PORTS.get(parts.scheme)
    except ValueError:
        return None
    return (parts.scheme, parts.hostname, port) if parts.scheme in PORTS and parts.hostname else None
