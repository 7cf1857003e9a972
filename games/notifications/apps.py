"""The notifications app."""

from __future__ import annotations

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """Notifications on the page, by push and by e-mail."""

    name = "games.notifications"
    label = "notifications"

    def ready(self) -> None:
        """Plug in."""
        from games.notifications import receivers  # noqa: F401
