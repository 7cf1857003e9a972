"""The form of a study."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.social.chat import sanitize, sanitize_lines
from games.studies.models import Study


class StudyForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for the type checker only
    """Name, comment, and who sees it.

    The page has what they were beside the fields, so that only what was changed on it is saved: another tab may have
    changed the rest.
    """

    is_plain = True

    class Meta:
        model = Study
        fields = ("name", "comment", "sharing")
        labels = {"name": _("Name"), "comment": _("Comment"), "sharing": _("Who can see it")}
        widgets = {"sharing": forms.RadioSelect, "comment": forms.Textarea(attrs={"rows": 4})}

    def __init__(self, data: QueryDict | None, *, instance: Study) -> None:
        super().__init__(data, instance=instance)
        for field in self.fields.values():
            field.show_hidden_initial = True

    def initial_fields(self) -> SafeString:
        """Return the hidden fields with what the page showed at first."""
        return format_html_join("", "{}", ((field.as_hidden(only_initial=True),) for field in self))

    def clean_name(self) -> str:
        """Return the name without invisible signs."""
        name = sanitize(self.cleaned_data["name"])
        if not name:
            raise ValidationError(_("Give the study a name."), code="empty")
        return name

    def clean_comment(self) -> str:
        """Return the comment without invisible signs, line by line."""
        return sanitize_lines(self.cleaned_data["comment"])
