"""Clubs in the admin: staff close one whose name, text or purpose breaks the rules of the house."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin import BoundedAdmin
from games.clubs.models import Club
from games.clubs.services import close


@admin.register(Club)
class ClubAdmin(BoundedAdmin[Club]):
    """List of clubs with the action that closes them."""

    forbidden = ("add", "delete")
    list_display = ("name", "entry", "made_at", "closed_at")
    fields = readonly_fields = ("name", "text", "entry", "made_at", "closed_at")
    list_filter = ("entry",)
    search_fields = ("name", "=id")
    ordering = ("-made_at",)
    actions = ("close_for_good",)

    @admin.action(description="Close for good", permissions=["change"])
    def close_for_good(self, request: HttpRequest, clubs: QuerySet[Club]) -> None:
        """Close these clubs; members are no longer members of them."""
        for club in clubs.filter(closed_at=None):
            close(club, None)
