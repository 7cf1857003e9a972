"""The addresses of notices."""

from __future__ import annotations

from django.urls import path

from games.notices.views import notices, settings

app_name = "notices"

urlpatterns = [
    path("", notices.notices, name="notices"),
    path("next/", notices.next_match, name="next"),
    path("test/", settings.test, name="test"),
    path("wishes/", settings.wishes, name="wishes"),
    path("devices/", settings.devices, name="devices"),
    path("devices/<int:device_id>/drop/", settings.drop, name="drop"),
    path("unsubscribe/<str:token>/", settings.unsubscribe, name="unsubscribe"),
]
