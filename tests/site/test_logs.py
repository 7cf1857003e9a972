"""Log lines cannot be forged by input, and only bugs have tracebacks."""

from __future__ import annotations

import io
import json
import logging
import logging.config
from collections.abc import Callable
from copy import deepcopy

import pytest
from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import IntegrityError, OperationalError
from django.test import RequestFactory
from pytest_django import Settings
from redis.exceptions import ConnectionError as RedisConnectionError

from accounts.hooks import JsonObject
from core.telemetry import Trace, current_trace
from games.catalogue import games
from numgames.logs import WITHHELD, JsonFormatter, LineFormatter, _without_secrets, mask

Log = Callable[[], str]


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Log:
    """Return what was logged since, as the site's console handler formats it."""
    config: JsonObject = deepcopy(settings.LOGGING)  # as `dictConfig` takes it
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


def as_json(message: str, error: Exception | None = None) -> JsonObject:
    """Return the entry for this message and error, which must be one line."""
    record = logging.LogRecord("tests.logs", logging.ERROR, __file__, 1, message, (), None)
    if error:
        record.exc_info = (type(error), error, error.__traceback__)
    line = JsonFormatter().format(record)
    assert line.isascii()
    assert line.isprintable()
    entry: JsonObject = json.loads(line)
    return entry


def raised(error: Exception) -> Exception:
    """Return the error after it was raised."""
    try:
        raise error
    except Exception as caught:
        return caught


def test_json_names_the_request_and_the_match() -> None:
    token = current_trace.set(Trace("4f2a", match="bvxrx02y55"))
    entry = as_json("It failed")
    current_trace.reset(token)

    assert (entry["request"], entry["match"], entry["message"]) == ("4f2a", "bvxrx02y55", "It failed")
    assert (entry["level"], entry["logger"]) == ("ERROR", "tests.logs")
    assert "request" not in as_json("It failed in the scheduler")


def test_json_escapes_what_does_not_print() -> None:
    entry = as_json("a\x1b[31m\u202eb\nc", raised(ValueError("x\n\x9by")))

    assert entry["message"] == r"a\x1b[31m\u202eb\nc"
    assert entry["error"] == "ValueError"
    assert entry["traceback"][-2:] == ["ValueError: x", r"\x9by"]
    assert as_json("Away", raised(OperationalError("a\nb")))["reason"] == r"a\nb"


def test_secrets_are_masked(settings: Settings) -> None:
    settings.EMAIL_HOST_PASSWORD = "open sesame"
    told = "postgres://numgames:hush@db/numgames and open sesame"
    entry = as_json(told, raised(ValueError(told)))

    assert mask(told) == "postgres://***@db/numgames and ***"
    for secret in ("hush", "sesame"):
        assert secret not in json.dumps(entry)


def test_what_a_game_says_is_withheld(logged: Log) -> None:
    """An error in the rules may name the tiles in a rack."""
    game = games()["digifeud"]
    try:
        game.decode("the rack is 1 2 3")
    except Exception:
        logger.exception("It failed")

    assert "rack is" not in logged().replace('"the rack is 1 2 3"', "")
    assert WITHHELD in logged()


def test_a_report_withholds_the_tiles_that_a_cause_names() -> None:
    digifeud = games()["digifeud"]
    try:
        try:
            digifeud.options_type.read({"operators": "7 8 ? + -"})
        except ValueError:
            raise KeyError("the page of the error")  # noqa: B904 - the cause is the context here
    except KeyError as error:
        hint = {"exc_info": (type(error), error, error.__traceback__)}
        values = [{"type": type(one).__name__, "value": str(one)} for one in (error.__context__, error)]
    event = {"message": "It failed", "exception": {"values": values}}
    assert "7 8 ?" in json.dumps(event)
    assert "7 8 ?" not in json.dumps(_without_secrets(event, hint))


def test_a_flood_of_refusals_is_one_line_a_second_and_address(logged: Log, rf: RequestFactory) -> None:
    for address in ("192.0.2.1", "192.0.2.1", "2001:db8::1", "2001:db8::2", "192.0.2.1"):
        for status in (429, 404):
            facts = {"status_code": status, "request": rf.post("/", REMOTE_ADDR=address)}
            logger.warning("Refused", extra=facts)
    broken = {"status_code": 400, "request": rf.get("/", REMOTE_ADDR="192.0.2.1")}
    logger.warning("Broken", extra=broken)
    assert [line.rpartition(" ")[2] for line in logged().splitlines()] == ["Refused", "Refused", "Broken"]
