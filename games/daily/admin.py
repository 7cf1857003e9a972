"""The deals of the day in the admin, without seeds, as staff play too; and the news that staff write."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import BoundedAdmin
from games.daily.models import DailyDeal, News


@admin.register(DailyDeal)
class DailyDealAdmin(BoundedAdmin[DailyDeal]):
    """Read-only list of the deals."""

    list_display = fields = ("day", "game_slug", "level")
    list_filter = ("game_slug",)
    ordering = ("-day", "game_slug")


@admin.register(News)
class NewsAdmin(BoundedAdmin[News]):
    """The news, which stand on the front page and in their feed."""

    forbidden = ()
    list_display = ("title", "published_at")
    ordering = ("-published_at",)
