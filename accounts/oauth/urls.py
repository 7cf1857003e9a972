"""URLs of OAuth, by the names that allauth gives them."""

from __future__ import annotations

from collections.abc import Callable

from allauth.account import app_settings
from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import include, path

from accounts.oauth.views import ConsentPage, DeviceCodes, DevicePage, Revocations, Tokens
from accounts.sessions import PROVED_AT
from accounts.sign_in import for_accounts
from core import clock


def proven(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Ask for the password or another factor, unless that was done in the last five minutes.

    A sign-in counts as well, as an app often leads a player to it first.
    """

    def is_long_ago(request: HttpRequest) -> bool:
        proved_at = int(request.session.get(PROVED_AT, 0))
        return bool(clock.now().timestamp() - proved_at > app_settings.REAUTHENTICATION_TIMEOUT)

    asking = reauthentication_required(view, enabled=is_long_ago, app="allauth.account")
    page: Callable[..., HttpResponseBase] = for_accounts(login_required(asking))
    return page


_own = [
    path("authorize", proven(ConsentPage.as_view()), name="authorization"),
    path("device", proven(DevicePage.as_view()), name="device_authorization"),
    path("device/code", DeviceCodes.as_view(), name="device_code"),
    path("token", Tokens.as_view(), name="token"),
    path("revoke", Revocations.as_view(), name="revoke"),
]

app_name = "idp"
urlpatterns = [path("", include((_own, "oidc")))]
