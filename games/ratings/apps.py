"""The ratings app."""

from __future__ import annotations

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Ratings, scores and strengths."""

    name = "games.ratings"
    label = "ratings"

    def ready(self) -> None:
        """Plug into other apps."""
        from games.ratings import receivers  # noqa: F401
