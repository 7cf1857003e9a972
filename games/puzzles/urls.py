"""URLs of the puzzles."""

from __future__ import annotations

from django.urls import path

from games.puzzles import comment_views, run_views, views
from games.puzzles.kinds import RunKind

app_name = "puzzles"

urlpatterns = [
    path("", views.puzzles, name="puzzles"),
    path("today/<slug:slug>/", views.daily, name="daily"),
    path("past/<slug:slug>/", views.past, name="past"),
    path("next/<slug:slug>/<slug:level>/", views.another, name="another"),
    path("sprint/<slug:slug>/", run_views.ranked, {"kind": RunKind.SPRINT}, name="sprint"),
    path("streak/<slug:slug>/", run_views.ranked, {"kind": RunKind.STREAK}, name="streak"),
    path("repeat/<slug:slug>/", run_views.repeat, name="repeat"),
    path("mistakes/", run_views.mistakes, name="mistakes"),
    path("mistakes/<slug:slug>/", run_views.practise, name="practise"),
    path("run/<slug:run_id>/", run_views.run, name="run"),
    path("run/<slug:run_id>/preview/", run_views.preview, name="run_preview"),
    path("run/<slug:run_id>/lights/", run_views.lights, name="run_lights"),
    path("run/<slug:run_id>/skip/", run_views.skip_puzzle, name="run_skip"),
    path("run/<slug:run_id>/end/", run_views.end, name="run_end"),
    path("<slug:puzzle_id>/", views.puzzle, name="puzzle"),
    path("<slug:puzzle_id>/board.svg", views.picture, name="picture"),
    path("<slug:puzzle_id>/moving.svg", views.moving_picture, name="moving_picture"),
    path("<slug:puzzle_id>/preview/", views.preview, name="preview"),
    path("<slug:puzzle_id>/lights/", views.lights, name="lights"),
    path("<slug:puzzle_id>/comments/", comment_views.comments, name="comments"),
    path("<slug:puzzle_id>/comments/report/<int:number>/", comment_views.report, name="report_comment"),
    path("<slug:puzzle_id>/solution/", views.solution, name="solution"),
]
