"""URLs of the notifications."""

from __future__ import annotations

from django.urls import path

from games.notifications.views import notifications, settings

app_name = "notifications"

urlpatterns = [
    path("", notifications.notifications, name="notifications"),
    path("next/", notifications.next_match, name="next"),
    path("test/", settings.test, name="test"),
    path("preferences/", settings.preferences, name="preferences"),
    path("devices/", settings.devices, name="devices"),
    path("devices/<int:device_id>/drop/", settings.drop, name="drop"),
    path("unsubscribe/<str:token>/", settings.unsubscribe, name="unsubscribe"),
]
