"""The form of a new webhook."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from core.outgoing import Forbidden
from games.webhooks.models import LONGEST_DESCRIPTION, LONGEST_URL
from games.webhooks.services import check_address, events_by_key


class EndpointForm(forms.Form):
    """An address, what it is for, and the events that it is told of."""

    url = forms.URLField(
        label=_("Address"),
        max_length=LONGEST_URL,
        assume_scheme="https",
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
    )
    description = forms.CharField(label=_("Description"), max_length=LONGEST_DESCRIPTION, required=False)
    events = forms.MultipleChoiceField(
        label=_("Events"), choices=lambda: list(events_by_key().items()), widget=forms.CheckboxSelectMultiple
    )

    def clean_url(self) -> str:
        """Check that something may be sent to the address."""
        url: str = self.cleaned_data["url"]
        try:
            check_address(url)
        except Forbidden:
            raise ValidationError(_("Give an https address with a public name, on the usual port.")) from None
        return url
