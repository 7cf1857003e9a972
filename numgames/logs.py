"""Logs: input cannot forge lines or control a terminal, secrets are masked, outages take one line; error reports.

Bugs are reported to Sentry or a compatible server if `SENTRY_DSN` is set, without personal data.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any

from cachetools import TTLCache
from django.conf import settings
from django.core.management.base import CommandError

from core.telemetry import RECORDS, current_trace, is_outage
from numgames.environment import version

# Control characters (C0, C1), line and paragraph separators, bidirectional controls, lone surrogates
UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
PASSWORD = re.compile(r"(?<=://)[^\s/@]*:[^\s/@]*(?=@)")  # in a URL
SECRETS = (
    "SECRET_KEY",
    "EMAIL_HOST_PASSWORD",
    "VAPID_PRIVATE_KEY",
    "METRICS_TOKEN",
    "SENTRY_DSN",
    "OIDC_CLIENT_SECRET",
)
MASK = "***"
SHORTEST_SECRET = 6  # characters: shorter ones could be part of any word
WITHHELD = "(message withheld: it may name hidden tiles)"
GAMES = str(Path(__file__).resolve().parent.parent / "games")
SERVER_ERROR = 500
REFUSED = {403, 404, 413, 429}
MISSING = (
    "SENTRY_DSN is set, but the package sentry-sdk is not installed: "
    "install it with `.venv/bin/python -m pip install sentry-sdk`, or unset SENTRY_DSN."
)
KEPT = {"event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk", "exception", "tags"}


class LineFormatter(logging.Formatter):
    """A formatter that escapes unprintable characters and omits the tracebacks of outages and bad requests."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, followed by the traceback; the record is left unchanged for other handlers."""
        copy = logging.makeLogRecord(record.__dict__)
        message = record.getMessage()
        if record.exc_info and is_expected(record):
            error = record.exc_info[1]
            message += f" ({type(error).__name__}: {error})"
            copy.exc_info = None
        copy.msg, copy.args, copy.exc_text = escape(mask(message)), None, None
        return super().format(copy)

    def formatException(self, ei: object) -> str:  # noqa: N802 - the name in logging
        """Return the traceback, indented, so that no line of an exception's message looks like a line of the log."""
        lines = traceback_lines(ei[1])  # type: ignore[index]  # logging's type has no public name
        return "\n".join(f"  {escape(line)}" for line in lines)


class JsonFormatter(logging.Formatter):
    """A formatter that writes one JSON object a line: with the request's id, its match, and a record's `facts`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object; the record is left unchanged for other handlers."""
        trace = current_trace.get()
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": escape(mask(record.getMessage())),
            "process": record.process,
            "request": trace.id if trace else None,
            "match": trace.match or None if trace else None,
        }
        for name, value in getattr(record, "facts", {}).items():
            entry.setdefault(name, escape(mask(value)) if isinstance(value, str) else value)
        if record.exc_info and (error := record.exc_info[1]):
            entry["error"] = type(error).__name__
            if is_expected(record):
                entry["reason"] = escape(mask(str(error)))
            else:
                entry["traceback"] = [escape(line) for line in traceback_lines(error)]
        return json.dumps({name: value for name, value in entry.items() if value is not None})


class CountingFilter(logging.Filter):
    """Counts all records by level for the metrics, and filters none."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Count the record."""
        RECORDS.labels(record.levelname).inc()
        return True


class RefusalFilter(logging.Filter):
    """Lets one record a second and address pass of those about refused requests, so that a flood fills no disk."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._logged: TTLCache[str, bool] = TTLCache(10_000, 1.0)
        self._lock = Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is logged."""
        from core.clients import address_of, subscriber_of  # imports models, and logging is set up before these

        request = getattr(record, "request", None)
        if request is None or getattr(record, "status_code", 0) not in REFUSED:
            return True
        visitor = subscriber_of(address_of(request))
        with self._lock:
            is_first = visitor not in self._logged
            if is_first:
                self._logged[visitor] = True
        return is_first


def escape(text: str) -> str:
    """Return the text with unprintable characters escaped as in a Python string literal."""
    return UNSAFE.sub(lambda match: match[0].encode("unicode_escape", "surrogatepass").decode(), text)


def mask(text: str) -> str:
    """Return the text without the secrets of the settings and passwords in URLs."""
    for name in SECRETS:
        secret = str(getattr(settings, name, ""))
        if len(secret) >= SHORTEST_SECRET:
            text = text.replace(secret, MASK)
    return PASSWORD.sub(MASK, text)


def traceback_lines(error: BaseException | None) -> list[str]:
    """Return the traceback of an error and of its causes."""
    return [line for one in chain(error) for line in _lines_of(one)]


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error after its causes, the original one first."""
    errors: list[BaseException] = []
    while error is not None and error not in errors:
        errors.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    yield from reversed(errors)


def _lines_of(error: BaseException) -> Iterator[str]:
    yield "Traceback (most recent call last):"
    for part in traceback.format_tb(error.__traceback__):
        yield from (mask(line) for line in part.rstrip("\n").split("\n"))
    message = WITHHELD if passed_games(error.__traceback__) else mask(str(error))
    yield from f"{type(error).__name__}: {message}".split("\n")


def passed_games(trace: TracebackType | None) -> bool:
    """Return whether an error passed the code of the games, whose messages may name hidden tiles."""
    return any(frame.filename.startswith(GAMES) for frame in traceback.extract_tb(trace))


def is_expected(record: logging.LogRecord) -> bool:
    """Return whether the logged error is an outage or a bad request, not a bug."""
    status = getattr(record, "status_code", SERVER_ERROR)
    return status < SERVER_ERROR or is_outage(record.exc_info[1] if record.exc_info else None)


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
    current = current_trace.get()
    report["tags"] = {"request": current.id, "match": current.match, "view": current.view} if current else {}
    withheld = any(passed_games(one.__traceback__) for one in chain(error))  # the report has the causes too
    for one in report.get("exception", {}).get("values", ()):
        one["value"] = WITHHELD if withheld else mask(str(one.get("value", "")))
    return report
