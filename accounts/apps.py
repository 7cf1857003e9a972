"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Names the app for Django."""

    name = "accounts"

    def ready(self) -> None:
        """Connects what happens when somebody signs out or changes the password."""
        from accounts import sessions  # noqa: F401  (its receivers connect by being imported; models are ready only now)
