"""Sockets of the lobby for tests."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from django.conf import settings
from django.test import Client

from accounts.hooks import JsonObject
from tests.sockets import PatientSocket

Socket: TypeAlias = PatientSocket
Connect = Callable[..., Awaitable[Socket]]
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def cookie_of(browser: Client) -> tuple[bytes, bytes]:
    name = settings.SESSION_COOKIE_NAME
    return (b"cookie", f"{name}={browser.cookies[name].value}".encode())


async def hello(socket: Socket) -> JsonObject:
    await socket.send_to("{}")
    return await news(socket)


async def news(socket: Socket) -> JsonObject:
    message: JsonObject = json.loads(await socket.receive_from())
    return message
