"""The notification of an endpoint that is no longer told of anything."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games.notifications.hooks import Kind
from games.notifications.services import notify
from games.webhooks.models import Endpoint


class Disabled(Kind):
    """A webhook was disabled, as its address did not answer for long."""

    key = "webhook"
    label = gettext_lazy("A webhook was switched off")
    title = gettext_lazy("A webhook was switched off")
    body = gettext_lazy("Its address did not take what was sent. You can switch it on again.")
    is_chosen = False
    page = "webhooks:webhooks"


def tell_disabled(endpoint: Endpoint) -> None:
    """Tell the owner of an endpoint that it was disabled; once each time."""
    key = f"{endpoint.pk}.{endpoint.disabled_at:%Y%m%d%H%M%S}"
    notify(endpoint.user, Disabled.key, key)
