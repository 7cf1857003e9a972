"""Absolute addresses of this site, for pages, mails, calendars and files."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def site_address(request: HttpRequest | None = None) -> str:
    """Return the address of the site, without a trailing slash.

    It is the public one if there is one (SITE_URL), else the one of this request. Outside of requests it is that of
    this machine: the server sets the port on which it listens.
    """
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    return f"{request.scheme}://{request.get_host()}" if request else settings.LOCAL_URL


def absolute(path: str, request: HttpRequest | None = None) -> str:
    """Return the absolute URL of a path."""
    return site_address(request) + path
