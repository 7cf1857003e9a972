"""Error reports to Sentry or a compatible server, if `SENTRY_DSN` is set: bugs, without personal data."""

from __future__ import annotations

import logging
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from core import trace
from core.outages import is_outage
from numgames.logs import WITHHELD, chain, mask, passed_games
from numgames.version import version

MISSING = (
    "SENTRY_DSN is set, but the package sentry-sdk is not installed: "
    "install it with `.venv/bin/pip install sentry-sdk`, or unset SENTRY_DSN."
)
KEPT = {"event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk", "exception", "tags"}


def begin_error_reports() -> None:
    """Report errors that are logged from now on, if that is configured; raises CommandError if it cannot be done."""
    if not settings.SENTRY_DSN:
        return
    if not find_spec("sentry_sdk"):
        raise CommandError(MISSING)
    import sentry_sdk
    from sentry_sdk.integrations.atexit import AtexitIntegration
    from sentry_sdk.integrations.dedupe import DedupeIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration
    from sentry_sdk.utils import BadDsn

    try:
        sentry_sdk.init(
            dsn=settings.SENTRY_DSN,
            release=f"numgames@{version()}",
            default_integrations=False,
            auto_enabling_integrations=False,
            integrations=[
                LoggingIntegration(level=None, event_level=logging.ERROR),
                DedupeIntegration(),
                AtexitIntegration(callback=lambda pending, timeout: None),  # it prints to the console otherwise
            ],
            send_default_pii=False,
            include_local_variables=False,  # they hold hidden tiles and seeds
            max_request_body_size="never",
            max_breadcrumbs=0,
            server_name="",
            before_send=_without_secrets,
        )
    except BadDsn as fault:
        raise CommandError(f"SENTRY_DSN is not an address of Sentry: {fault}.") from None


def _without_secrets(event: Any, hint: dict[str, Any]) -> Any:  # noqa: ANN401 - as the SDK types it
    """Return the event with its message, exceptions and our ids only; None, which drops it, for an outage."""
    error = (hint.get("exc_info") or (None, None, None))[1]
    if is_outage(error):
        return None
    report = {name: value for name, value in event.items() if name in KEPT}
    message = event.get("logentry") or {}
    report["message"] = mask(str(message.get("formatted") or message.get("message") or ""))
    current = trace.current.get()
    report["tags"] = {"request": current.id, "match": current.match, "view": current.view} if current else {}
    withheld = any(passed_games(one.__traceback__) for one in chain(error))  # the report has the causes too
    for one in report.get("exception", {}).get("values", ()):
        one["value"] = WITHHELD if withheld else mask(str(one.get("value", "")))
    return report
