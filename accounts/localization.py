"""The language and the time zone in which something is written for one reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils import timezone, translation

from accounts.languages import language_for, language_of
from accounts.models import User
from accounts.zones import zone_of


@contextmanager
def for_socket(scope: Mapping[str, Any]) -> Iterator[None]:
    """Write for the open page at the other end of a socket, as the page itself was written."""
    zone = zone_of(scope.get("user"), scope.get("cookies", {}))
    with translation.override(language_of(scope)), timezone.override(zone):
        yield


@contextmanager
def for_player(player: User, otherwise: str = "en") -> Iterator[None]:
    """Write what reaches a player elsewhere: mail, push. `otherwise` is the language where none is known."""
    with translation.override(language_for(player) or otherwise), timezone.override(player.zone):
        yield
