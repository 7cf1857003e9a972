"""A mistake in the configuration ends the start with one sentence that names the variable."""

from __future__ import annotations

import os
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from numgames.environment import flag, requests_and_connections, words
from tests.services import free_port, postgres_url
from tests.serving import HOME, PATIENCE, Site, environment, fresh_database, running
from tests.sizes import cases

pytestmark = pytest.mark.any_stack  # each case names the database it is about

SERVE = ("serve", "--prepare", "--port", "0")
PROTOCOL = 3 << 16  # the version of PostgreSQL's protocol, in the first message of a connection
COMMANDS = (SERVE, ("serve", "--port", "0"), ("clock",), ("migrate",))


def output_of(folder: Path, command: tuple[str, ...], env: Mapping[str, str], program: str = "manage.py") -> str:
    """Run a command, which must fail; return what it printed."""
    start = [sys.executable, str(HOME / program)] if program.endswith(".py") else [str(HOME / program)]
    result = subprocess.run(
        [*start, *command], env=os.environ | environment(folder) | {"DATABASE_URL": "", "REDIS_URL": "", **env},
        cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert result.returncode == 1, result.stdout
    return result.stdout


def refusal_of(folder: Path, command: tuple[str, ...], env: Mapping[str, str]) -> str:
    """Return the same of a command whose settings are right, in a process that need not load Django."""
    result = Site(folder, env={"DATABASE_URL": "", "REDIS_URL": "", **env}).attempt(*command)
    assert result.returncode == 1, result
    return result.stdout + result.stderr


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("DATABASE_URL", "foo", "DATABASE_URL is not an address such as postgres://user:password@host/numgames."),
        ("DATABASE_URL", "mysql://a/b", "DATABASE_URL is not an address such as"),
        ("DATABASE_DIRECT_URL", "foo", "DATABASE_DIRECT_URL is not an address such as"),
        ("WORKERS", "abc", "WORKERS is 'abc', but must be a whole number from 0 to 64."),
        ("WORKERS_NICE", "20", "WORKERS_NICE is '20', but must be a whole number from 0 to 19."),
        ("DATABASE_POOL", "37", "DATABASE_POOL is '37', but must be a whole number of at least 38."),
        ("TRUSTED_PROXIES", "-1", "TRUSTED_PROXIES is '-1', but must be a whole number of at least 0."),
        ("GUEST_LIMIT", "many", "GUEST_LIMIT is 'many', but must be a rate such as 400/h/ip."),
        ("BEHIND_PROXY", "maybe", "BEHIND_PROXY is 'maybe', but must be 1 or 0."),
        ("REDIS_URL", "nonsense", "REDIS_URL is not an address such as redis://host:6379/0."),
        ("REDIS_URL", "redis://host:six/0", "REDIS_URL is not an address such as redis://host:6379/0."),
        ("SITE_URL", "numgames.example", "SITE_URL is 'numgames.example', but must be an address such as"),
        ("SITE_URL", "https://[numgames", "SITE_URL is 'https://[numgames', but must be an address such as"),
        ("SITE_URL", "https://a.example?b", "SITE_URL is 'https://a.example?b', but must be an address such as"),
        ("LOG_LEVEL", "loud", "LOG_LEVEL is 'loud', but must be one of DEBUG, INFO, WARNING and ERROR."),
        ("GAME_PACKAGES", "games,nosuch", "GAME_PACKAGES names 'nosuch', which Python cannot find."),
        ("SECRET_KEY", "", "Set SECRET_KEY, or start the site once with script/server, which makes one."),
        ("CONTACT_EMAIL", "anna", "CONTACT_EMAIL is 'anna', but must be one address such as info@numgames.example."),
        ("OPERATOR_ADDRESS", "Street 1", "OPERATOR_ADDRESS is set, but OPERATOR_NAME is not."),
        ("LOG_DAYS", "long", "LOG_DAYS is 'long', but must be a whole number from 0 to 3650."),
        ("PORT", "abc", "PORT is 'abc', but must be a whole number from 0 to 65535."),
    ],
)
def test_a_bad_value_is_told_in_one_sentence(tmp_path: Path, variable: str, value: str, sentence: str) -> None:
    env = {"DATABASE_URL": "postgres://nobody@127.0.0.1/none"} if variable == "DATABASE_POOL" else {}
    (line,) = output_of(tmp_path, SERVE, {**env, variable: value}).splitlines()
    assert line.startswith(sentence)


def test_a_key_that_is_none_is_told_in_one_sentence(tmp_path: Path) -> None:
    (line,) = refusal_of(tmp_path, SERVE, {"VAPID_PRIVATE_KEY": "x"}).splitlines()
    assert line.startswith("VAPID_PRIVATE_KEY is no key:")


@pytest.mark.parametrize(
    ("pool", "requests", "served"),
    [("", "", (16, 68)), ("", "4", (4, 44)), ("40", "", (2, 40)), ("200", "", (16, 200)), ("200", "82", (82, 200))],
)
def test_pages_and_connections_follow_from_each_other(
    monkeypatch: pytest.MonkeyPatch, pool: str, requests: str, served: tuple[int, int]
) -> None:
    monkeypatch.setenv("DATABASE_POOL", pool)
    monkeypatch.setenv("REQUESTS_AT_ONCE", requests)
    assert requests_and_connections(4, has_pool=True) == served


