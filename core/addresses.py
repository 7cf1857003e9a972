"""Addresses of this site: absolute ones, the paths of pages, and the release of its scripts and style sheets.

Each pattern is reversed once: `reverse` costs more than the rest of a partial.
"""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.urls import reverse

_API = "/api/"
_KEY = "0000000000"
_path = cache(reverse)


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


def page_path(name: str, key: str = "") -> str:
    """Return the path of the URL pattern of this name; `key`, such as the id of a match, is its only argument."""
    if not key:
        return _path(name)
    before, after = _pattern(name)
    return f"{before}{key}{after}"


@cache
def _pattern(name: str) -> tuple[str, str]:
    before, _key, after = reverse(name, args=[_KEY]).partition(_KEY)
    return before, after


def is_api(path: str) -> bool:
    """Return whether this path is answered for programs; `/api/` itself is a page."""
    return path.startswith(_API) and path != _API


def release() -> str:
    """Return the hash of all collected static files, read once in each process; empty where none are collected."""
    return getattr(staticfiles_storage, "manifest_hash", "")


def newer_than(page_release: str) -> str:
    """Return the release of this process if the page shows another one; empty otherwise, and for a page without one."""
    present = release()
    return present if page_release and page_release != present else ""
