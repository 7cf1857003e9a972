"""URLs of the clubs."""

from __future__ import annotations

from django.urls import path

from games.clubs import views

app_name = "clubs"

urlpatterns = [
    path("", views.clubs, name="clubs"),
    path("new/", views.new, name="new"),
    path("join/<str:key>/", views.by_link, name="link"),
    path("<slug:key>/", views.club, name="club"),
    path("<slug:key>/say/", views.say, name="say"),
    path("<slug:key>/report/", views.report, name="report"),
    path("<slug:key>/remove/<int:number>/", views.remove, name="remove"),
    path("<slug:key>/edit/", views.edit, name="edit"),
    path("<slug:key>/<slug:action>/", views.act, name="act"),
]
