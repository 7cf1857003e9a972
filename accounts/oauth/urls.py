"""URLs of OAuth, by the names that allauth gives them."""

from __future__ import annotations

from django.urls import include, path

from accounts.oauth.views import ConsentPage, DeviceCodes, DevicePage, Revocations, Tokens
from accounts.sign_in import for_accounts, recent

_own = [
    path("authorize", for_accounts(recent(ConsentPage.as_view())), name="authorization"),
    path("device", for_accounts(recent(DevicePage.as_view())), name="device_authorization"),
    path("device/code", DeviceCodes.as_view(), name="device_code"),
    path("token", Tokens.as_view(), name="token"),
    path("revoke", Revocations.as_view(), name="revoke"),
]

app_name = "idp"
urlpatterns = [path("", include((_own, "oidc")))]
