"""The addresses of conversations, reports, and what one player wants with another."""

from __future__ import annotations

from django.urls import path

from games.company.views.people import switch, tie
from games.company.views.report import report
from games.company.views.talk import talk

app_name = "company"

urlpatterns = [
    path("talk/<slug:match_id>/", talk, name="talk"),
    path("report/", report, name="report"),
    path("switch/", switch, name="switch"),
    path("<slug:wish>/", tie, name="tie"),
]
