"""A context manager that activates one reader's language and time zone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone, translation

from accounts.models import User
from core.web.languages import language_for


@contextmanager
def for_player(player: User, otherwise: str = "en") -> Iterator[None]:
    """Activate a player's language and zone for mail and push. `otherwise` is the language if none is known."""
    with translation.override(language_for(player) or otherwise), timezone.override(player.zone):
        yield
