"""URLs of the fairness page."""

from __future__ import annotations

from django.urls import path

from games.fairness.views import fairness

app_name = "fairness"

urlpatterns = [path("", fairness, name="fairness")]
