"""URLs for crawlers, chat programs, feed readers, calendars and pages that embed a match."""

from django.urls import path

from games.discovery import picture_views as pictures
from games.discovery import views
from games.discovery.feeds import daily_feed, event_feed, news_feed, player_feed

app_name = "discovery"

urlpatterns = [
    path("robots.txt", views.robots, name="robots"),
    path("sitemap.xml", views.sitemap, name="sitemap"),
    path("sitemap-<slug:section>.xml", views.section, name="section"),
    path("feeds/puzzles.atom", daily_feed, name="daily_feed"),
    path("feeds/news.atom", news_feed, name="news_feed"),
    path("feeds/events/<slug:key>.atom", event_feed, name="event_feed"),
    path("feeds/players/<str:name>.atom", player_feed, name="player_feed"),
    path("embed/matches/<slug:match_id>/", views.embed_match, name="embed_match"),
    path("embed/puzzles/<slug:slug>/", views.embed_daily, name="embed_daily"),
    path("calendar/", views.change, name="change_calendar"),
    path("calendar/events/<slug:key>.ics", views.event_calendar, name="event_calendar"),
    path("calendar/<str:token>.ics", views.calendar, name="calendar"),
    path("pictures/<slug:language>/site.png", pictures.site, name="site_picture"),
    path("pictures/<slug:language>/games/<slug:slug>.png", pictures.game, name="game_picture"),
    path("pictures/<slug:language>/matches/<slug:match_id>/<int:ply>.png", pictures.match, name="match_picture"),
    path("pictures/<slug:language>/events/<slug:key>/<int:version>.png", pictures.event, name="event_picture"),
    path("pictures/<slug:language>/puzzles/<slug:puzzle_id>.png", pictures.puzzle, name="puzzle_picture"),
    path("pictures/<slug:language>/challenges/<slug:offer_id>.png", pictures.challenge, name="challenge_picture"),
    path("pictures/<slug:language>/players/<str:name>.png", pictures.player, name="player_picture"),
]
