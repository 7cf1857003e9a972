"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Accounts of players."""

    name = "accounts"

    def ready(self) -> None:
        """Connect the receivers."""
        from accounts import receivers  # noqa: F401
