"""Log lines cannot be forged by input, and only bugs have tracebacks."""

from __future__ import annotations

import io
import logging
import logging.config
from collections.abc import Callable
from copy import deepcopy

import pytest
from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import IntegrityError, OperationalError
from redis.exceptions import ConnectionError as RedisConnectionError

from numgames.logs import LineFormatter

Log = Callable[[], str]


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Log:
    """Return a function for the log output of the test, as formatted by the site's console handler."""
    config = deepcopy(settings.LOGGING)
    output = io.StringIO()
    config["handlers"]["console"]["stream"] = output
    config["loggers"] = {"tests.logs": {"handlers": ["console"], "level": "INFO", "propagate": False}}
    config["root"] = {"handlers": []}
    config["incremental"] = False
    before = logging.getLogger().handlers[:]
    logging.config.dictConfig(config)
    for handler in before:
        logging.getLogger().addHandler(handler)
    return output.getvalue


logger = logging.getLogger("tests.logs")


def _fail(error: Exception, **extra: object) -> None:
    try:
        raise error
    except Exception:
        logger.exception("It failed", extra=extra)


@pytest.mark.parametrize("sign", ["\x00", "\x1b[31m", "\r", "\n", "\x7f", "\x9b", "\u2028", "\u202e"])
def test_what_does_not_print_is_escaped(logged: Log, sign: str) -> None:
    logger.warning("Somebody sent %s", f"a{sign}b")
    _fail(ValueError(f"a{sign}b"))
    _fail(OperationalError(f"a{sign}b"))

    assert sign not in logged().replace("\n", "" if sign == "\n" else "\n")
    assert logged().count(sign.encode("unicode_escape", "surrogatepass").decode()) >= 2


def test_half_a_character_is_escaped() -> None:
    # The formatter is called directly: captured log records do not pass between processes.
    record = logging.LogRecord("tests.logs", logging.WARNING, __file__, 1, "Somebody sent %s", ("a\ud800b",), None)

    assert LineFormatter().format(record) == r"Somebody sent a\ud800b"


def test_a_visitor_writes_no_line_of_their_own(logged: Log) -> None:
    forged = "x\n2026-01-01 ERROR root: all is lost"
    logger.warning("Somebody sent %s", forged)
    _fail(ValueError(forged))

    assert not any(line.startswith("2026-01-01") for line in logged().splitlines())


@pytest.mark.parametrize("outage", [OperationalError("no connection"), RedisConnectionError("refused")])
def test_an_outage_takes_one_line(logged: Log, outage: Exception) -> None:
    _fail(outage)

    assert len(logged().splitlines()) == 1
    assert str(outage) in logged()


def test_a_request_without_sense_takes_one_line(logged: Log) -> None:
    _fail(BadRequest("not UTF-8"), status_code=400)

    assert len(logged().splitlines()) == 1


def test_a_fault_of_ours_has_its_traceback(logged: Log) -> None:
    _fail(IntegrityError("UNIQUE constraint failed"))

    assert "Traceback (most recent call last)" in logged()
    assert "IntegrityError: UNIQUE constraint failed" in logged()
