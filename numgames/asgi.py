"""The ASGI application: HTTP and websockets."""

from __future__ import annotations

import os

import django
from channels.auth import AuthMiddleware
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "numgames.settings")
django.setup(set_prefix=False)  # must precede imports of models

import numgames.api  # noqa: E402, F401 - else the first request of the API would load it in the event loop
from numgames.handler import PagesHandler  # noqa: E402
from numgames.middleware import Traced  # noqa: E402
from numgames.probes import Probes  # noqa: E402
from numgames.serving.gate import (  # noqa: E402
    FEW,
    Answered,
    GatedPages,
    GatedSockets,
)
from numgames.sockets import BoundedAccounts, ReadSession, SiteSockets, routes  # noqa: E402

signed_in = CookieMiddleware(ReadSession(AuthMiddleware(BoundedAccounts(URLRouter(routes)))))
sockets = GatedSockets(
    signed_in,
    at_once=settings.SOCKETS_OPENING,
    patience=settings.PATIENCE,
    each=settings.SOCKETS_PER_ADDRESS,
)
handler = PagesHandler(threads=2 * settings.REQUESTS_AT_ONCE + 3 * FEW)
pages = GatedPages(handler, at_once=settings.REQUESTS_AT_ONCE, patience=settings.PATIENCE)
application = ProtocolTypeRouter(
    {"http": Probes(Traced(Answered(pages))), "websocket": SiteSockets(Traced(Answered(sockets)))}
)
