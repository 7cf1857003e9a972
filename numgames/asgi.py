"""The ASGI application: HTTP and websockets."""

from __future__ import annotations

import os

import django
from channels.auth import AuthMiddleware
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.conf import settings

import numgames.api  # noqa: F401 - else the first request of the API would load it in the event loop
from games.classes.bounds import PupilSockets
from numgames.handler import PagesHandler
from numgames.middleware import Traced
from numgames.probes import Probes
from numgames.serving.gate import FEW, Answered, GatedPages, GatedSockets
from numgames.serving.streams import Streams
from numgames.sockets import (
    BoundedAccounts,
    ReadSession,
    SiteSockets,
    routes,
)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "numgames.settings")
django.setup(set_prefix=False)  # must precede imports of models


signed_in = CookieMiddleware(ReadSession(AuthMiddleware(BoundedAccounts(PupilSockets(URLRouter(routes))))))
sockets = GatedSockets(
    signed_in,
    at_once=settings.SOCKETS_OPENING,
    patience=settings.PATIENCE,
    each=settings.SOCKETS_PER_ADDRESS,
)
handler = PagesHandler(threads=2 * settings.REQUESTS_AT_ONCE + 3 * FEW)
pages = GatedPages(handler, at_once=settings.REQUESTS_AT_ONCE, patience=settings.PATIENCE)
streams = Streams(pages, opening=max(1, settings.SOCKETS_OPENING // 4), patience=settings.PATIENCE)
application = ProtocolTypeRouter(
    {"http": Probes(Traced(Answered(streams))), "websocket": SiteSockets(Traced(Answered(sockets)))}
)
