"""Ratings in the admin, read-only: only matches change them."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, Model, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest

from accounts.admin import BoundedAdmin
from accounts.sessions import Shared
from games.ratings.models import Rating, RatingChange, Score

PLACES = {Shared.NOTHING: "", Shared.ADDRESS: "one connection", Shared.BROWSER: "one browser"}


@admin.register(Rating)
class RatingAdmin(BoundedAdmin[Model]):
    """Current ratings."""

    list_display = ("player", "pool", "rating", "deviation", "won", "drawn", "lost", "rated_at")
    list_filter = ("pool",)
    list_select_related = ("player", "pool")
    search_fields = ("player__username",)


@admin.register(Score)
class ScoreAdmin(BoundedAdmin[Model]):
    """Total scores, which decide strength."""

    list_display = ("player", "game_slug", "total")
    list_filter = ("game_slug",)
    list_select_related = ("player",)
    ordering = ("game_slug", "-total")
    search_fields = ("player__username",)


class PlaceFilter(admin.SimpleListFilter):
    """A filter by what the two accounts had in common, without reading all matches for the choices."""

    title = "both used"
    parameter_name = "match__shared_place"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        """Return what two accounts may have in common."""
        return [(str(place.value), name) for place, name in PLACES.items() if name]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        """Return the changes of matches with the chosen one."""
        return queryset.filter(match__shared_place=self.value()) if self.value() else queryset


class Damped(RatingChange):
    """A rating change that counted only in part, which may be the work of second accounts."""

    class Meta:
        proxy = True
        verbose_name = "damped match"
        verbose_name_plural = "damped matches (second accounts?)"


@admin.register(Damped)
class DampedAdmin(BoundedAdmin[Model]):
    """Matches that counted in part, by any rule of `shares`, with both players and the reason."""

    list_display = ("at", "match", "player", "opponent", "outcome", "share", "why", "place", "together")
    list_filter = ("why", PlaceFilter, "rating__pool")
    list_select_related = ("rating__player", "rating__pool", "match__first", "match__second")
    found_by_player = ("match__first", "match__second")
    found_by_key = ("match",)
    ordering = ("-at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        """Return the changes that a rule damped, each with the number of damped matches of the same two."""
        alike = Q(match__first=OuterRef("match__first"), match__second=OuterRef("match__second"))
        turned = Q(match__first=OuterRef("match__second"), match__second=OuterRef("match__first"))
        same = RatingChange.objects.filter(alike | turned, rating=OuterRef("rating")).exclude(why="")
        together = Subquery(same.order_by().values("rating").annotate(number=Count("pk")).values("number"))
        changes: QuerySet[Model] = super().get_queryset(request).exclude(why="").annotate(together=together)
        return changes

    @admin.display(description="player")
    def player(self, change: RatingChange) -> str:
        """Return the player whose rating changed."""
        return str(change.rating.player)

    @admin.display(description="opponent")
    def opponent(self, change: RatingChange) -> str:
        """Return the other player of the match."""
        match = change.match
        return str(match.second if match.first_id == change.rating.player_id else match.first)

    @admin.display(description="both used")
    def place(self, change: RatingChange) -> str:
        """Return what the two accounts had in common when the match began, whichever rule damped it most."""
        return PLACES[Shared(change.match.shared_place)]

    @admin.display(description="damped matches of the two")
    def together(self, change: Damped) -> int:
        """Return how many matches of the same two were damped for this player."""
        return int(getattr(change, "together", 0))


@admin.register(RatingChange)
class ChangeAdmin(BoundedAdmin[Model]):
    """Rating changes of each match."""

    list_display = ("at", "match", "rating_of", "outcome", "rating_before", "rating_after", "score")
    list_select_related = ("rating__player", "rating__pool")
    found_by_player = ("rating__player",)
    found_by_key = ("match",)
    ordering = ("-at",)

    @admin.display(description="player")
    def rating_of(self, change: RatingChange) -> str:
        """Return the player and the pool of the rating."""
        return f"{change.rating.player}, {change.rating.pool}"
