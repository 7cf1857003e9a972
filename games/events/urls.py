"""URLs of the events."""

from __future__ import annotations

from django.urls import path

from games.events import cup_views, views

app_name = "events"

urlpatterns = [
    path("", views.events, name="events"),
    path("new/", cup_views.new, name="new"),
    path("team/<slug:key>/", views.team, name="team"),
    path("<slug:key>/", views.event, name="event"),
    path("<slug:key>/pause/", cup_views.pause, name="pause"),
    path("<slug:key>/change/", cup_views.change, name="change"),
    path("<slug:key>/cancel/", cup_views.cancel, name="cancel"),
    path("<slug:key>/start/", cup_views.start, name="start"),
    path("<slug:key>/renew/", cup_views.renew, name="renew"),
    path("<slug:key>/take-out/", cup_views.take_out, name="take_out"),
    path("<slug:key>/end-series/", cup_views.end_series, name="end_series"),
    path("<slug:key>/pairings.json", cup_views.pairings, name="pairings"),
    path("<slug:key>/enter/", views.enter, name="enter"),
    path("<slug:key>/withdraw/", views.withdraw, name="withdraw"),
    path("<slug:key>/stay/", views.stay, name="stay"),
]
