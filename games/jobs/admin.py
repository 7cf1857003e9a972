"""Jobs in the admin: waiting jobs, dead letters, and an action to retry these."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin import BoundedAdmin
from games.jobs.models import Job
from games.jobs.services import retry


@admin.register(Job)
class JobAdmin(BoundedAdmin[Job]):
    """Jobs that wait or failed; finished jobs have no row. Dead letters can be retried or deleted."""

    list_display = ("kind", "key", "state", "tries", "due_at", "error")
    list_filter = ("state", "kind")
    show_facets = admin.ShowFacets.ALWAYS
    fields = readonly_fields = ("kind", "key", "state", "tries", "created_at", "due_at", "leased_until", "error")
    search_fields = ("key",)
    ordering = ("state", "due_at")  # dead letters first
    actions = ("retry_selected",)
    forbidden = ("add",)  # only the site's own code enqueues jobs

    @admin.action(description="Retry selected dead letters", permissions=["change"])
    def retry_selected(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        """Retry the dead letters among the selected jobs."""
        self.message_user(request, f"{retry(queryset)} jobs are tried again.", messages.SUCCESS)
