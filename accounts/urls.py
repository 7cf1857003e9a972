"""URLs of the accounts; those named like allauth's override its own."""

from __future__ import annotations

from allauth.account import views as allauth
from allauth.mfa.totp.views import activate_totp
from allauth.socialaccount.views import connections
from django.urls import include, path
from django.views.generic import RedirectView

from accounts import views
from accounts.sign_in import (
    AddPasskeyView,
    FirstPasskeyView,
    LoginView,
    NewCodesView,
    PasskeyLoginView,
    PasskeySignupView,
    PasswordResetView,
    SecondFactorView,
    SignupView,
    for_accounts,
    proven,
    recent,
    with_provider,
)

own = [
    path("settings/", views.settings, name="settings"),
    path("security/", for_accounts(views.security), name="security"),
    path("security/sign-out/", proven(views.sign_out_browser), name="sign_out_browser"),
    path("security/sign-out-elsewhere/", proven(views.sign_out_elsewhere), name="sign_out_elsewhere"),
    path("tokens/new/", for_accounts(recent(views.new_token)), name="new_token"),
    path("tokens/revoke/", views.end_token, name="end_token"),
    path("export/", views.export, name="export"),
    path("delete/", views.delete, name="delete"),
    path("block/", views.block, name="block"),
    path("unblock/", views.unblock, name="unblock"),
    path("guest/", views.guest, name="guest"),
    path("nickname/", views.nickname, name="nickname"),
    path("news/", views.news, name="news"),
    path("live/<slug:kind>/<str:key>/", views.live, name="live"),
    path("findable/", views.findable, name="findable"),
]

to_security = RedirectView.as_view(pattern_name="accounts:security")

urlpatterns = [
    path("", include((own, "accounts"))),
    path("language/", views.language, name="set_language"),
    path("signup/", SignupView.as_view(), name="account_signup"),
    path("signup/passkey/", PasskeySignupView.as_view(), name="account_signup_by_passkey"),
    path("signup/passkey/create/", FirstPasskeyView.as_view(), name="account_first_passkey"),
    path("login/", LoginView.as_view(), name="account_login"),
    path("email/", for_accounts(allauth.email), name="account_email"),
    path("password/change/", for_accounts(allauth.password_change), name="account_change_password"),
    path("password/set/", for_accounts(proven(allauth.password_set)), name="account_set_password"),
    path("3rdparty/", for_accounts(with_provider(connections)), name="socialaccount_connections"),
    path("password/reset/", PasswordResetView.as_view(), name="account_reset_password"),
    path("2fa/", to_security, name="mfa_index"),
    path("2fa/authenticate/", SecondFactorView.as_view(), name="mfa_authenticate"),
    path("2fa/webauthn/", to_security, name="mfa_list_webauthn"),
    path("2fa/webauthn/add/", for_accounts(AddPasskeyView.as_view()), name="mfa_add_webauthn"),
    path("2fa/webauthn/login/", PasskeyLoginView.as_view(), name="mfa_login_webauthn"),
    path("2fa/recovery-codes/", for_accounts(proven(views.show_codes)), name="mfa_view_recovery_codes"),
    path(
        "2fa/recovery-codes/generate/",
        for_accounts(NewCodesView.as_view()),
        name="mfa_generate_recovery_codes",
    ),
    path("2fa/recovery-codes/download/", to_security, name="mfa_download_recovery_codes"),
    path("2fa/totp/activate/", for_accounts(activate_totp), name="mfa_activate_totp"),
]
