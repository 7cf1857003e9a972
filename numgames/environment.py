"""Environment variables, parsed; a mistake in one raises ImproperlyConfigured with a sentence that names it."""

from __future__ import annotations

import logging
import os
import re
import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

EMAIL = re.compile(r"[^@\s,;<>]+@[^@\s,;<>]+")
RATE = re.compile(r"[0-9]+/[0-9]*[smhd](/(ip|user))?")
REQUESTS = 16  # pages that a process serves at a time, and as many posts, unless the settings say otherwise
# Connections that neither pages, posts nor sockets use: 9 writers of moves, one of them for each pool of ratings, 13
# threads of jobs, 2 for the four of the scheduler, which are short, 4 downloads, 2 forms of accounts, 2 link previews
OTHER_CONNECTIONS = 32
TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


@dataclass(frozen=True)
class Operator:
    """The person or company that runs the site, as its imprint and privacy notice name it; empty where not set."""

    operator_name: str
    address: tuple[str, ...]  # lines
    representative: str
    contact: str  # an e-mail address
    phone: str
    register: str  # such as "Amtsgericht Köln, HRB 12345"
    vat_id: str
    responsible: str  # for the content, as German law asks
    host: str  # the company whose servers it runs on
    authority: str  # for data protection
    law: str  # the country whose law applies
    log_days: int  # for which the operator keeps logs of a web server; 0: not said
    backup_days: int


def operator() -> Operator:
    """Return what the variables say about the operator."""
    details = Operator(
        operator_name=_text("OPERATOR_NAME"),
        address=tuple(line.strip() for line in _text("OPERATOR_ADDRESS").split(";") if line.strip()),
        representative=_text("OPERATOR_REPRESENTATIVE"),
        contact=email("CONTACT_EMAIL"),
        phone=_text("CONTACT_PHONE"),
        register=_text("OPERATOR_REGISTER"),
        vat_id=_text("OPERATOR_VAT_ID"),
        responsible=_text("OPERATOR_RESPONSIBLE"),
        host=_text("HOSTING_COMPANY"),
        authority=_text("PRIVACY_AUTHORITY"),
        law=_text("GOVERNING_LAW"),
        log_days=number("LOG_DAYS", 0, most=3650),
        backup_days=number("BACKUP_DAYS", 0, most=3650),
    )
    if details.address and not details.operator_name:
        raise ImproperlyConfigured("OPERATOR_ADDRESS is set, but OPERATOR_NAME is not.")
    return details


def email(name: str) -> str:
    """Return an e-mail address; empty where none is set."""
    value = _text(name)
    if value and not EMAIL.fullmatch(value):
        raise ImproperlyConfigured(f"{name} is {value!r}, but must be one address such as info@numgames.example.")
    return value


def _text(name: str) -> str:
    return os.environ.get(name, "").strip()


def flag(name: str, usual: bool) -> bool:
    """Return whether the variable is on; empty is as unset, or `RATE_LIMITS=` would turn the limits off."""
    value = (os.environ.get(name) or str(usual)).lower()
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} is {value!r}, but must be 1 or 0.")
    return value in TRUE


def words(name: str, usual: str) -> list[str]:
    """Return the words that the variable holds, separated by commas."""
    return [word.strip() for word in os.environ.get(name, usual).split(",") if word.strip()]


def number(name: str, usual: int, *, least: int = 0, most: int | None = None) -> int:
    """Return a whole number within these bounds."""
    value = os.environ.get(name) or str(usual)
    bounds = f"from {least} to {most}" if most is not None else f"of at least {least}"
    result = int(value) if re.fullmatch("[0-9]{1,18}", value) else -1
    if result < least or (most is not None and result > most):
        raise ImproperlyConfigured(f"{name} is {value!r}, but must be a whole number {bounds}.")
    return result


def requests_and_connections(socket_threads: int, *, has_pool: bool) -> tuple[int, int]:
    """Return how many pages a process serves at a time, and as many posts, and how many connections its pool has.

    Each of the two variables follows from the other one if that alone is set.
    """
    others = socket_threads + OTHER_CONNECTIONS
    if not has_pool:
        return number("REQUESTS_AT_ONCE", REQUESTS, least=1), 0
    if not os.environ.get("DATABASE_POOL"):
        requests = number("REQUESTS_AT_ONCE", REQUESTS, least=1)
        return requests, 2 * requests + others
    connections = number("DATABASE_POOL", 0, least=others + 2)
    room = (connections - others) // 2
    requests = number("REQUESTS_AT_ONCE", min(REQUESTS, room), least=1)
    if requests > room:
        raise ImproperlyConfigured(
            f"REQUESTS_AT_ONCE is {requests}, but a DATABASE_POOL of {connections} has room for {room}: each page and "
            f"each post needs a connection, and {others} are for sockets, moves and jobs."
        )
    return requests, connections


def rate(name: str, usual: str) -> str:
    """Return a rate limit, such as `200/h/ip`."""
    value = os.environ.get(name) or usual
    if not all(RATE.fullmatch(part) for part in value.split(",")):
        raise ImproperlyConfigured(f"{name} is {value!r}, but must be a rate such as {usual}.")
    return value


def site_url() -> str:
    """Return the public address of the site; empty where it has none."""
    value = os.environ.get("SITE_URL", "")
    parts = _parts(value)
    if value and not (parts and re.fullmatch(r"https?://[^/?#]+/?", value)):
        raise ImproperlyConfigured(f"SITE_URL is {value!r}, but must be an address such as https://numgames.example.")
    return value.rstrip("/")


