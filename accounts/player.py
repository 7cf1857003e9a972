"""Whose request it is."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


def player_of(request: HttpRequest) -> User:
    """The player or guest who is signed in. Raises PermissionDenied if nobody is; `login_required` comes first."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user
