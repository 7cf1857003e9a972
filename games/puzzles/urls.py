"""URLs of the puzzles."""

from __future__ import annotations

from django.urls import path

from games.puzzles import views

app_name = "puzzles"

urlpatterns = [
    path("", views.puzzles, name="puzzles"),
    path("today/<slug:slug>/", views.daily, name="daily"),
    path("past/<slug:slug>/", views.past, name="past"),
    path("next/<slug:slug>/<slug:level>/", views.another, name="another"),
    path("<slug:puzzle_id>/", views.puzzle, name="puzzle"),
    path("<slug:puzzle_id>/board.svg", views.picture, name="picture"),
    path("<slug:puzzle_id>/preview/", views.preview, name="preview"),
    path("<slug:puzzle_id>/solution/", views.solution, name="solution"),
]
