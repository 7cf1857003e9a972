"""Puzzles in the admin, with counts of offered, unchecked and withheld ones."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import BoundedAdmin
from games.puzzles.models import Puzzle


@admin.register(Puzzle)
class PuzzleAdmin(BoundedAdmin[Puzzle]):
    """Read-only list of puzzles with counts by state and game. Seed and answers are hidden: staff solve puzzles too."""

    list_display = (
        "id",
        "game_slug",
        "kind",
        "state",
        "checked_at",
        "for_daily",
        "tried",
        "solved",
        "made_at",
    )
    list_filter = ("state", "game_slug", "kind", "for_daily")
    show_facets = admin.ShowFacets.ALWAYS
    fields = list_display
    search_fields = ("id",)
    ordering = ("-made_at",)
