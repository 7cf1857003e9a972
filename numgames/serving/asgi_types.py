"""The types of ASGI applications and of what they are called with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from core.live.page_socket import Event, Scope

Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
