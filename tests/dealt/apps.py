"""The app configuration, which installs the fixed seeds."""

from django.apps import AppConfig


class DealtConfig(AppConfig):
    """Fixed seeds for all matches."""

    name = "tests.dealt"

    def ready(self) -> None:
        """Replace the random seeds."""
        from games.matches.models import Match
        from tests.dealt import deals

        seeds = deals()
        vars(Match._meta.get_field("seed"))["_get_default"] = lambda: next(seeds)
