"""Deliveries in the admin, read-only: what was sent to whom, and what failed."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import BoundedAdmin
from games.notifications.models import Delivery


@admin.register(Delivery)
class DeliveryAdmin(BoundedAdmin[Delivery]):
    """Deliveries, latest first."""

    list_display = ("id", "user", "event", "channel", "status", "due_at", "tries", "reason", "detail", "ended_at")
    list_filter = ("status", "channel", "event", "reason")
    search_fields = ("user__username",)
    list_select_related = ("user",)
    exclude = ("claim",)
    forbidden = ("add", "change")
