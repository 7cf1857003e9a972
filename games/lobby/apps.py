"""The lobby app."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """*Play now*, pairing and challenges."""

    name = "games.lobby"
    label = "lobby"

    def ready(self) -> None:
        """Plug into other apps."""
        from games.lobby import receivers  # noqa: F401
