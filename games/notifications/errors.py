"""Errors: why a delivery failed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.jobs.hooks import RetryLater

Reason = str | Promise


class DeliveryFailure(RetryLater):
    """A delivery failed; it is tried again. `reason` is a key of the reasons, `detail` the answer of the other side."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


class PermanentFailure(DeliveryFailure):
    """A failure that another try would not change."""


class DestinationRefused(PermanentFailure):
    """The destination refused it, and may refuse everything, such as a subscription with another key of the site."""

    def __init__(self, detail: str = "") -> None:
        super().__init__("refused", detail)


class Gone(PermanentFailure):
    """The destination exists no more, such as a browser that ended its subscription."""

    def __init__(self) -> None:
        super().__init__("gone")


REASONS: Final[Mapping[str, Reason]] = {  # channels add their own
    "refused": _("your e-mail provider or browser rejected it"),
    "unreachable": _("your e-mail provider or browser could not be reached"),
    "busy": _("your e-mail provider or browser was too busy"),
    "quiet": _("waits for the end of your quiet hours"),
    "fault": _("something went wrong on our side"),
}
