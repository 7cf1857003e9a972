"""URLs of the history."""

from django.urls import path

from games.history.views import against, download, history, mine, moving_picture, picture, reading

app_name = "history"

urlpatterns = [
    path("", mine, name="mine"),
    path("matches.json", download, name="download"),
    path("read/", reading, name="reading"),
    path("of/<str:name>/", history, name="history"),
    path("of/<str:name>/against/<str:other>/", against, name="against"),
    path("pictures/<slug:match_id>/<int:ply>.svg", picture, name="picture"),
    path("pictures/<slug:match_id>/moving.svg", moving_picture, name="moving_picture"),
]
