"""Ratings in the admin, read-only: only matches change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from games.ratings.models import Rating, RatingChange, Score

if TYPE_CHECKING:  # Django's own class takes no type while it runs
    _ModelAdmin = admin.ModelAdmin[Model]
else:
    _ModelAdmin = admin.ModelAdmin


class ReadOnly(_ModelAdmin):
    """A read-only admin."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False."""
        return False


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    """Current ratings."""

    list_display = ("player", "pool", "rating", "deviation", "won", "drawn", "lost", "rated_at")
    list_filter = ("pool",)
    list_select_related = ("player", "pool")
    search_fields = ("player__username",)
    show_full_result_count = False


@admin.register(Score)
class ScoreAdmin(ReadOnly):
    """Total scores, which decide strength."""

    list_display = ("player", "game_slug", "total")
    list_filter = ("game_slug",)
    list_select_related = ("player",)
    ordering = ("game_slug", "-total")
    search_fields = ("player__username",)
    show_full_result_count = False


@admin.register(RatingChange)
class ChangeAdmin(ReadOnly):
    """Rating changes of each match."""

    list_display = ("at", "match", "rating_of", "outcome", "rating_before", "rating_after", "score")
    list_select_related = ("rating__player", "rating__pool")
    search_fields = ("match__id", "rating__player__username")
    ordering = ("-at",)
    show_full_result_count = False

    @admin.display(description="player")
    def rating_of(self, change: RatingChange) -> str:
        """Return the player and the pool of the rating."""
        return f"{change.rating.player}, {change.rating.pool}"
