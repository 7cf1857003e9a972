"""Events in the admin: staff cancel one that has not begun, and remove the entry of a player who cheated."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin import BoundedAdmin
from games.events.cups.plans import cancel
from games.events.errors import BegunAlready
from games.events.models import Entry, Event, Series
from games.events.services import remove


@admin.register(Event)
class EventAdmin(BoundedAdmin[Event]):
    """List of events, with the action that cancels one; the seed is hidden, as staff may play too."""

    list_display = ("id", "kind", "name", "game_slug", "state", "starts_at", "ended_at", "creator")
    list_filter = ("kind", "state", "game_slug")
    fields = list_display
    search_fields = ("id", "name")
    list_select_related = ("creator",)
    ordering = ("-starts_at",)
    forbidden = ("add", "delete")
    readonly_fields = list_display
    actions = ("cancel_before_it_begins",)

    @admin.action(description="Cancel before it begins", permissions=["change"])
    def cancel_before_it_begins(self, request: HttpRequest, events: QuerySet[Event]) -> None:
        """Cancel these events; all who have entered are told. Those that have begun stay."""
        for event in events:
            try:
                cancel(event.pk, None)
            except BegunAlready:
                self.message_user(request, f"Event {event.pk} has begun, and stays.", messages.WARNING)


@admin.register(Series)
class SeriesAdmin(BoundedAdmin[Series]):
    """List of series; staff end one by emptying the time of its next event."""

    forbidden = ("add", "delete")
    list_display = ("key", "kind", "game_slug", "rule", "next_at", "creator")
    fields = (*list_display, "name")
    readonly_fields = ("key", "kind", "game_slug", "rule", "creator")
    list_select_related = ("creator",)
    ordering = ("key",)


@admin.register(Entry)
class EntryAdmin(BoundedAdmin[Entry]):
    """List of entries, with the action that removes one; the page of the event says so."""

    forbidden = ("add", "delete")
    list_display = ("event", "player", "state", "absences", "place")
    fields = readonly_fields = list_display
    list_filter = ("state",)
    search_fields = ("=event__id", "=player__username")
    list_select_related = ("event", "player")
    ordering = ("-pk",)
    actions = ("remove_for_unfair_play",)

    @admin.action(description="Remove from the event for unfair play", permissions=["change"])
    def remove_for_unfair_play(self, request: HttpRequest, entries: QuerySet[Entry]) -> None:
        """Remove these entries; results are corrected by the written rule."""
        for entry in entries:
            remove(entry)
