"""The addresses of the lobby."""

from __future__ import annotations

from django.urls import path

from games.lobby import views

app_name = "lobby"

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("offer/", views.offer, name="offer"),
    path("play-now/", views.play_now, name="play_now"),
    path("c/<slug:offer_id>/", views.challenge, name="challenge"),
    path("<slug:offer_id>/accept/", views.accept, name="accept"),
    path("<slug:offer_id>/decline/", views.decline, name="decline"),
    path("<slug:offer_id>/withdraw/", views.withdraw, name="withdraw"),
]
