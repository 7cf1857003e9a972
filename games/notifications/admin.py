"""Deliveries in the admin, read-only: what was sent to whom, and what failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from accounts.admin import BoundedPaginator
from games.notifications.models import Delivery

if TYPE_CHECKING:  # Django's own class takes no type while it runs
    _Admin = admin.ModelAdmin[Delivery]
else:
    _Admin = admin.ModelAdmin


@admin.register(Delivery)
class DeliveryAdmin(_Admin):
    """Deliveries, latest first."""

    list_display = ("id", "user", "event", "channel", "status", "due_at", "tries", "reason", "detail", "ended_at")
    list_filter = ("status", "channel", "event", "reason")
    search_fields = ("user__username",)
    list_select_related = ("user",)
    show_full_result_count = False
    paginator = BoundedPaginator
    exclude = ("claim",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Delivery | None = None) -> bool:
        """Return False."""
        return False