def security_contact() -> str:
    """Return where to report vulnerabilities, a mail or web address; empty where it is not said."""
    value = os.environ.get("SECURITY_CONTACT", "")
    if value and not re.fullmatch(r"mailto:[^\s@]+@[^\s@]+|https://\S+", value):
        raise ImproperlyConfigured(
            f"SECURITY_CONTACT is {value!r}, but must be an address such as mailto:security@numgames.example."
        )
    return value


def _parts(address: str) -> SplitResult | None:
    """Return the parts of an address; None if its host or its port is malformed."""
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - reading it is the check
    except ValueError:
        return None
    return parts


@dataclass(frozen=True)
class Provider:
    """Another site with which players may sign in, by OpenID Connect."""

    server: str  # the issuer: its address, without /.well-known/openid-configuration
    name: str  # as players read it
    client_id: str
    secret: str

    @property
    def origin(self) -> str:
        """Return scheme and host of the server."""
        return "{0.scheme}://{0.netloc}".format(urlsplit(self.server))


def provider() -> Provider | None:
    """Return the provider of sign-ins that the `OIDC_…` variables describe; None if none of them is set."""
    names = ("OIDC_SERVER", "OIDC_NAME", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET")
    values = [os.environ.get(name, "") for name in names]
    if not any(values):
        return None
    if missing := [name for name, value in zip(names, values, strict=True) if not value]:
        raise ImproperlyConfigured(f"{', '.join(missing)} must be set as well, or no variable that begins with OIDC_.")
    if not (_parts(values[0]) and re.match(r"https://[^/]|http://(localhost|127\.0\.0\.1)[:/]", values[0])):
        raise ImproperlyConfigured(f"OIDC_SERVER is {values[0]!r}, but must be an address that begins with https://.")
    return Provider(values[0].rstrip("/"), *values[1:])


def redis_url() -> str:
    """Return the address of Redis; empty without it. The address itself, which may hold a password, is not told."""
    value = os.environ.get("REDIS_URL", "")
    if value and not (_parts(value) and re.match(r"(rediss?://[^/]|unix://)", value)):
        raise ImproperlyConfigured("REDIS_URL is not an address such as redis://host:6379/0.")
    return value


def database(folder: Path) -> dj_database_url.DBConfig:
    """Return the settings of the database: DATABASE_URL, else a file of SQLite in this folder."""
    return _database("DATABASE_URL", os.environ.get("DATABASE_URL") or f"sqlite:///{folder / 'numgames.sqlite3'}")


def direct_database() -> dj_database_url.DBConfig | None:
    """Return the settings of PostgreSQL itself where DATABASE_URL is the address of PgBouncer; None without one."""
    value = os.environ.get("DATABASE_DIRECT_URL")
    return _database("DATABASE_DIRECT_URL", value) if value else None


def _database(name: str, value: str) -> dj_database_url.DBConfig:
    try:
        config = dj_database_url.parse(value)
    except ValueError:
        config = {}
    engine = str(config.get("ENGINE", ""))
    if not engine.endswith(("sqlite3", "postgresql")) or not config.get("NAME"):
        raise ImproperlyConfigured(f"{name} is not an address such as postgres://user:password@host/numgames.")
    return config


def log_level() -> str:
    """Return the name of a log level."""
    value = os.environ.get("LOG_LEVEL") or "WARNING"
    if value not in logging.getLevelNamesMapping():
        raise ImproperlyConfigured(f"LOG_LEVEL is {value!r}, but must be one of DEBUG, INFO, WARNING and ERROR.")
    return value


def log_format() -> str:
    """Return `line` or `json`."""
    value = os.environ.get("LOG_FORMAT") or "line"
    if value not in ("line", "json"):
        raise ImproperlyConfigured(f"LOG_FORMAT is {value!r}, but must be line or json.")
    return value


def logging_config() -> dict[str, object]:
    """Return Django's setting LOGGING: one handler that writes to the console in the format of LOG_FORMAT."""
    handler = {"class": "logging.StreamHandler", "formatter": log_format(), "filters": ["counted"]}
    line = "{asctime} {levelname} {name}: {message}"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"()": "numgames.logs.LineFormatter", "format": line, "style": "{"},
            "json": {"()": "numgames.logs.JsonFormatter"},
        },
        "filters": {"counted": {"()": "numgames.logs.CountingFilter"}},
        "handlers": {"console": handler},
        "root": {"handlers": ["console"], "level": log_level()},
        "loggers": {
            "django": {"handlers": []},  # Django's own handlers do not use the formatter
            "security": {"level": "INFO"},  # written whatever LOG_LEVEL is
        },
    }


def packages(name: str, usual: str) -> list[str]:
    """Return the names of packages that Python can find."""
    names = words(name, usual)
    if missing := [package for package in names if not _is_found(package)]:
        raise ImproperlyConfigured(f"{name} names {_listed(missing)}, which Python cannot find.")
    return names


def _is_found(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def _listed(names: Collection[str] | Sequence[str]) -> str:
    return ", ".join(repr(name) for name in names)


def version() -> str:
    """Return the version of the site from pyproject.toml, such as "0.2.0"; its release notes are in CHANGELOG.md."""
    return str(tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]["version"])
