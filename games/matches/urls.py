"""URLs of the pages of a match."""

from __future__ import annotations

from django.urls import path

from games.matches.views.files import download, fairness, notation, turn
from games.matches.views.match import (
    accept_draw,
    claim,
    confirm,
    deal,
    deal_of_rematch,
    decline_draw,
    give_time,
    lights,
    match,
    move,
    nudge,
    offer_draw,
    preview,
    rematch,
    resign,
    updates,
)
from games.matches.views.player import night, plan, player, take_back

app_name = "matches"

urlpatterns = [
    path("by/<str:name>/", player, name="player"),
    path("rest/night/", night, name="night"),
    path("rest/plan/", plan, name="plan"),
    path("rest/<int:vacation_id>/take-back/", take_back, name="take_back"),
    path("deal/", deal, name="deal"),
    path("<slug:match_id>/", match, name="match"),
    path("<slug:match_id>/updates/", updates, name="updates"),
    path("<slug:match_id>/lights/", lights, name="lights"),
    path("<slug:match_id>/move/", move, name="move"),
    path("<slug:match_id>/preview/", preview, name="preview"),
    path("<slug:match_id>/confirm/", confirm, name="confirm"),
    path("<slug:match_id>/resign/", resign, name="resign"),
    path("<slug:match_id>/rematch/", rematch, name="rematch"),
    path("<slug:match_id>/rematch/deal/", deal_of_rematch, name="rematch_deal"),
    path("<slug:match_id>/claim/", claim, name="claim"),
    path("<slug:match_id>/give-time/", give_time, name="give_time"),
    path("<slug:match_id>/nudge/", nudge, name="nudge"),
    path("<slug:match_id>/draw/offer/", offer_draw, name="offer_draw"),
    path("<slug:match_id>/draw/accept/", accept_draw, name="accept_draw"),
    path("<slug:match_id>/draw/decline/", decline_draw, name="decline_draw"),
    path("<slug:match_id>/notation/", notation, name="notation"),
    path("<slug:match_id>/match.txt", download, {"kind": "txt"}, name="text"),
    path("<slug:match_id>/match.json", download, {"kind": "json"}, name="json"),
    path("<slug:match_id>/fairness/", fairness, name="fairness"),
    path("<slug:match_id>/<int:ply>/", turn, name="turn"),
]
