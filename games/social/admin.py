"""The staff's desk: reports with what they are about, and the log of all acts, to which an act is added by doing it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.player import player_of
from games.social.models import ModerationAction, Report
from games.social.moderation_forms import ActForm
from games.social.report_context import dossier_of
from games.social.services.moderation import carry_out

if TYPE_CHECKING:  # Django's own classes take no type while they run
    _ReportAdmin = admin.ModelAdmin[Report]
    _ActAdmin = admin.ModelAdmin[ModerationAction]
else:
    _ReportAdmin = _ActAdmin = admin.ModelAdmin


class OpenFilter(admin.SimpleListFilter):
    """Reports that wait for somebody, or those that are done with."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Any]]:
        """The choices beside the usual one, which is what waits."""
        return [("closed", _("done")), ("all", _("all"))]

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """Django's own, whose first is not everything here."""
        usual, *others = super().choices(changelist)
        yield {**usual, "display": _("waiting")}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        """The reports in that state."""
        if self.value() == "all":
            return queryset
        return queryset.filter(closed_at__isnull=self.value() != "closed")


@admin.register(Report)
class ReportAdmin(_ReportAdmin):
    """What players reported: only to be read; the way to act on it is on the page."""

    list_display = ("made_at", "reason", "about", "by", "match", "closed_at")
    list_filter = (OpenFilter, "reason")
    list_select_related = ("about", "by", "match")
    search_fields = ("about__username", "by__username")
    ordering = ("-made_at",)
    readonly_fields = ("dossier",)
    fields = ("reason", "story", "by", "about", "match", "made_at", "closed_at", "dossier")

    @admin.display(description=_("what it is about"))
    def dossier(self, report: Report) -> SafeString:
        """The match, what was said around the message, what else is known of the player, and the ways to act."""
        return render_to_string("social/dossier.html", {"report": report, **dossier_of(report)})

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Players report."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        """Nobody rewrites what a player reported."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        """An act may stand on it."""
        return False


@admin.register(ModerationAction)
class ActAdmin(_ActAdmin):
    """The log. Adding to it is doing it."""

    form = ActForm
    fields = ("kind", "whom", "match", "report", "until", "why")
    raw_id_fields = ("whom", "report")
    list_display = ("made_at", "by", "kind", "whom", "match", "until", "why")
    list_filter = ("kind",)
    list_select_related = ("by", "whom", "match")
    search_fields = ("whom__username", "by__username", "match__pk", "why")

    def save_model(
        self, request: HttpRequest, obj: ModerationAction, form: ModelForm[ModerationAction], change: bool
    ) -> None:
        """Does it, and writes it down with who did."""
        obj.by = player_of(request)
        carry_out(obj)

    def has_change_permission(self, request: HttpRequest, obj: ModerationAction | None = None) -> bool:
        """The log is only added to."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ModerationAction | None = None) -> bool:
        """The log is only added to."""
        return False
