"""What each variable of the environment may be, at its bounds and in each of its forms."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from numgames import environment as env

WRONG = object()
SERVER = "https://id.example/realm"


def provider(**changes: str) -> object:
    """Return the provider that all four variables describe, with these changes."""
    usual = {"server": f"{SERVER}/", "name": "Club", "client_id": "x", "client_secret": "y"} | changes
    with pytest.MonkeyPatch.context() as patch:
        for name, value in usual.items():
            patch.setenv(f"OIDC_{name.upper()}", value)
        return env.provider()


def level(_usual: object = None) -> object:
    """Return the level and the form of the log."""
    config: Any = env.logging_config()
    return config["root"]["level"], config["handlers"]["console"]["formatter"]


# A function that reads the variable X, and what it makes of each value
VARIABLES: list[tuple[Callable[[], object], dict[str, object]]] = [
    (
        lambda: env.number("X", 7, least=2, most=9),
        {"": 7, "2": 2, "9": 9, "1": WRONG, "10": WRONG, "-2": WRONG, "2.5": WRONG, "x": WRONG},
    ),
    (lambda: env.number("X", 7), {"0": 0, "9" * 18: 10**18 - 1, "9" * 19: WRONG}),
    (
        lambda: env.flag("X", True),
        {"": True, "1": True, "TRUE": True, "yes": True, "on": True, "0": False, "No": False},
    ),
    (lambda: env.flag("X", False), {"": False, "off": False, "false": False, "y": WRONG, " ": WRONG}),
    (lambda: env.words("X", "a,b"), {"": [], "c, d,,": ["c", "d"]}),
    (
        lambda: env.rate("X", "5/h/ip"),
        {"": "5/h/ip", "1/m": "1/m", "5/10s/user,9/d/token": "5/10s/user,9/d/token", "5/w": WRONG, "1/m/site": WRONG},
    ),
    (lambda: env.text("X", "[a-c]+", "letters", "b"), {"": "b", " ab ": "ab", "abd": WRONG}),
    (lambda: env.packages("X", ""), {"": [], "games, core": ["games", "core"], "nosuch": WRONG, "..": WRONG}),
]
# The same of variables with names of their own
NAMED: dict[str, tuple[Callable[[], object], dict[str, object]]] = {
    "SITE_URL": (
        env.site_url,
        {
            "": "",
            "https://a.example/": "https://a.example",
            "http://a:80": "http://a:80",
            "https://a/b": WRONG,
            "a": WRONG,
        },
    ),
    "SECURITY_CONTACT": (
        env.security_contact,
        {"": "", "mailto:a@b": "mailto:a@b", "https://a": "https://a", "http://a": WRONG, "a@b": WRONG},
    ),
    "REDIS_URL": (
        env.redis_url,
        {"redis://a": "redis://a", "rediss://a/1": "rediss://a/1", "unix:///a": "unix:///a", "http://a": WRONG},
    ),
    "CONTACT_LANGUAGES": (env.contact_languages, {"": ["en"], "nl, de": ["nl", "de"], "nl,xx": WRONG}),
    "LOG_LEVEL": (level, {"": ("WARNING", "line"), "INFO": ("INFO", "line"), "LOUD": WRONG}),
    "LOG_FORMAT": (level, {"json": ("WARNING", "json"), "xml": WRONG}),
    "DATABASE_URL": (
        lambda: env.database(Path("/var/x"))["NAME"],
        {"": "/var/x/numgames.sqlite3", "postgres://a@b/c": "c", "postgres://a@b/": WRONG, "mysql://a/b": WRONG},
    ),
    "DATABASE_DIRECT_URL": (
        lambda: (env.direct_database() or {}).get("HOST"),
        {"": None, "postgres://a@b/c": "b", "x": WRONG},
    ),
}


@pytest.mark.parametrize(
    ("name", "read", "values"), [*(("X", *row) for row in VARIABLES), *((name, *row) for name, row in NAMED.items())]
)
def test_a_variable(
    name: str, read: Callable[[], object], values: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for value, expected in values.items():
        monkeypatch.setenv(name, value)
        if expected is WRONG:
            with pytest.raises(ImproperlyConfigured, match=f"^{name} "):
                read()
        else:
            assert read() == expected, value


def test_the_site_that_signs_players_in_is_set_as_a_whole() -> None:
    club = env.Provider(SERVER, "Club", "x", "y")
    assert (provider(), club.origin) == (club, "https://id.example")
    assert provider(server="http://localhost:8000") == env.Provider("http://localhost:8000", "Club", "x", "y")
    assert provider(server="", name="", client_id="", client_secret="") is None
    with pytest.raises(ImproperlyConfigured, match=r"^OIDC_NAME, OIDC_CLIENT_SECRET must be set as well"):
        provider(name="", client_secret="")
    with pytest.raises(ImproperlyConfigured, match=r"^OIDC_SERVER is 'http://id\.example'"):
        provider(server="http://id.example")


def test_the_operator_is_who_the_variables_say(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, variable in enumerate(env.OPERATOR_VARIABLES.values()):
        monkeypatch.setenv(variable, f" {number} ")
    for name, value in (
        ("OPERATOR_ADDRESS", "a; b ;"),
        ("CONTACT_EMAIL", "a@b"),
        ("LOG_DAYS", "1"),
        ("ERROR_DAYS", "3"),
    ):
        monkeypatch.setenv(name, value)
    told = {name: str(number) for number, name in enumerate(env.OPERATOR_VARIABLES)}
    more = {"address": ("a", "b"), "contact": "a@b", "log_days": 1, "backup_days": 0, "error_days": 3}
    assert env.operator() == told | more
