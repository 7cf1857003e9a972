"""The addresses of the lobby."""

from __future__ import annotations

from django.urls import path

from accounts.sign_in import for_accounts, proven
from games.lobby import views

app_name = "lobby"

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("offer/", views.offer, name="offer"),
    path("new/", views.new, name="new"),
    path("players/", views.players, name="players"),
    path("bot/", for_accounts(proven(views.bot)), name="bot"),
    path("names/", views.names, name="names"),
    path("play-now/", views.play_now, name="play_now"),
    path("play-now/deal/", views.deals, name="deals"),
    path("c/<slug:offer_id>/", views.challenge, name="challenge"),
    path("standing/<int:key>/stop/", views.stop, name="stop"),
    path("<slug:offer_id>/accept/", views.accept, name="accept"),
    path("<slug:offer_id>/deal/", views.deal, name="deal"),
    path("<slug:offer_id>/back/", views.back, name="back"),
    path("<slug:offer_id>/decline/", views.decline, name="decline"),
    path("<slug:offer_id>/withdraw/", views.withdraw, name="withdraw"),
]
