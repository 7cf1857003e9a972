"""The report form."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.social.models import LONGEST_STORY, Report


class ReportForm(forms.Form):
    """A report: its reason, its text, and the player if several are possible."""

    about = forms.ChoiceField(label=_("Who"), widget=forms.RadioSelect, required=False)
    reason = forms.ChoiceField(label=_("What is wrong"), choices=Report.Reason.choices, widget=forms.RadioSelect)
    story = forms.CharField(
        label=_("What happened?"),
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=LONGEST_STORY,
        required=False,
    )

    def __init__(self, people: list[User], data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.people = {str(person.pk): person for person in people}
        about = self.fields["about"]
        assert isinstance(about, forms.ChoiceField)  # noqa: S101 - declared above
        about.choices = [(key, str(person)) for key, person in self.people.items()]
        about.required = len(people) > 1
        if len(people) == 1:
            del self.fields["about"]

    @property
    def person(self) -> User:
        """Return the reported player."""
        return self.people.get(self.cleaned_data.get("about", "")) or next(iter(self.people.values()))
