"""The instructions of docs/deploy.md work literally: nginx accepts its block, and matches are played through it."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.services import free_port
from tests.serving import HOME, running

PATIENCE = 60  # seconds
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
MAIN = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/numgames.conf;
}}
"""


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
    for documented, here in changes.items():
        assert documented in block
        block = block.replace(documented, here)
    (folder / "numgames.conf").write_text(block)
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user="user root;" if os.geteuid() == 0 else ""))
    command = [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    server = subprocess.Popen(command)
    try:
        yield
    finally:
        server.terminate()
        server.wait(PATIENCE)


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
        form = {"csrfmiddlewaretoken": browser.cookies["csrftoken"], "username": "anna", "password1": "numbers are fun"}
        signed_up = browser.post("/accounts/signup/", data=form, headers={"Origin": front.url})
        assert (signed_up.status_code, signed_up.headers["location"]) == (302, "/lobby/")
        cookie = f"sessionid={browser.cookies['sessionid']}"
        address = f"{front.url.replace('https', 'wss')}/ws/lobby/"
        headers = {"Cookie": cookie}
        async with connect(address, ssl=front.trust, origin=Origin(front.url), additional_headers=headers) as page:
            await page.send("{}")
            assert "html" in await page.recv()


def test_limits_count_the_visitors_address_and_not_the_proxys(front: Front) -> None:
    def becomes_a_guest(address: str, forged: str) -> int:
        with _visitor(front, address) as browser:
            browser.get("/lobby/")
            headers = {"X-CSRFToken": browser.cookies["csrftoken"], "Origin": front.url, "X-Forwarded-For": forged}
            return browser.post("/accounts/guest/", headers=headers).status_code

    assert becomes_a_guest("127.0.0.2", "203.0.113.5") == 302
    assert becomes_a_guest("127.0.0.2", "203.0.113.6") == 429
    assert becomes_a_guest("127.0.0.3", "203.0.113.5") == 302


def test_nginx_refuses_a_large_body_itself(front: Front) -> None:
    with _visitor(front) as browser:
        assert browser.post("/accounts/login/", content=b"x" * (1024 * 1024 + 1)).status_code == 413


def test_whoever_runs_no_subdomains_is_not_bound_by_them(front: Front) -> None:
    with _visitor(front) as browser:
        assert browser.get("/").headers["Strict-Transport-Security"] == "max-age=31536000"
