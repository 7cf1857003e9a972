"""The terms of a match against a computer: time and stake."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.matches.terms import STAKES
from games.matches.time.control import PRESETS, USUAL, TimeControl, preset_choices


class TermsForm(forms.Form):
    """The fields of all buttons that begin a match against a computer; the default is the usual time, casual."""

    prefix = "computer"
    pace = forms.ChoiceField(label=_("Time"), choices=preset_choices, initial=USUAL, required=False)
    rated = forms.ChoiceField(label=_("Rated or casual"), choices=STAKES, initial="rated", required=False)

    def __init__(self, data: QueryDict | None = None, *, plays_rated: bool, form: str = "") -> None:
        """Build the form; its fields may stand outside of the HTML form with the id `form`."""
        super().__init__(data)
        if not plays_rated:
            del self.fields["rated"]
        if form:
            for field in self.fields.values():
                field.widget.attrs["form"] = form

    @property
    def time_control(self) -> TimeControl:
        """The chosen time control."""
        return PRESETS[self.cleaned_data["pace"] or USUAL]

    @property
    def is_rated(self) -> bool:
        """Whether the match is to be rated."""
        return bool(self.cleaned_data.get("rated") == "rated")
