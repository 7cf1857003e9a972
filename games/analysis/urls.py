"""URLs of an analysis, below those of its match."""

from django.urls import path

from games.analysis.views import analysis, ask, preview, turn, variation

app_name = "analysis"

urlpatterns = [
    path("", analysis, name="analysis"),
    path("ask/", ask, name="ask"),
    path("<int:ply>/", turn, name="turn"),
    path("<int:ply>/variation/", variation, name="variation"),
    path("<int:ply>/variation/preview/", preview, name="preview"),
]
