"""The players whom a request is from and about."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from accounts.models import User
from accounts.names import name_key


def player_of(request: HttpRequest) -> User:
    """Return the signed-in player or guest. Raises PermissionDenied if there is none (use `login_required` first)."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


def player_at(name: str) -> User:
    """Return the active player whose name an address has, in any spelling of it. Raises Http404.

    A view redirects to the address with the player's own spelling.
    """
    found = User.objects.filter(name_key=name_key(name), is_active=True).first()
    if found is None:
        raise Http404
    return found


def player_named(typed: str) -> User:
    """Return the active player whom a typed name means. Raises Http404."""
    found = User.objects.find(typed)
    if found is None or not found.is_active:
        raise Http404
    return found
