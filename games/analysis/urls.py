"""URLs of an analysis, below those of its match."""

from __future__ import annotations

from django.urls import path

from games.analysis.views import analysis, ask, turn

app_name = "analysis"

urlpatterns = [
    path("", analysis, name="analysis"),
    path("ask/", ask, name="ask"),
    path("<int:ply>/", turn, name="turn"),
]
