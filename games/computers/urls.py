"""URLs of the computer players."""

from django.urls import path

from games.computers import views

app_name = "computers"

urlpatterns = [
    path("first/", views.first, name="first"),
    path("<int:level>/", views.face, name="face"),
    path("<slug:slug>/meanwhile/", views.meanwhile, name="meanwhile"),
    path("<slug:slug>/first/", views.guided, name="guided"),
    path("<slug:slug>/<int:level>/", views.play, name="play"),
    path("matches/<slug:match_id>/<int:ply>/", views.play_on, name="play_on"),
    path("matches/<slug:match_id>/even/", views.even, name="even"),
    path("matches/<slug:match_id>/hint/", views.hint, name="hint"),
    path("matches/<slug:match_id>/hide/", views.hide, name="hide"),
    path("matches/<slug:match_id>/leave/", views.leave, name="leave"),
]
