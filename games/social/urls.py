"""URLs of chat, reports, following and muting."""

from __future__ import annotations

from django.urls import path

from games.social.views import chat, followers, relation, report, switch

app_name = "social"

urlpatterns = [
    path("chat/<slug:match_id>/", chat, name="chat"),
    path("report/", report, name="report"),
    path("followers/", followers, name="followers"),
    path("switch/", switch, name="switch"),
    path("<slug:action>/", relation, name="relation"),
]
