"""Errors: why a delivery failed."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class DeliveryFailure(Exception):
    """A delivery failed; it is tried again. `reason` is a key of REASONS, `detail` the answer of the other side."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


class PermanentFailure(DeliveryFailure):
    """A permanent failure."""


class Gone(PermanentFailure):
    """The push service no longer knows the device."""

    def __init__(self) -> None:
        super().__init__("gone")


REASONS: dict[str, str | Promise] = {
    "gone": _("this browser takes no more pushes; turn them on there again"),
    "no-device": _("push is not turned on in any of your browsers"),
    "no-address": _("you have no confirmed e-mail address"),
    "unsubscribed": _("you have unsubscribed from e-mail"),
    "forbidden": _("this address may not be sent to"),
    "refused": _("the other side refused it"),
    "unreachable": _("the other side could not be reached"),
    "busy": _("the other side was too busy"),
    "quiet": _("waits for the end of your quiet hours"),
    "fault": _("something went wrong on our side"),
}