def test_more_pages_than_connections_are_refused_at_the_start(tmp_path: Path) -> None:
    postgres = {"DATABASE_URL": "postgres://nobody@127.0.0.1/none"}
    (line,) = output_of(tmp_path, SERVE, {**postgres, "DATABASE_POOL": "40", "REQUESTS_AT_ONCE": "3"}).splitlines()
    assert line.startswith("REQUESTS_AT_ONCE is 3, but a DATABASE_POOL of 40 has room for 2:")


def test_a_list_may_have_spaces_after_its_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "numgames.example, www.numgames.example,")
    assert words("ALLOWED_HOSTS", "") == ["numgames.example", "www.numgames.example"]


def test_an_empty_variable_turns_nothing_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RATE_LIMITS", "")
    assert flag("RATE_LIMITS", True)


@cases("command", {" ".join(command): command for command in COMMANDS}, default=[" ".join(COMMANDS[0])])
def test_no_postgresql_there(tmp_path: Path, command: tuple[str, ...]) -> None:
    port = free_port()
    printed = refusal_of(tmp_path, command, {"DATABASE_URL": f"postgres://numgames:secret@127.0.0.1:{port}/numgames"})
    assert printed == f"DATABASE_URL: PostgreSQL on 127.0.0.1, port {port} cannot be used: Connection refused.\n"


@pytest.mark.thorough
@pytest.mark.parametrize("command", [SERVE, ("clock",)], ids=" ".join)
def test_a_database_that_is_starting_is_waited_for(tmp_path: Path, command: tuple[str, ...]) -> None:
    with starting_up(refusals=2) as port:
        printed = output_of(tmp_path, command, {"DATABASE_URL": f"postgres://numgames@127.0.0.1:{port}/numgames"})
    waiting, again, ended = printed.splitlines()
    assert waiting.endswith(" WARNING numgames.startup: PostgreSQL is starting up; waiting for it")
    assert again.endswith("waiting for it")
    assert ended == f"DATABASE_URL: PostgreSQL on 127.0.0.1, port {port} cannot be used: Connection refused."


@contextmanager
def starting_up(refusals: int) -> Iterator[int]:
    """Yield the port of a server that answers as PostgreSQL does while it starts, and after so many times is gone."""
    fields = b"SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0"
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        refused = 0
        with listening:
            while refused < refusals:
                connection, _address = listening.accept()
                with connection:
                    while struct.unpack("!ii", connection.recv(4096)[:8])[1] != PROTOCOL:  # asks for encryption
                        connection.sendall(b"N")
                    connection.sendall(b"E" + struct.pack("!i", len(fields) + 4) + fields)
                    refused += 1

    thread = Thread(target=serve)
    thread.start()
    yield listening.getsockname()[1]
    thread.join()


@pytest.mark.thorough
def test_no_such_database(tmp_path: Path) -> None:
    with postgres_url() as server:
        printed = output_of(tmp_path, ("clock",), {"DATABASE_URL": f"{server.rpartition('/')[0]}/nosuch"})
    assert printed.startswith("DATABASE_URL: PostgreSQL on 127.0.0.1, port ")
    assert printed.endswith('database "nosuch" does not exist.\n')


def test_no_tables_there(tmp_path: Path) -> None:
    with fresh_database() as database:
        printed = refusal_of(tmp_path, ("serve", "--port", "0"), database)
    assert printed == "CommandError: The database lacks tables: run `manage.py migrate`, or `serve --prepare`.\n"


@pytest.mark.thorough
def test_no_place_for_the_data(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    printed = output_of(tmp_path, SERVE, {"NUMGAMES_VAR": str(tmp_path / "file" / "var")})
    assert printed.startswith(f"NUMGAMES_VAR: the database {tmp_path}/file/var/numgames.sqlite3 cannot be used: ")
    assert len(printed.splitlines()) == 1


@pytest.mark.thorough
def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, running(tmp_path) as site:
        port = str(taken.getsockname()[1])
        printed = output_of(tmp_path, ("serve", "--port", port), site.env)
    (line,) = printed.splitlines()
    assert line.startswith(f"CommandError: Cannot listen on 127.0.0.1, port {port}: [Errno 98] Address already in use")
    assert line.endswith("Choose another with --port.")


def test_script_server_says_it_too(tmp_path: Path) -> None:
    printed = output_of(tmp_path, ("--port", "0"), {"WORKERS": "abc"}, program="script/server")
    assert printed.splitlines()[-1] == "WORKERS is 'abc', but must be a whole number from 0 to 64."
    assert "Traceback" not in printed


def test_without_redis_the_site_starts_with_a_warning(tmp_path: Path) -> None:
    port = free_port()
    with running(tmp_path, env={"REDIS_URL": f"redis://127.0.0.1:{port}/0"}) as site:
        assert f"REDIS_URL: Redis on 127.0.0.1, port {port} does not answer; the site starts without it: " in site.log
