"""How log lines look: nothing that a visitor sends can forge a line or steer a terminal, and outages take one line."""

from __future__ import annotations

import logging
import re

from accounts.outages import is_outage

# Controls (C0, C1), line and paragraph separators, signs that turn the direction of text, lone surrogates
UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
SERVER_ERROR = 500


class LineFormatter(logging.Formatter):
    """Escapes what does not print; gives tracebacks for faults of ours alone."""

    def format(self, record: logging.LogRecord) -> str:
        """Give the line, and the traceback below it; other handlers find the record as it was."""
        shown = logging.makeLogRecord(record.__dict__)
        message = record.getMessage()
        if record.exc_info and _is_no_fault(record):
            error = record.exc_info[1]
            message += f" ({type(error).__name__}: {error})"
            shown.exc_info = None
        shown.msg, shown.args, shown.exc_text = escape(message), None, None
        return super().format(shown)

    def formatException(self, ei: object) -> str:  # noqa: N802 - the name in logging
        """Give the traceback, indented, so that no line of an error's own text passes for a line of the log."""
        text = super().formatException(ei)  # type: ignore[arg-type]
        return "\n".join(f"  {escape(line)}" for line in text.split("\n"))


def escape(text: str) -> str:
    """Give the text with everything that does not print written as Python writes it in a string."""
    return UNSAFE.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode(), text)


def _is_no_fault(record: logging.LogRecord) -> bool:
    """Say whether the error that is logged is an outage, or a request that made no sense."""
    answered = getattr(record, "status_code", SERVER_ERROR)
    return answered < SERVER_ERROR or is_outage(record.exc_info[1] if record.exc_info else None)
