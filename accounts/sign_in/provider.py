"""Sign-in with another site: each request to it carries a nonce, which its id token must repeat.

So an id token that was issued for another sign-in cannot be replayed (OpenID Connect Core 1.0, 3.1.2.1 and 3.1.3.7).
"""

from __future__ import annotations

import secrets

from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base import Provider
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

NONCE = "nonce"
NONCE_BYTES = 32


class NonceProvider(OpenIDConnectProvider):
    """OpenID Connect with a nonce in the request, kept in the state of the sign-in."""

    def get_redirect_from_request_kwargs(self, request: HttpRequest) -> dict[str, object]:
        """Return what the redirect to the provider is built from; what is not known to it is kept in the state."""
        kwargs: dict[str, object] = super().get_redirect_from_request_kwargs(request)
        nonce = secrets.token_urlsafe(NONCE_BYTES)
        params = kwargs.get("auth_params")
        auth_params = {**params, NONCE: nonce} if isinstance(params, dict) else {NONCE: nonce}
        return {**kwargs, "auth_params": auth_params, NONCE: nonce}


class ProviderAdapter(DefaultSocialAccountAdapter):
    """The adapter for sign-in with another site."""

    def get_provider(self, request: HttpRequest, provider: str, client_id: str | None = None) -> Provider:
        """Return the provider, one that sends a nonce if it speaks OpenID Connect."""
        original = super().get_provider(request, provider, client_id)
        return NonceProvider(request, app=original.app) if isinstance(original, OpenIDConnectProvider) else original

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Check the nonce. Raises PermissionDenied, which allauth answers with its page of a failed sign-in."""
        id_token = sociallogin.account.extra_data.get("id_token") or {}
        nonce, claim = sociallogin.state.get(NONCE), id_token.get(NONCE)
        if not (isinstance(nonce, str) and isinstance(claim, str) and constant_time_compare(nonce, claim)):
            raise PermissionDenied
