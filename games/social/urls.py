"""URLs of chat, reports, following and muting."""

from __future__ import annotations

from django.urls import path

from games.social.views.chat import talk
from games.social.views.relations import switch, tie
from games.social.views.reports import report

app_name = "social"

urlpatterns = [
    path("talk/<slug:match_id>/", talk, name="talk"),
    path("report/", report, name="report"),
    path("switch/", switch, name="switch"),
    path("<slug:wish>/", tie, name="tie"),
]
