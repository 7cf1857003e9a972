"""The ASGI application: HTTP and websockets."""

from __future__ import annotations

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "numgames.settings")
pages = get_asgi_application()  # calls django.setup(), so it must precede imports of models

from numgames.guard import GuardedPages, GuardedSockets  # noqa: E402
from numgames.sockets import routes  # noqa: E402

sockets = GuardedSockets(AuthMiddlewareStack(URLRouter(routes)))
application = ProtocolTypeRouter({"http": GuardedPages(pages), "websocket": AllowedHostsOriginValidator(sockets)})
