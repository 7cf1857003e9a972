"""URLs of a game's lessons, below the game's URL."""

from django.urls import path

from games.lessons.views import answer, lesson, lights, preview

app_name = "lessons"

urlpatterns = [
    path("<int:number>/", lesson, name="lesson"),
    path("<int:number>/preview/", preview, name="preview"),
    path("<int:number>/lights/", lights, name="lights"),
    path("<int:number>/answer/", answer, name="answer"),
]
