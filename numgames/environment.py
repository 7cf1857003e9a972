"""Environment variables, parsed; a mistake in one raises ImproperlyConfigured with a sentence that names it."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured

REQUESTS = 16  # pages that a process serves at a time, and as many posts, unless the settings say otherwise
# Connections that neither pages, posts nor sockets use: 9 writers of moves, one of them for each pool of ratings, 13
# threads of jobs, 2 for the four of the scheduler, which are short, 4 downloads, 2 forms of accounts, 2 link previews
OTHER_CONNECTIONS = 32
TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}
# The person or company that runs the site, as its imprint and privacy notice name it: the names in templates, and the
# variables. `responsible` is for the content, as German law asks; `authority` for data protection.
OPERATOR_VARIABLES = {
    "operator_name": "OPERATOR_NAME",
    "representative": "OPERATOR_REPRESENTATIVE",
    "phone": "CONTACT_PHONE",
    "register": "OPERATOR_REGISTER",  # such as "Amtsgericht Köln, HRB 12345"
    "vat_id": "OPERATOR_VAT_ID",
    "responsible": "OPERATOR_RESPONSIBLE",
    "officer": "PRIVACY_OFFICER",  # name and address of the data protection officer, where the law asks for one
    "host": "HOSTING_COMPANY",  # whose servers it runs on
    "mailer": "MAIL_COMPANY",  # who sends its e-mail
    "authority": "PRIVACY_AUTHORITY",
    "law": "GOVERNING_LAW",  # the country whose law applies
}


def text(name: str, pattern: str, must_be: str, usual: str = "", *, is_secret: bool = False) -> str:
    """Return what the variable holds, else `usual`; raises ImproperlyConfigured unless the pattern matches it.

    The sentence says what it `must_be`, and its value unless that may hold a password.
    """
    value = os.environ.get(name, "").strip() or usual
    if value and not (re.fullmatch(pattern, value) and _has_valid_place(value)):
        fault = f"{name} is not" if is_secret else f"{name} is {value!r}, but must be"
        raise ImproperlyConfigured(f"{fault} {must_be}.")
    return value


def _has_valid_place(address: str) -> bool:
    """Return whether host and port of an address are well-formed; True for other texts."""
    try:
        urlsplit(address).port  # noqa: B018 - reading it is the check
    except ValueError:
        return False
    return True


def operator() -> dict[str, object]:
    """Return what the variables say about the operator, for the pages that name it; empty where not set."""
    lines = os.environ.get("OPERATOR_ADDRESS", "").split(";")
    address = tuple(line.strip() for line in lines if line.strip())
    details: dict[str, object] = {
        name: os.environ.get(variable, "").strip() for name, variable in OPERATOR_VARIABLES.items()
    }
    if address and not details["operator_name"]:
        raise ImproperlyConfigured("OPERATOR_ADDRESS is set, but OPERATOR_NAME is not.")
    contact = text("CONTACT_EMAIL", r"[^@\s,;<>]+@[^@\s,;<>]+", "one address such as info@numgames.example")
    # Days for which the operator keeps logs of a web server, backups and error reports; 0: not said
    days = {
        "log_days": number("LOG_DAYS", 0, most=3650),
        "backup_days": number("BACKUP_DAYS", 0, most=3650),
        "error_days": number("ERROR_DAYS", 0, most=3650),
    }
    return {**details, "address": address, "contact": contact, **days}


def contact_languages() -> list[str]:
    """Return the codes of the languages in which the operator answers."""
    languages = words("CONTACT_LANGUAGES", "") or ["en"]
    if unknown := next((code for code in languages if code not in LANG_INFO), ""):
        raise ImproperlyConfigured(f"CONTACT_LANGUAGES has {unknown!r}, but must be codes of languages such as nl,en.")
    return languages


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
    others = max(2, socket_threads) + OTHER_CONNECTIONS
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
    part = r"[0-9]+/[0-9]*[smhd](/(ip|user|token))?"
    return text(name, f"{part}(,{part})*", f"a rate such as {usual}", usual)


def site_url() -> str:
    """Return the public address of the site; empty where it has none."""
    return text("SITE_URL", "https?://[^/?#]+/?", "an address such as https://numgames.example").rstrip("/")


def security_contact() -> str:
    """Return where to report vulnerabilities, a mail or web address; empty where it is not said."""
    addresses = r"mailto:[^\s@]+@[^\s@]+|https://\S+"
    return text("SECURITY_CONTACT", addresses, "an address such as mailto:security@numgames.example")


def redis_url() -> str:
    """Return the address of Redis; empty without it."""
    return text("REDIS_URL", "(rediss?://[^/]|unix://).*", "an address such as redis://host:6379/0", is_secret=True)


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
    addresses = r"(https://[^/]|http://(localhost|127\.0\.0\.1)[:/]).*"
    server = text("OIDC_SERVER", addresses, "an address that begins with https://")
    return Provider(server.rstrip("/"), *values[1:])


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


def logging_config() -> dict[str, object]:
    """Return Django's setting LOGGING: one handler that writes to the console in the format of LOG_FORMAT."""
    form = text("LOG_FORMAT", "line|json", "line or json", "line")
    level = text(
        "LOG_LEVEL",
        "NOTSET|DEBUG|INFO|WARN(ING)?|ERROR|FATAL|CRITICAL",
        "one of DEBUG, INFO, WARNING and ERROR",
        "WARNING",
    )
    handler = {"class": "logging.StreamHandler", "formatter": form, "filters": ["counted", "refusals"]}
    line = "{asctime} {levelname} {name}: {message}"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"()": "numgames.logs.LineFormatter", "format": line, "style": "{"},
            "json": {"()": "numgames.logs.JsonFormatter"},
        },
        "filters": {
            "counted": {"()": "numgames.logs.CountingFilter"},
            "refusals": {"()": "numgames.logs.RefusalFilter"},
        },
        "handlers": {"console": handler},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": []},  # Django's own handlers do not use the formatter
            "security": {"level": "INFO"},  # written whatever LOG_LEVEL is
        },
    }


def packages(name: str, usual: str) -> list[str]:
    """Return the names of packages that Python can find."""
    names = words(name, usual)
    if missing := [package for package in names if not _can_be_found(package)]:
        raise ImproperlyConfigured(f"{name} names {', '.join(map(repr, missing))}, which Python cannot find.")
    return names


def _can_be_found(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def version() -> str:
    """Return the version of the site from pyproject.toml, such as "0.2.0"; its release notes are in CHANGELOG.md."""
    return str(tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]["version"])
