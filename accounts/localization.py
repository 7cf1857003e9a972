"""Context managers that activate one reader's language and time zone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone, translation

from accounts.languages import Scope, language_for, language_of
from accounts.models import User
from accounts.zones import zone_of


@contextmanager
def for_socket(scope: Scope) -> Iterator[None]:
    """Activate language and zone of the open page behind a socket."""
    zone = zone_of(scope.get("user"), scope.get("cookies", {}))
    with translation.override(language_of(scope)), timezone.override(zone):
        yield


@contextmanager
def for_player(player: User, otherwise: str = "en") -> Iterator[None]:
    """Activate a player's language and zone for mail and push. `otherwise` is the language if none is known."""
    with translation.override(language_for(player) or otherwise), timezone.override(player.zone):
        yield
