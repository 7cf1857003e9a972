"""URLs of the webhooks."""

from __future__ import annotations

from django.urls import path

from games.webhooks import views

app_name = "webhooks"

urlpatterns = [
    path("", views.webhooks, name="webhooks"),
    path("<slug:action>/", views.change, name="change"),
]
