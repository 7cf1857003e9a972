"""The release of the site's scripts and style sheets, by which an open page learns that it is out of date."""

from __future__ import annotations

from django.contrib.staticfiles.storage import staticfiles_storage


def release() -> str:
    """Return the hash of all collected static files, read once in each process; empty where none are collected."""
    return getattr(staticfiles_storage, "manifest_hash", "")


def newer_than(shown: str) -> str:
    """Return the release of this process if the page shows another one; empty otherwise, and for a page without one."""
    present = release()
    return present if shown and shown != present else ""
