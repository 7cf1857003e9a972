"""The signed-in player of a request."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


def player_of(request: HttpRequest) -> User:
    """Return the signed-in player or guest. Raises PermissionDenied if there is none (use `login_required` first)."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user
