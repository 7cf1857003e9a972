"""Fair play in the admin, read-only: the players whose agreement stands out, with their matches."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import BoundedAdmin
from games.fairplay.models import Comparison, Suspicion

SHOWN = 50  # matches of a player


@admin.register(Suspicion)
class SuspicionAdmin(BoundedAdmin[Model]):
    """Players by the highest z score. It is a reason to look at their matches, and no proof: no program acts on it."""

    list_display = ("player", "game_name", "is_suspicious", "score", "highest", "turns", "share", "expected_share")
    list_filter = ("is_suspicious", "game_slug")
    list_select_related = ("player",)
    search_fields = ("player__username",)
    ordering = ("-highest", "-score", "player")
    fields = (*list_display, "matches", "updated_at", "compared")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        """Return the figures of accounts that are not closed."""
        return super().get_queryset(request).filter(player__is_active=True)

    @admin.display(description=_("matches compared"))
    def compared(self, suspicion: Suspicion) -> SafeString:
        """Render the latest comparisons of the player in this game, with links to the matches."""
        comparisons = Comparison.objects.filter(player=suspicion.player, game_slug=suspicion.game_slug)
        latest = comparisons.select_related("match__first", "match__second").order_by("-finished_at")[:SHOWN]
        return render_to_string("fairplay/comparisons.html", {"comparisons": latest})
