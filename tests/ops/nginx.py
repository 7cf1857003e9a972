"""nginx as a process of the tests, with the configuration that the site documents or ships."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 60  # seconds
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
MAIN = """
{user}
daemon off;
worker_processes 2;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{
    worker_connections 70000;  # as docs/deploy.md has it
}}
http {{
    include /etc/nginx/mime.types;
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/numgames.conf;
}}
"""


def changed(configuration: str, changes: dict[str, str]) -> str:
    """Return the configuration with other ports and paths; each that is changed must be there."""
    for documented, here in changes.items():
        assert documented in configuration, documented
        configuration = configuration.replace(documented, here)
    return configuration


@contextmanager
def nginx(folder: Path, configuration: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run nginx with this configuration of the site until the end."""
    (folder / "numgames.conf").write_text(configuration)
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user="user root;" if os.geteuid() == 0 else ""))
    command = [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    (folder / "nginx.pid").unlink(missing_ok=True)  # the check makes one, too; the server does when it listens
    server = subprocess.Popen(command)
    try:
        until = time.monotonic() + PATIENCE
        while not (folder / "nginx.pid").exists():
            assert time.monotonic() < until, "nginx does not start"
            time.sleep(0.02)
        yield server
    finally:
        server.terminate()
        server.wait(PATIENCE)


def reload(server: subprocess.Popen[bytes]) -> None:
    """Have nginx resolve its servers again, as `nginx -s reload` does; running requests go on."""
    server.send_signal(signal.SIGHUP)
