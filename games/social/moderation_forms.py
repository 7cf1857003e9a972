"""The form for moderation actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import clock
from games.matches.models import Match
from games.social.models import ModerationAction

if TYPE_CHECKING:  # Django's own class is generic in the stubs only
    _ActionForm = forms.ModelForm[ModerationAction]
else:
    _ActionForm = forms.ModelForm

Kind = ModerationAction.Kind
PERSONAL = {Kind.SILENCE, Kind.UNSILENCE, Kind.CLOSE, Kind.REOPEN}


class ModerationActionForm(_ActionForm):
    """One action: kind, target, report, end date and reason."""

    match = forms.ModelChoiceField(Match.objects.all(), required=False, widget=forms.TextInput)

    class Meta:
        model = ModerationAction
        fields = ("kind", "whom", "match", "report", "until", "why")
        widgets = {"why": forms.Textarea(attrs={"rows": 3})}

    def clean(self) -> dict[str, object]:
        """Check that everything the kind of action needs is given. Raises ValidationError."""
        data = super().clean() or {}
        kind, whom, until, report = (data.get(name) for name in ("kind", "whom", "until", "report"))
        if kind in PERSONAL and whom is None:
            self.add_error("whom", _("Say who."))
        if kind in (Kind.CLOSE, Kind.SILENCE) and whom and whom.is_superuser:
            self.add_error("whom", _("You cannot block site staff."))
        if kind == Kind.REOPEN and whom and whom.deleted_at:
            self.add_error("whom", _("This player has deleted their account."))
        if kind == Kind.SILENCE and (until is None or until <= clock.now()):
            self.add_error("until", _("Pick a date in the future."))
        if kind == Kind.VOID and data.get("match") is None:
            self.add_error("match", _("Choose a match."))
        if kind == Kind.DISMISS and report is None:
            self.add_error("report", _("Choose a report."))
        if kind == Kind.ERASE and (report is None or report.message is None):
            raise ValidationError(_("You can erase only reported messages."))
        return data
