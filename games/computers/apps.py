"""The app of the computer players."""

from django.apps import AppConfig


class ComputersConfig(AppConfig):
    """Computer players, hints and playing on."""

    name = "games.computers"
    label = "computers"

    def ready(self) -> None:
        """Plug into other apps."""
        from games.computers import receivers  # noqa: F401
