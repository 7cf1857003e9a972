"""An app that does one thing to a site: its matches get the same deals after every start."""

from django.apps import AppConfig


class DealtConfig(AppConfig):
    """Replaces chance where matches are sealed."""

    name = "tests.dealt"

    def ready(self) -> None:
        """From here on no seed is drawn."""
        from games.matches.models import Match
        from tests.dealt import deals

        seeds = deals()
        vars(Match._meta.get_field("seed"))["_get_default"] = lambda: next(seeds)
