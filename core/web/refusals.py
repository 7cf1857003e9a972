"""The page for a visitor who has reached a limit."""

from __future__ import annotations

import math

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

USUAL_WAIT = 60  # seconds, where the limit that refused is not known by the request alone


def too_many_page(request: HttpRequest, seconds: int, *, action: str = "", reason: object = None) -> HttpResponse:
    """Render the 429 page: `reason`, or a sentence about the limit `action`, and Retry-After (RFC 6585)."""
    context = {"minutes": math.ceil(seconds / 60), "action": action, "reason": reason}
    page = render(request, "429.html", context, status=429)
    page["Retry-After"] = str(seconds)
    return page
