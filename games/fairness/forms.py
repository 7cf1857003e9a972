"""The form that asks for the match whose draw a visitor wants to verify."""

from __future__ import annotations

import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.catalogue import games
from games.matches.models import Match

NAMED = re.compile(r"(?:.*/matches/)?([a-z0-9]{10})(?:[/?#].*)?", re.ASCII | re.DOTALL)


class MatchForm(forms.Form):
    """A match, by its URL or its id."""

    is_plain = True
    match = forms.CharField(
        label=_("Address of a match"),
        help_text=_("Or just the ten-character match code."),
        max_length=200,
        error_messages={"required": _("Type or paste the address of a match.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_match(self) -> str:
        """Return the id of the match; raises ValidationError if there is none."""
        address = NAMED.fullmatch(self.cleaned_data["match"].lower())
        if not address:
            raise ValidationError(_("That isn't the address of a match. It looks like /matches/k3x9m2p7qa/."))
        if not Match.objects.filter(pk=address[1], game_slug__in=games()).exists():
            raise ValidationError(_("No match found at this address."))
        return address[1]
