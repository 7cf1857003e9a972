"""The form of a study."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.social.chat import sanitize, sanitize_lines
from games.studies.models import Study


class StudyForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for the type checker only
    """Name, comment, and who sees it."""

    is_plain = True

    class Meta:
        model = Study
        fields = ("name", "comment", "sharing")
        labels = {"name": _("Name"), "comment": _("Comment"), "sharing": _("Who can see it")}
        widgets = {"sharing": forms.RadioSelect, "comment": forms.Textarea(attrs={"rows": 4})}

    def clean_name(self) -> str:
        """Return the name without invisible signs."""
        name = sanitize(self.cleaned_data["name"])
        if not name:
            raise ValidationError(_("Give the study a name."), code="empty")
        return name

    def clean_comment(self) -> str:
        """Return the comment without invisible signs, line by line."""
        return sanitize_lines(self.cleaned_data["comment"])
