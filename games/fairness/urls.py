"""URLs of the fairness page."""

from django.urls import path

from games.fairness.views import draws, fairness, log

app_name = "fairness"

urlpatterns = [
    path("", fairness, name="fairness"),
    path("draws/", draws, name="draws"),
    path("log.txt", log, name="log"),
]
