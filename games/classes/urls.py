"""URLs of the classes."""

from __future__ import annotations

from django.urls import path

from games.classes import views

app_name = "classes"

urlpatterns = [
    path("", views.classes, name="classes"),
    path("new/", views.new, name="new"),
    path("card/", views.card, name="card"),
    path("<slug:key>/", views.school_class, name="class"),
    path("<slug:key>/pupils/", views.add, name="add"),
    path("<slug:key>/pupils/<int:number>/", views.progress, name="progress"),
    path("<slug:key>/pupils/<int:number>/data.json", views.export, name="export"),
    path("<slug:key>/cards/", views.cards, name="cards"),
    path("<slug:key>/remove/", views.remove, name="remove"),
    path("<slug:key>/round/", views.begin_round, name="round"),
    path("<slug:key>/challenge/", views.challenge, name="challenge"),
    path("<slug:key>/challenges/", views.allow, name="allow"),
    path("<slug:key>/pause/", views.pause, name="pause"),
    path("<slug:key>/table.csv", views.table, name="table"),
    path("<slug:key>/delete/", views.delete, name="delete"),
]
