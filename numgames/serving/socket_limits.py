"""Bounds on the open sockets of one address and of one account; a page beyond them polls instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable

from django.conf import settings

from core.clients import subscriber_of
from core.live.page_socket import TRY_AGAIN, Scope
from numgames.serving.asgi_types import Application, Receive, Send


class BoundedSockets:
    """An ASGI wrapper that lets a process serve at most this many sockets with the same key at a time."""

    def __init__(self, application: Application, key: Callable[[Scope], Hashable], most: int) -> None:
        """Count by this key; sockets whose key is None are not bounded."""
        self.application = application
        self.key = key
        self.most = most
        self.open: Counter[Hashable] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket, or close it with a code that lets the page try again."""
        key = self.key(scope)
        if key is None:
            await self.application(scope, receive, send)
            return
        if self.open[key] >= self.most:
            await receive()
            await send({"type": "websocket.accept"})  # before the handshake the browser would not receive the code
            await send({"type": "websocket.close", "code": TRY_AGAIN})
            return
        self.open[key] += 1
        try:
            await self.application(scope, receive, send)
        finally:
            self.open[key] -= 1
            if not self.open[key]:
                del self.open[key]


def address_of(scope: Scope) -> Hashable:
    """Return the address of the visitor, of IPv6 the network; None if it is unknown behind the trusted proxies."""
    client = scope.get("client")
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    if not proxies:
        return subscriber_of(client[0]) if client else None
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    named = [address.strip() for address in ",".join(lines).split(",")]
    return subscriber_of(named[-proxies]) if len(named) >= proxies else None


def account_of(scope: Scope) -> Hashable:
    """Return the primary key of the signed-in user; None without one."""
    return getattr(scope["user"], "pk", None)
