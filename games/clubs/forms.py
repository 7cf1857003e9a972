"""The form of a club."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names import SHORTEST, is_mixed, is_reserved, name_key
from games.clubs.errors import NameTaken
from games.clubs.models import LONGEST_NAME, Club
from games.social.chat import sanitize, sanitize_lines


class ClubForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for the type checker only
    """Name, text and way to join."""

    is_plain = True

    class Meta:
        model = Club
        fields = ("name", "text", "entry")
        labels = {"name": _("Name"), "text": _("About the club"), "entry": _("Who can join")}
        widgets = {"entry": forms.RadioSelect, "text": forms.Textarea(attrs={"rows": 4})}

    def clean_name(self) -> str:
        """Return the name without invisible signs; one that looks like another club's, or like the site's, is taken."""
        name = sanitize(self.cleaned_data["name"])
        key = name_key(name)
        if not SHORTEST <= len(name) <= LONGEST_NAME or not key:
            raise ValidationError(_("A club’s name has 3 to 40 characters."), code="length")
        if any(map(is_mixed, name.split())):
            raise ValidationError(_("Write each word in one alphabet, such as Latin or Greek."), code="script")
        if is_reserved(name):
            raise ValidationError(_("This name is reserved. Please choose another one."), code="reserved")
        if Club.objects.filter(name_key=key, closed_at=None).exclude(pk=self.instance.pk).exists():
            raise ValidationError(str(NameTaken.reason), code="taken")
        self.instance.name_key = key
        return name

    def clean_text(self) -> str:
        """Return the text without invisible signs, line by line."""
        return sanitize_lines(self.cleaned_data["text"])
