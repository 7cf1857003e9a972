"""The social app."""

from __future__ import annotations

from django.apps import AppConfig


class SocialConfig(AppConfig):
    """Chat, following, reports and moderation."""

    name = "games.social"
    label = "social"

    def ready(self) -> None:
        """Plug into other apps."""
        from games.social import receivers  # noqa: F401
