"""URLs of the notifications."""

from __future__ import annotations

from django.urls import path

from games.notifications.channel import channels
from games.notifications.views import notifications, settings

app_name = "notifications"

urlpatterns = [
    path("", notifications.notifications, name="notifications"),
    path("next/", notifications.next_match, name="next"),
    path("test/", settings.test, name="test"),
    path("preferences/", settings.preferences, name="preferences"),
    *(pattern for channel in channels().values() for pattern in channel.urlpatterns()),
]
