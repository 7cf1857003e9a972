"""The terms of a match against a computer: time control, and rated or casual."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.matches.time.control import PRESETS, USUAL, TimeControl, preset_choices
from games.matches.time.terms import STAKES


class TermsForm(forms.Form):
    """The terms that all buttons on a page share which begin a match against a computer.

    The preselected values are the usual time control and rated; without data for a field the match has the usual time
    control and is casual.
    """

    prefix = "computer"
    preset = forms.ChoiceField(
        label=pgettext_lazy("of a match", "Time"), choices=preset_choices, initial=USUAL, required=False
    )
    rated = forms.ChoiceField(label=_("Rated or casual"), choices=STAKES, initial="rated", required=False)

    mirror = forms.BooleanField(
        label=_("Mirror match"),
        required=False,
        help_text=_("Two boards, the same tiles, open hands. Correspondence only."),
    )

    def __init__(self, data: QueryDict | None = None, *, plays_rated: bool, form: str = "") -> None:
        """Build the form, without `rated` for players who do not play rated.

        `form` is the id of the HTML form to which the fields belong if they are outside of it.
        """
        super().__init__(data)
        if not plays_rated:
            del self.fields["rated"]
        if form:
            for field in self.fields.values():
                field.widget.attrs["form"] = form

    @property
    def is_mirror(self) -> bool:
        """Return whether the match is to be played on two boards."""
        return bool(self.cleaned_data["mirror"])

    @property
    def time_control(self) -> TimeControl:
        """Return the chosen time control of a valid form."""
        return PRESETS[self.cleaned_data["preset"] or USUAL]

    @property
    def is_rated(self) -> bool:
        """Return whether the match is to be rated; False for a player who does not play rated."""
        return bool(self.cleaned_data.get("rated") == "rated")
