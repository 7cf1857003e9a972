"""What allauth's OAuth server needs to know of this site."""

from __future__ import annotations

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.models import Client

from accounts.models import User
from accounts.security import SCOPES
from core.web import site_address


class OAuthAdapter(DefaultOIDCAdapter):
    """The scopes of tokens, and a name for the user of a code that holds until all sessions of that user end."""

    scope_display = SCOPES

    def get_issuer(self) -> str:
        """Return the address of the site."""
        return site_address(self.request)

    def get_user_sub(self, client: Client, user: User) -> str:
        """Return a name of the user; it changes when all sessions end, so that codes from before are void."""
        return f"{user.pk}.{user.get_session_auth_hash()}"

    def get_user_by_sub(self, client: Client, sub: str) -> User | None:
        """Return the active user with this name."""
        user: User | None = super().get_user_by_sub(client, sub.partition(".")[0])
        return user if user and self.get_user_sub(client, user) == sub else None
