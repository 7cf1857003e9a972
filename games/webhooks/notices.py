"""The notification of an endpoint that is no longer told of anything."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.notifications.hooks import Kind
from games.notifications.models import Notification
from games.notifications.services import notify
from games.webhooks.models import Endpoint


class Disabled(Kind):
    """A webhook was disabled, as its address did not answer for long."""

    key = "webhook"
    label = gettext_lazy("A webhook was switched off")
    is_chosen = False

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        """Return title and body."""
        return _("A webhook was switched off"), _("Its address did not take what was sent. You can switch it on again.")

    def path(self, notification: Notification) -> str:
        """Return the path of the webhooks."""
        return reverse("webhooks:webhooks")


def tell_disabled(endpoint: Endpoint) -> None:
    """Tell the owner of an endpoint that it was disabled; once each time."""
    key = f"{endpoint.pk}.{endpoint.disabled_at:%Y%m%d%H%M%S}"
    notify(endpoint.user, Disabled.key, key)
