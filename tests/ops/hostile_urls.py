"""The site's URLs, and pages that open a database connection and then fail in different ways."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import include, path

from numgames.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


def unsendable(request: HttpRequest) -> HttpResponse:
    """Answer with a cookie that cannot be sent: the error occurs outside of Django's error handling."""
    Session.objects.count()
    response = HttpResponse("never sent")
    response.set_cookie("name", path="/é")
    return response


def torn(request: HttpRequest) -> StreamingHttpResponse:
    """Fail in the middle of the answer."""

    def parts() -> Iterator[str]:
        yield f"{Session.objects.count()}"
        raise ZeroDivisionError

    return StreamingHttpResponse(parts())


def slow(request: HttpRequest) -> HttpResponse:
    """Open a database connection and wait until the test ends it."""
    Session.objects.count()
    folder = Path(settings.VAR_DIR)
    (folder / f"began-{request.GET['number']}").touch()
    while not (folder / "end").exists():
        time.sleep(0.01)
    return HttpResponse(f"{Session.objects.count()}")


urlpatterns = [
    path("unsendable", unsendable),
    path("torn", torn),
    path("slow", slow),
    path("", include("numgames.urls")),
]
