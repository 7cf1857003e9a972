"""Browsers that are subscribed to push: the form by which they subscribe, and their rows."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.notifications.channels.push.endpoints import check_endpoint
from games.notifications.channels.push.vapid import decoded
from games.notifications.errors import PermanentFailure
from games.notifications.models import LONGEST_ENDPOINT, Device

POINT, SECRET = 65, 16  # bytes of a device's public key and of its secret
MOST_DEVICES = 10


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
            raise ValidationError(_("Push notifications can't be sent to this address.")) from None
        return endpoint

    def clean_p256dh(self) -> str:
        """Check the form of the public key; whether it is on the curve is not checked."""
        return _key(self.cleaned_data["p256dh"], POINT)

    def clean_auth(self) -> str:
        """Check the form of the authentication secret."""
        return _key(self.cleaned_data["auth"], SECRET)


def add_device(user: User, endpoint: str, p256dh: str, auth: str, name: str, session: str = "") -> Device:
    """Register a browser for the player's pushes, and no longer for another's; the oldest of too many is deleted."""
    keys = {"user": user, "p256dh": p256dh, "auth": auth, "name": name, "session": session, "refusals": 0}
    device, _new = Device.objects.update_or_create(endpoint=endpoint, defaults=keys)
    stale = Device.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)[MOST_DEVICES:]
    Device.objects.filter(pk__in=list(stale)).delete()
    return device


def drop_device(user: User, device_id: int) -> None:
    """Delete a device of the player."""
    Device.objects.filter(user=user, pk=device_id).delete()


def _key(text: str, length: int) -> str:
    try:
        data = decoded(text)
    except ValueError:
        data = b""
    if len(data) != length:
        raise ValidationError(_("Push notifications can't be sent to this address."))
    return text
