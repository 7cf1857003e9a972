"""The site's addresses and a page that answers only when it is told to, by a file."""

from __future__ import annotations

import time
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def slow(request: HttpRequest) -> HttpResponse:
    """Says that it began, then works until the test lets it end."""
    folder = Path(settings.VAR_DIR)
    (folder / "began").touch()
    while not (folder / "end").exists():
        time.sleep(0.01)
    return HttpResponse("done")


urlpatterns = [path("slow", slow), path("", include("numgames.urls"))]
