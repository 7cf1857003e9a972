"""The site's URLs and a page that answers only when a file exists."""

from __future__ import annotations

import time
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def slow(request: HttpRequest) -> HttpResponse:
    """Create the file `began`, and wait until the test creates the file `end`."""
    folder = Path(settings.VAR_DIR)
    (folder / "began").touch()
    while not (folder / "end").exists():
        time.sleep(0.01)
    return HttpResponse("done")


urlpatterns = [path("slow", slow), path("", include("numgames.urls"))]
