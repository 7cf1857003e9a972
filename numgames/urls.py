"""The root URL configuration."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from accounts.oauth.views import metadata
from accounts.views import staff_only
from games.matches.views.files import rules
from games.notifications.views import manifest, offline, shared, worker
from numgames.views import PAGES, api_reference, change_password, favicon, home, information, security_txt

pages = [path(f"{name}/", information, {"name": name}, name=name) for name in (*PAGES, "parents")]

urlpatterns = [
    path("", home, name="home"),
    path("", include((pages, "information"))),
    path("", include("games.discovery.urls")),
    path("games/<slug:slug>/", rules, name="rules"),
    path("games/<slug:slug>/try/", include("games.lessons.urls")),
    path("lobby/", include("games.lobby.urls")),
    path("computers/", include("games.computers.urls")),
    path("matches/", include("games.matches.urls")),
    path("matches/<slug:match_id>/planned/", include("games.planned.urls")),
    path("matches/<slug:match_id>/analysis/", include("games.analysis.urls")),
    path("classes/", include("games.classes.urls")),
    path("clubs/", include("games.clubs.urls")),
    path("events/", include("games.events.urls")),
    path("today/", include("games.daily.urls")),
    path("studies/", include("games.studies.urls")),
    path("puzzles/", include("games.puzzles.urls")),
    path("ratings/", include("games.ratings.urls")),
    path("social/", include("games.social.urls")),
    path("notifications/", include("games.notifications.urls")),
    path("webhooks/", include("games.webhooks.urls")),
    path("history/", include("games.history.urls")),
    path("fairness/", include("games.fairness.urls")),
    path("data/", include("games.dumps.urls")),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/", include("allauth.socialaccount.providers.openid_connect.urls")),
    path("accounts/3rdparty/", include("allauth.socialaccount.urls")),
    path("oauth/", include("accounts.oauth.urls")),
    path("api/", api_reference, name="api"),
    path("admin/login/", staff_only),
    path("admin/", admin.site.urls),
    path(".well-known/oauth-authorization-server", metadata),
    path(".well-known/security.txt", security_txt),
    path(".well-known/change-password", change_password),
    path("favicon.ico", favicon),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("shared/", shared, name="shared"),
    path("sw.js", worker, name="worker"),
    path("offline/", offline, name="offline"),
]

handler400 = "numgames.errors.bad_request"
handler403 = "numgames.errors.permission_denied"
handler404 = "numgames.errors.page_not_found"
handler429 = "accounts.throttling.too_many"
handler500 = "numgames.errors.server_error"
