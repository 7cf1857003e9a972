"""Moderation in the admin: reports with their context, and the log of moderation actions.

Adding an action to the log carries it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import BoundedPaginator
from accounts.player import player_of
from games.social.models import ModerationAction, Report
from games.social.moderation import ModerationActionForm, carry_out, report_context_of

if TYPE_CHECKING:  # Django's own classes are generic in the stubs only
    from django.contrib.admin.filters import _ListFilterChoices

    _ReportAdmin = admin.ModelAdmin[Report]
    _ModerationActionAdmin = admin.ModelAdmin[ModerationAction]
else:
    _ReportAdmin = _ModerationActionAdmin = admin.ModelAdmin


class OpenFilter(admin.SimpleListFilter):
    """A filter of reports by state: waiting or closed."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        """Return the choices besides the default, which is "waiting"."""
        return [("closed", str(_("done"))), ("all", str(_("all")))]

    def choices(self, changelist: ChangeList) -> Iterator[_ListFilterChoices]:
        """Rename Django's default choice, which does not mean "all" here."""
        usual, *others = super().choices(changelist)
        usual["display"] = str(_("waiting"))
        yield usual
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        """Return the reports in the chosen state."""
        if self.value() == "all":
            return queryset
        return queryset.filter(closed_at__isnull=self.value() != "closed")


@admin.register(Report)
class ReportAdmin(_ReportAdmin):
    """Reports, read-only; the page links to the actions that staff can take."""

    list_display = ("made_at", "reason", "about", "by", "match", "closed_at")
    list_filter = (OpenFilter, "reason")
    list_select_related = ("about", "by", "match")
    search_fields = ("about__username", "by__username")
    show_full_result_count = False
    paginator = BoundedPaginator
    ordering = ("-made_at",)
    readonly_fields = ("context",)
    fields = ("reason", "story", "by", "about", "match", "made_at", "closed_at", "context")

    @admin.display(description=_("what it is about"))
    def context(self, report: Report) -> SafeString:
        """Render the match, the chat around the message, the player's history, and the possible actions."""
        return render_to_string("social/report_context.html", {"report": report, **report_context_of(report)})

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: only players report."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        """Return False: reports are never changed."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        """Return False: a moderation action may refer to it."""
        return False


@admin.register(ModerationAction)
class ModerationActionAdmin(_ModerationActionAdmin):
    """The moderation log, append-only. Adding an entry carries the action out."""

    form = ModerationActionForm
    fields = ("kind", "whom", "match", "report", "until", "why")
    raw_id_fields = ("whom", "report")
    list_display = ("made_at", "by", "kind", "whom", "match", "until", "why")
    list_filter = ("kind",)
    list_select_related = ("by", "whom", "match")
    search_fields = ("whom__username", "by__username", "match__pk", "why")
    show_full_result_count = False
    paginator = BoundedPaginator

    def save_model(
        self, request: HttpRequest, obj: ModerationAction, form: ModelForm[ModerationAction], change: bool
    ) -> None:
        """Carry the action out and log it with the moderator's name."""
        obj.by = player_of(request)
        carry_out(obj)

    def has_change_permission(self, request: HttpRequest, obj: ModerationAction | None = None) -> bool:
        """Return False: the log is append-only."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ModerationAction | None = None) -> bool:
        """Return False: the log is append-only."""
        return False
