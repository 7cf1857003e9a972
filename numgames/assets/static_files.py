"""The middleware that serves static files: those of the running version, and those of the others that are kept."""

from __future__ import annotations

import asyncio
import re
from typing import cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from servestatic.middleware import ServeStaticMiddleware

HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")  # the name of a file whose content never changes


class StaticFiles(ServeStaticMiddleware):  # type: ignore[misc]  # ServeStatic comes without types
    """Middleware that also looks on the disk for files with a hash in their names.

    ServeStatic knows the files of its own version alone. A page may need those of the version before, if it was open
    during an upgrade, or of the next one, if another process has been replaced already.
    """

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Serve a static file, or have the page of this request made."""
        path = request.path_info
        if path not in self.files and path.startswith(self.static_prefix) and HASHED.search(path):
            file = await asyncio.to_thread(self.find_file, path)
            if file is not None:
                return cast(HttpResponseBase, await self.aserve(file, request))
        return cast(HttpResponseBase, await super().__call__(request))

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Return whether browsers may keep the file of this URL for good."""
        return bool(HASHED.search(url))
