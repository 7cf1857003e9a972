"""compose.yaml, the Dockerfile and the proxy's configuration agree with each other and with the settings."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import yaml

from numgames.serving.server import PATIENCE as SHUTDOWN
from tests.ops.load import Load
from tests.ops.nginx import nginx
from tests.ops.pairs import make_pairs, stored_moves
from tests.ops.production import COMPOSE, SERVICES, WEB, Production, configuration, production, settings_of
from tests.services import free_port
from tests.serving import HOME, Site

OURS = ("prepare", "web1", "web2", "scheduler")
DOCUMENTED = (HOME / "docs" / "deploy.md").read_text()
DOCKERFILE = (HOME / "Dockerfile").read_text()
PATIENCE = 90  # seconds
LANES, MATCHES = 3, 24
[IMAGE_USER] = re.findall(r"^USER (\d+)$", DOCKERFILE, re.MULTILINE)
CHOSEN = {"DATABASE_URL", "LOG_FORMAT", "TRUSTED_PROXIES"}  # whose defaults differ in containers
ELSEWHERE = {  # documented variables that suit no container, or that it has from elsewhere
    "DATABASE_DIRECT_URL",  # no PgBouncer
    "PROMETHEUS_MULTIPROC_DIR",  # one process each
    "WEBHOOKS_INSIDE",  # for the development of programs
    "ESBUILD",  # the image's
}  # fmt: skip
ENOUGH = 12  # moves between two steps of the upgrade


@pytest.mark.parametrize("service", OURS)
def test_our_services_may_write_their_volume_only(service: str) -> None:
    told = SERVICES[service]
    assert told["read_only"] is True
    assert told["user"].partition(":")[0] == IMAGE_USER != "0"
    assert told["cap_drop"] == ["ALL"]
    assert told["security_opt"] == ["no-new-privileges:true"]
    assert int(told["stop_grace_period"].removesuffix("s")) > 2 * SHUTDOWN


@pytest.mark.parametrize("service", OURS)
def test_every_variable_is_read_and_documented(service: str) -> None:
    settings = "".join((HOME / "numgames" / name).read_text() for name in ("settings.py", "environment.py"))
    for name in settings_of(service):
        assert f'"{name}"' in settings, name
        assert f"`{name}`" in DOCUMENTED, name


def test_every_documented_variable_reaches_the_site() -> None:
    table = DOCUMENTED.partition("## Environment variables")[2].partition("\n## ")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    documented = {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    assert documented - set(settings_of("web1")) == ELSEWHERE


def test_a_variable_that_is_not_set_has_its_default() -> None:
    given = SERVICES["web1"]["environment"]
    fixed = {name: settings_of("web1")[name] for name, value in given.items() if "${" not in value or name in CHOSEN}
    empty = {name: value for name, value in settings_of("web1").items() if name not in fixed}
    assert loaded_settings(fixed | empty) == loaded_settings(fixed)


def loaded_settings(env: dict[str, str]) -> str:
    """Return all settings as this environment makes them."""
    names = "{name: value for name, value in vars(settings).items() if name.isupper() and name != 'LANGUAGES'}"
    show = [sys.executable, "-c", f"from numgames import settings; print({names})"]
    fixed = {"SECRET_KEY": "x" * 50, "PYTHONHASHSEED": "0"}  # prepare makes a key; sets are printed in one order
    return subprocess.run(show, cwd=HOME, env=env | fixed, capture_output=True, text=True, check=True).stdout


def test_images_have_a_version_and_services_a_check() -> None:
    for name, told in SERVICES.items():
        assert re.search(r":\d", told["image"]) or "build" in told, name
        assert told["healthcheck"], name
        assert set(told.get("depends_on", {})) <= set(SERVICES), name
        sources = {volume.partition(":")[0] for volume in told.get("volumes", ())}
        assert sources <= {*COMPOSE["volumes"], "./deploy/nginx.conf"}, name
    images = re.findall(r"^FROM (\S+)", DOCKERFILE, re.M)
    python = [image for image in images if image.startswith("python:")]
    assert len(set(python)) == 1
    assert [image for image in images if image not in python] == ["node:24-slim"]
    assert re.fullmatch(r"python:3\.\d+-slim-\w+", python[0])


def test_only_the_proxy_is_reached_from_outside() -> None:
    assert [name for name, told in SERVICES.items() if "ports" in told] == ["proxy"]
    assert SERVICES["proxy"]["ports"] == ["127.0.0.1:${PORT:-8000}:8080"]
    assert COMPOSE["networks"]["inside"]["internal"] is True
    for name in ("database", "redis"):
        assert SERVICES[name]["networks"] == ["inside"]


def test_the_dockerfile_has_no_fault() -> None:
    linted = subprocess.run(
        [Path(sys.executable).with_name("hadolint"), HOME / "Dockerfile"], capture_output=True, text=True, check=False
    )
    assert (linted.returncode, linted.stdout) == (0, "")


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Production]:
    """Return the running services of compose.yaml, once the scheduler works: before, a signal ends it at once."""
    with production(tmp_path_factory.mktemp("production")) as site:
        until = time.monotonic() + PATIENCE
        while probed("scheduler", site):
            assert time.monotonic() < until, "no heartbeat"
        yield site


def probed(service: str, site: Production) -> int:
    """Run the health check of a service; return its exit status."""
    mark, script, url, *rest = SERVICES[service]["healthcheck"]["test"]
    assert mark == "CMD"
    [host] = re.findall(r"//([\w.]+)", url)
    name = service if host == "127.0.0.1" else host
    url = re.sub(r"//[\w.]+:8000", f"//127.0.0.1:{site.webs[name].port}", url)
    return subprocess.run([HOME / script, url, *rest], capture_output=True, check=False).returncode


@pytest.mark.thorough
def test_every_health_check_passes(services: Production) -> None:
    assert [probed(name, services) for name in ("scheduler", *WEB)] == [0, 0, 0]
    assert httpx.get(f"{services.url}/readyz", timeout=PATIENCE).json()["status"] == "ok"


def test_the_proxy_serves_static_files_itself_and_hides_metrics(site: Site, tmp_path: Path) -> None:
    """In front of one site, as to start all services takes long."""
    (tmp_path / "static").symlink_to(site.env["STATIC_ROOT"])
    url = f"http://localhost:{(port := free_port())}"
    with nginx(tmp_path, configuration(port, tmp_path, dict.fromkeys(WEB, site.port))):
        _assert_proxied(url)


def _assert_proxied(url: str) -> None:
    assert httpx.get(f"{url}/metrics", timeout=PATIENCE).status_code == 404
    page = httpx.get(url, timeout=PATIENCE)
    path = next(part for part in page.text.split('"') if part.startswith("/static/css/"))
    file = httpx.get(f"{url}{path}", headers={"Accept-Encoding": "gzip"}, timeout=PATIENCE)
    assert file.headers["server"] == "nginx"
    assert file.headers["content-type"] == "text/css"
    assert "immutable" in file.headers["cache-control"]
    told = httpx.get(page.url, timeout=PATIENCE).headers
    for name in ("Cross-Origin-Resource-Policy", "X-Content-Type-Options"):
        assert file.headers[name] == told[name], name
    assert httpx.get(f"{url}/static/nowhere.css", timeout=PATIENCE).status_code == 404


@pytest.mark.thorough
async def test_a_rolling_restart_under_load_is_no_error_at_any_client(services: Production) -> None:
    _assert_proxied(services.url)
    pairs = await asyncio.to_thread(make_pairs, services.webs["web1"], MATCHES)
    load = Load(services.url, pairs)
    async with load.running(LANES):
        await load.moves(ENOUGH)
        for name in WEB:
            await asyncio.to_thread(services.replace, name)
            await load.moves(ENOUGH)
    assert load.errors == []
    assert set(load.closed) == {4012}  # pages were told to reconnect, and did
    assert stored_moves(services.webs["web1"]) == {pair.match: pair.moves for pair in pairs}


def test_the_dashboard_is_one_that_grafana_imports() -> None:
    dashboard = yaml.safe_load((HOME / "deploy" / "grafana.json").read_text())  # JSON is YAML
    assert dashboard["panels"]
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
