"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Accounts of players."""

    name = "accounts"

    def ready(self) -> None:
        """Connect the signal handlers for sign-out and a changed password."""
        from accounts import sessions  # noqa: F401  (its receivers connect by being imported; models are ready only now)
