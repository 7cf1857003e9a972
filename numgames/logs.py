"""Log format: input cannot forge lines or control a terminal, and outages take one line."""

from __future__ import annotations

import logging
import re

from accounts.outages import is_outage

# Control characters (C0, C1), line and paragraph separators, bidirectional controls, lone surrogates
UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
SERVER_ERROR = 500


class LineFormatter(logging.Formatter):
    """A formatter that escapes unprintable characters and omits the tracebacks of outages and bad requests."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, followed by the traceback; the record is left unchanged for other handlers."""
        shown = logging.makeLogRecord(record.__dict__)
        message = record.getMessage()
        if record.exc_info and _is_expected(record):
            error = record.exc_info[1]
            message += f" ({type(error).__name__}: {error})"
            shown.exc_info = None
        shown.msg, shown.args, shown.exc_text = escape(message), None, None
        return super().format(shown)

    def formatException(self, ei: object) -> str:  # noqa: N802 - the name in logging
        """Return the traceback, indented, so that no line of an exception's message looks like a line of the log."""
        text = super().formatException(ei)  # type: ignore[arg-type]
        return "\n".join(f"  {escape(line)}" for line in text.split("\n"))


def escape(text: str) -> str:
    """Return the text with unprintable characters escaped as in a Python string literal."""
    return UNSAFE.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode(), text)


def _is_expected(record: logging.LogRecord) -> bool:
    """Return whether the logged error is an outage or a bad request, not a bug."""
    answered = getattr(record, "status_code", SERVER_ERROR)
    return answered < SERVER_ERROR or is_outage(record.exc_info[1] if record.exc_info else None)
