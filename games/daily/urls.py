"""URLs of the day."""

from __future__ import annotations

from django.urls import path

from games.daily import views

app_name = "daily"

urlpatterns = [
    path("", views.today, name="today"),
    path("news/", views.news, name="news"),
    path("<slug:slug>/", views.deal, name="deal"),
    path("<slug:slug>/play/", views.play, name="play"),
    path("<slug:slug>/<slug:day>/", views.deal, name="past"),
]
