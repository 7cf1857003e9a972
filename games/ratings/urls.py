"""URLs of the ranking tables."""

from django.urls import path, re_path

from games.ratings import views

app_name = "ratings"

urlpatterns = [
    path("", views.ratings, name="ratings"),
    path("how/", views.how, name="how"),
    re_path("^(?P<kind>bots)/$", views.ratings, name="ratings"),
    re_path(r"^(?P<slug>[-\w]+)/(?P<pace>live|days|mirror)/$", views.pool, name="pool"),
    re_path(r"^(?P<slug>[-\w]+)/(?P<pace>live|days)/(?P<kind>bots)/$", views.pool, name="pool"),
]
