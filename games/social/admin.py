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
from django.utils.translation import pgettext

from accounts.admin import BoundedAdmin
from accounts.player import player_of
from games.social.hooks import subject_of
from games.social.models import ModerationAction, Report
from games.social.moderation import ModerationActionForm, carry_out, report_context_of

if TYPE_CHECKING:
    from django.contrib.admin.filters import _ListFilterChoices
    from django.utils.functional import _StrPromise


class OpenFilter(admin.SimpleListFilter):
    """A filter of reports by state: waiting or closed."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        """Return the choices besides the default, which is "waiting"."""
        return [("closed", pgettext("reports", "done")), ("all", pgettext("reports", "all"))]

    def choices(self, changelist: ChangeList) -> Iterator[_ListFilterChoices]:
        """Rename Django's default choice, which does not mean "all" here."""
        usual, *others = super().choices(changelist)
        usual["display"] = pgettext("reports", "waiting")
        yield usual
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        """Return the reports in the chosen state."""
        if self.value() == "all":
            return queryset
        return queryset.filter(closed_at__isnull=self.value() != "closed")


@admin.register(Report)
class ReportAdmin(BoundedAdmin[Report]):
    """Reports, read-only, as only players report and actions refer to them; the page links to what staff can do."""

    list_display = ("made_at", "what", "reason", "about", "story", "by", "match", "closed_at")
    list_filter = (OpenFilter, "reason")
    list_select_related = ("about", "by", "match")
    search_fields = ("about__username", "by__username")
    ordering = ("-made_at",)
    readonly_fields = ("what", "context")
    fields = ("what", "reason", "story", "by", "about", "match", "made_at", "closed_at", "context")

    @admin.display(description=_("what was reported"))
    def what(self, report: Report) -> _StrPromise | None:
        """Return the kind of thing that was reported."""
        return subject_of(report)

    @admin.display(description=_("what it is about"))
    def context(self, report: Report) -> SafeString:
        """Render the match, the chat around the message, the player's history, and the possible actions."""
        return render_to_string("social/report_context.html", {"report": report, **report_context_of(report)})


@admin.register(ModerationAction)
class ModerationActionAdmin(BoundedAdmin[ModerationAction]):
    """The moderation log, append-only. Adding an entry carries the action out."""

    form = ModerationActionForm
    fields = ("kind", "whom", "match", "report", "until", "why")
    raw_id_fields = ("whom", "report")
    list_display = ("made_at", "by", "kind", "whom", "match", "until", "why")
    list_filter = ("kind",)
    list_select_related = ("by", "whom", "match")
    search_fields = ("whom__username", "by__username", "match__pk", "why")
    forbidden = ("change", "delete")

    def save_model(
        self, request: HttpRequest, obj: ModerationAction, form: ModelForm[ModerationAction], change: bool
    ) -> None:
        """Carry the action out and log it with the moderator's name."""
        obj.by = player_of(request)
        carry_out(obj)
