"""URLs of the accounts; those named like allauth's override its own."""

from __future__ import annotations

from allauth.account import views as allauth
from django.urls import include, path

from accounts import views
from accounts.auth_views import LoginView, SignupView, for_accounts

own = [
    path("settings/", views.settings, name="settings"),
    path("export/", views.export, name="export"),
    path("delete/", views.delete, name="delete"),
    path("block/", views.block, name="block"),
    path("unblock/", views.unblock, name="unblock"),
    path("guest/", views.guest, name="guest"),
]

urlpatterns = [
    path("", include((own, "accounts"))),
    path("language/", views.language, name="set_language"),
    path("signup/", SignupView.as_view(), name="account_signup"),
    path("login/", LoginView.as_view(), name="account_login"),
    path("email/", for_accounts(allauth.email), name="account_email"),
    path("password/change/", for_accounts(allauth.password_change), name="account_change_password"),
    path("password/set/", for_accounts(allauth.password_set), name="account_set_password"),
]
