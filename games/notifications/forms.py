"""Forms: preferences, and a device for push."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.notifications.errors import PermanentFailure
from games.notifications.models import LONGEST_ENDPOINT, Channel, Event, Preferences
from games.notifications.push_endpoints import check_endpoint

EVENTS = [event for event in Event if event is not Event.TEST]
POINT, SECRET = 65, 16  # bytes of a device's public key and of its secret


class PreferencesForm(forms.Form):
    """A checkbox for each event and channel, and the quiet hours."""

    is_plain = True
    quiet_from = forms.TimeField(
        label=_("Quiet from"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    quiet_to = forms.TimeField(
        label=_("Quiet until"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )

    def __init__(self, data: Mapping[str, object] | None = None, initial: dict[str, object] | None = None) -> None:
        super().__init__(data, initial=initial)
        for event in EVENTS:
            for channel in Channel:
                label = f"{event.label}: {channel.label}"
                self.fields[f"{event}-{channel}"] = forms.BooleanField(label=label, required=False)

    @classmethod
    def showing(cls, preferences: Preferences) -> PreferencesForm:
        """Return the form with the player's saved preferences."""
        boxes = {f"{event}-{channel}": preferences.want(event, channel) for event in EVENTS for channel in Channel}
        return cls(initial={**boxes, "quiet_from": preferences.quiet_from, "quiet_to": preferences.quiet_to})

    def clean(self) -> dict[str, object]:
        """Check that quiet hours have both a start and an end, or neither."""
        data = super().clean() or {}
        if not self.errors and (data["quiet_from"] is None) != (data["quiet_to"] is None):
            raise ValidationError(_("Quiet hours need a beginning and an end; leave both empty for none."))
        return data

    @property
    def off(self) -> list[str]:
        """Return the unchecked boxes."""
        return [f"{event}-{channel}" for event in EVENTS for channel in Channel if not self._on(event, channel)]

    def _on(self, event: Event, channel: Channel) -> bool:
        return bool(self.cleaned_data[f"{event}-{channel}"])

    @property
    def rows(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """Return the events with their boxes, for a table."""
        for event in EVENTS:
            yield str(event.label), [self[f"{event}-{channel}"] for channel in Channel]

    @property
    def channels(self) -> list[str]:
        """Return the column heads."""
        return [str(channel.label) for channel in Channel]


class DeviceForm(forms.Form):
    """The push subscription that a browser reports."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)

    def clean_endpoint(self) -> str:
        """Check that the endpoint is safe to send to."""
        endpoint: str = self.cleaned_data["endpoint"]
        try:
            check_endpoint(endpoint)
        except PermanentFailure:
            raise ValidationError(_("Pushes cannot be sent to this address.")) from None
        return endpoint

    def clean_p256dh(self) -> str:
        """Check the form of the public key; whether it is on the curve is not checked."""
        return _key(self.cleaned_data["p256dh"], POINT)

    def clean_auth(self) -> str:
        """Check the form of the authentication secret."""
        return _key(self.cleaned_data["auth"], SECRET)


def _key(text: str, length: int) -> str:
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if len(data) != length:
        raise ValidationError(_("Pushes cannot be sent to this address."))
    return text
