"""URLs of the notifications."""

from __future__ import annotations

from django.urls import path

from games.notifications import views
from games.notifications.channels import channels

app_name = "notifications"

urlpatterns = [
    path("", views.notifications, name="notifications"),
    path("next/", views.next_match, name="next"),
    path("test/", views.test, name="test"),
    path("preferences/", views.preferences, name="preferences"),
    *(pattern for channel in channels().values() for pattern in channel.urlpatterns()),
]
