"""The instructions of docs/deploy.md work literally: its blocks are extracted and run, nginx's and systemd's too."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
import ssl
import subprocess
import textwrap
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import httpx
import psycopg
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.ops.nginx import changed, nginx
from tests.services import _postgres_binaries, _redis_binary, free_port, postgres_url
from tests.serving import HOME, running

PATIENCE = 60  # seconds


def _blocks(mark: str) -> list[str]:
    """Return the indented blocks of docs/deploy.md that contain this text."""
    text = (HOME / "docs" / "deploy.md").read_text()
    return [textwrap.dedent(block) for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.M) if mark in block]


def _certificate(folder: Path) -> None:
    """Create a self-signed certificate for localhost."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    made = x509.CertificateBuilder(
        name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=1)
    )
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    signed = made.sign(key, hashes.SHA256())
    (folder / "fullchain.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "privkey.pem").write_bytes(key.private_bytes(*form))


class Front(NamedTuple):
    """The URL of nginx, and the context that trusts its certificate."""

    url: str
    trust: ssl.SSLContext


@contextmanager
def _nginx(folder: Path, port: int, site_port: int) -> Iterator[None]:
    """Run nginx with the documented block; only the ports and the paths of the certificate differ."""
    (block,) = _blocks("proxy_pass")
    changes = {
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        "/etc/letsencrypt/live/numgames.example": str(folder),
        "http://127.0.0.1:8000": f"http://127.0.0.1:{site_port}",
    }
    with nginx(folder, changed(block, changes)):
        yield


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """Return the site behind nginx, with the documented environment, but on another port than 443."""
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    _certificate(folder)
    (documented,) = _blocks("TRUSTED_PROXIES=1")
    url = f"https://localhost:{port}"
    env = dict(line.split("=", 1) for line in documented.split()) | {"SITE_URL": url, "ALLOWED_HOSTS": "localhost"}
    env["GUEST_LIMIT"] = "1/h/ip"
    with running(tmp_path_factory.mktemp("site"), env=env) as site, _nginx(folder, port, site.port):
        trust = ssl.create_default_context(cafile=folder / "fullchain.pem")
        yield Front(url, trust)


def _visitor(front: Front, address: str = "127.0.0.1") -> httpx.Client:
    """Return a client with this address, once nginx listens."""
    transport = httpx.HTTPTransport(verify=front.trust, retries=8, local_address=address)
    return httpx.Client(base_url=front.url, transport=transport, timeout=PATIENCE, headers={"Referer": f"{front.url}/"})


async def test_anna_signs_up_and_gets_her_socket_through_nginx(front: Front) -> None:
    with _visitor(front) as browser:
        browser.get("/accounts/signup/")
        form = {
            "csrfmiddlewaretoken": browser.cookies["__Host-csrf"],
            "username": "anna",
            "password1": "numbers are fun",
        }
        signed_up = browser.post("/accounts/signup/", data=form, headers={"Origin": front.url})
        assert (signed_up.status_code, signed_up.headers["location"]) == (302, "/lobby/")
        cookie = f"__Host-session={browser.cookies['__Host-session']}"
        address = f"{front.url.replace('https', 'wss')}/ws/lobby/"
        headers = {"Cookie": cookie}
        async with connect(address, ssl=front.trust, origin=Origin(front.url), additional_headers=headers) as page:
            await page.send("{}")
            assert "partials" in await page.recv()


def test_limits_count_the_visitors_address_and_not_the_proxys(front: Front) -> None:
    def becomes_a_guest(address: str, forged: str) -> int:
        with _visitor(front, address) as browser:
            browser.get("/lobby/")
            headers = {"X-CSRFToken": browser.cookies["__Host-csrf"], "Origin": front.url, "X-Forwarded-For": forged}
            return browser.post("/accounts/guest/", headers=headers).status_code

    assert becomes_a_guest("127.0.0.2", "203.0.113.5") == 302
    assert becomes_a_guest("127.0.0.2", "203.0.113.6") == 429
    assert becomes_a_guest("127.0.0.3", "203.0.113.5") == 302


def test_nginx_refuses_a_large_body_itself(front: Front) -> None:
    with _visitor(front) as browser:
        assert browser.post("/accounts/login/", content=b"x" * (1024 * 1024 + 1)).status_code == 413


def test_who_runs_no_subdomains_is_not_bound_by_them(front: Front) -> None:
    with _visitor(front) as browser:
        assert browser.get("/").headers["Strict-Transport-Security"] == "max-age=31536000"


class Machine(NamedTuple):
    """A copy of the code in the place of /srv/numgames, the environment of its processes, and their socket."""

    code: Path
    env: dict[str, str]
    listening: socket.socket

    def run(self, block: str, terminal: str = "") -> str:
        """Run a documented block in the folder of the code; `terminal` is what is typed. Return what it prints."""
        lines = re.sub(r"(?m)^manage\.py", ".venv/bin/python manage.py", block)
        ran = subprocess.run(
            ["bash", "-euc", lines], cwd=self.code, env=self.env, input=terminal, capture_output=True, text=True,
            check=False, start_new_session=True,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout + ran.stderr

    @contextmanager
    def unit(self, name: str) -> Iterator[None]:
        """Run a documented unit as systemd would, with the socket as descriptor 3; it has to stop when it is told."""
        text = next(block for block in _blocks("[Service]") if name in block).split(f"system/{name}\n")[1]
        unit = dict(re.findall(r"^(\w+)=(.*)$", text.partition("\n# /etc")[0], re.M))
        assert (unit["WorkingDirectory"], unit["EnvironmentFile"]) == ("/srv/numgames", "/etc/numgames.env")
        command = unit["ExecStart"].replace("/srv/numgames", str(self.code)).split()
        descriptor = self.listening.fileno()
        process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{descriptor}', "unit", *command],
            cwd=self.code,
            env=self.env,
            pass_fds=[descriptor],
        )
        try:
            yield
            process.terminate()
            assert process.wait(int(unit["TimeoutStopSec"])) == 0
        finally:
            process.kill()
            process.wait()


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """Return a machine with PostgreSQL, Redis and the code, on which the documented database has been created."""
    code, name, password = tmp_path / "numgames", f"numgames_{secrets.token_hex(4)}", secrets.token_hex(8)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HOME, capture_output=True, text=True, check=True).stdout
    for file in filter(None, listed.split("\0")):
        if not file.startswith("tests/") and (HOME / file).exists():
            (code / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(HOME / file, code / file)
    (code / ".venv").symlink_to(HOME / ".venv")
    (redis,) = _blocks("maxmemory-policy")
    (documented,) = _blocks("TRUSTED_PROXIES=1")
    with ExitStack() as stack:
        url = stack.enter_context(postgres_url())
        server = psycopg.conninfo.conninfo_to_dict(url)
        redis_port = free_port()
        storage = subprocess.Popen(
            [_redis_binary(), "-", "--port", str(redis_port), "--save", ""],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            cwd=tmp_path,
        )
        stack.callback(storage.wait)
        stack.callback(storage.kill)
        assert storage.stdin
        storage.stdin.write(redis)
        storage.stdin.close()
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        env = dict(line.split("=", 1) for line in documented.split()) | {
            "PATH": f"{_postgres_binaries(tmp_path)}:{os.environ['PATH']}",
            "PGHOST": str(server["host"]),
            "PGPORT": str(server["port"]),
            "PGUSER": str(server["user"]),
            "PGDATABASE": "postgres",
            "SECRET_KEY": secrets.token_urlsafe(64),
            "ALLOWED_HOSTS": "localhost",
            "SITE_URL": f"https://localhost:{free_port()}",
            "DATABASE_URL": f"postgres://{name}:{password}@{server['host']}:{server['port']}/{name}",
            "REDIS_URL": f"redis://127.0.0.1:{redis_port}/0",
        }
        machine = Machine(code, env, listening)
        (database,) = _blocks("createdb")
        machine.run(changed(database, {"numgames": name}), terminal=2 * f"{password}\n")
        try:
            yield machine
        finally:
            machine.run(f"dropdb --force {name} && dropuser {name}")


@pytest.mark.thorough
@pytest.mark.postgres
def test_the_documented_commands_and_units_set_up_a_site_and_bring_it_back(machine: Machine, tmp_path: Path) -> None:
    (upgrade,) = _blocks("collectstatic")
    machine.run(upgrade)
    printed = machine.run("manage.py check --deploy")
    assert set(re.findall(r"\w+\.[EW]\d+", printed)) <= {"security.W005", "security.W021", "notifications.W001"}

    folder = tmp_path / "nginx"
    folder.mkdir()
    _certificate(folder)
    url, port = machine.env["SITE_URL"], machine.listening.getsockname()[1]
    front = Front(url, ssl.create_default_context(cafile=folder / "fullchain.pem"))
    (backup,) = _blocks("manage.py backup")
    take, put_back = changed(backup, {"/backups": str(tmp_path)}).strip().splitlines()
    with ExitStack() as stack:
        for name in ("numgames@.service", "numgames@.service", "numgames-clock.service"):
            stack.enter_context(machine.unit(name))
        stack.enter_context(_nginx(folder, int(url.rpartition(":")[2]), port))
        browser = stack.enter_context(_visitor(front))
        browser.get("/accounts/signup/")
        form = {"csrfmiddlewaretoken": browser.cookies["__Host-csrf"], "username": "anna"}
        form["password1"] = "numbers are fun"
        assert browser.post("/accounts/signup/", data=form, headers={"Origin": front.url}).status_code == 302
        until = time.monotonic() + PATIENCE
        while (ready := browser.get("/readyz")).status_code != 200:
            assert time.monotonic() < until, ready.text
            time.sleep(0.1)
        machine.run(take)
    shell = 'manage.py shell -v0 -c "from accounts.models import User; {}"'
    machine.run(shell.format("User.objects.filter(username='anna').update(username='bertha')"))
    machine.run(put_back)
    machine.run("manage.py migrate\nmanage.py recompute_ratings --check\nmanage.py recount_draws --check")
    assert machine.run(shell.format("print(User.objects.filter(username='anna').count())")).strip() == "1"
