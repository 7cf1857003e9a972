"""URLs of the events."""

from __future__ import annotations

from django.urls import path

from games.events import views

app_name = "events"

urlpatterns = [
    path("", views.events, name="events"),
    path("<slug:key>/", views.event, name="event"),
    path("<slug:key>/enter/", views.enter, name="enter"),
    path("<slug:key>/withdraw/", views.withdraw, name="withdraw"),
    path("<slug:key>/stay/", views.stay, name="stay"),
]
