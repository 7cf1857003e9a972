"""URLs of the studies."""

from __future__ import annotations

from django.urls import path

from games.studies import views

app_name = "studies"

urlpatterns = [
    path("", views.studies, name="studies"),
    path("keep/<slug:match_id>/<int:ply>/", views.keep, name="keep"),
    path("<slug:key>/", views.study, name="study"),
    path("<slug:key>/delete/", views.delete, name="delete"),
    path("<slug:key>/report/", views.report, name="report"),
]
