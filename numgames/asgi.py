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

from numgames.operations.probes import Probes  # noqa: E402
from numgames.operations.tracing import TracedPages, TracedSockets  # noqa: E402
from numgames.serving.admission import AdmittedPages, AdmittedSockets  # noqa: E402
from numgames.serving.delays import DelayedAdmissions  # noqa: E402
from numgames.serving.guard import GuardedPages, GuardedSockets, refuse, refuse_busy  # noqa: E402
from numgames.serving.handler import PagesHandler  # noqa: E402
from numgames.serving.origins import SameOriginSockets  # noqa: E402
from numgames.serving.socket_limits import BoundedSockets, account_of, address_of  # noqa: E402
from numgames.sockets import ReadSession, routes  # noqa: E402

by_account = BoundedSockets(URLRouter(routes), account_of, settings.SOCKETS_PER_ACCOUNT)
signed_in = CookieMiddleware(ReadSession(AuthMiddleware(by_account)))
by_address = BoundedSockets(signed_in, address_of, settings.SOCKETS_PER_ADDRESS)
opened = AdmittedSockets(by_address, at_once=settings.SOCKETS_OPENING, patience=settings.PATIENCE)
sockets = TracedSockets(GuardedSockets(opened))
pages = GuardedPages(PagesHandler())
admitted = AdmittedPages(
    pages, refuse, at_once=settings.REQUESTS_AT_ONCE, patience=settings.PATIENCE, refuse_busy=refuse_busy
)
delayed = DelayedAdmissions(admitted, refuse_busy)
application = ProtocolTypeRouter({"http": Probes(TracedPages(delayed)), "websocket": SameOriginSockets(sockets)})
