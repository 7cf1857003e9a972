"""URLs of the planned moves, below those of their match."""

from __future__ import annotations

from django.urls import path

from games.planned.views import plan, withdraw

app_name = "planned"

urlpatterns = [
    path("", plan, name="plan"),
    path("<int:pk>/withdraw/", withdraw, name="withdraw"),
]
