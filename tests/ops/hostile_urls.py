"""The site's addresses, and pages that take a connection to the database and then fail, each in another way."""

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
    """Answers with a cookie that cannot be sent: the error comes after all of Django's own nets."""
    Session.objects.count()
    response = HttpResponse("never sent")
    response.set_cookie("name", path="/é")
    return response


def torn(request: HttpRequest) -> StreamingHttpResponse:
    """Fails in the middle of its answer."""

    def parts() -> Iterator[str]:
        yield f"{Session.objects.count()}"
        raise ZeroDivisionError

    return StreamingHttpResponse(parts())


def slow(request: HttpRequest) -> HttpResponse:
    """Takes a connection and works until the test lets it end."""
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
