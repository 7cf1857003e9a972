"""Addresses in mails and calendars lead to the port on which the site listens."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.serving import HOME, PATIENCE, running

ANNA = """
import json
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client
from accounts.models import User
from games.catalogue import games
from games.discovery.calendars import renew, token_of
from games.matches.play.opening import start_match
from games.matches.time.control import TimeControl
from games.notifications.services import send_test

anna, bob = (User.objects.create_user(name) for name in ("anna", "bob"))
EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
browser = Client()
browser.force_login(anna, settings.AUTHENTICATION_BACKENDS[0])
options, days = games()["summy"].options_type(), TimeControl.correspondence(days=3)
start_match(game_slug="summy", options=options, first=anna, second=bob, time_control=days)
renew(anna)
send_test(anna)
print(json.dumps([token_of(anna), browser.cookies[settings.SESSION_COOKIE_NAME].value]))
"""

AGAIN = """
from core import clock
from accounts.models import User
from games.notifications.services import notify

notify(User.objects.get(username="anna"), "test", "again", now=clock.now())
"""


def mail_in(printed: Callable[[], str]) -> str:
    """Return the mail that a process prints, without the folds of quoted-printable."""
    until = time.monotonic() + PATIENCE
    while not (mail := re.search(r"^MIME-Version.*?^-{79}$", printed(), re.M | re.S)):
        assert time.monotonic() < until, printed()
        time.sleep(0.05)
    return mail[0].replace("=\n", "").replace("=3D", "=")


def hosts_of(text: str) -> set[str]:
    """Return the hosts, with their ports, of all absolute addresses in a text."""
    return set(re.findall(r"https?://([^/\s<>\"]+)", text.replace("\r\n ", "")))


@pytest.mark.thorough
def test_mails_and_calendars_have_the_port_of_the_server(tmp_path: Path) -> None:
    with running(tmp_path, env={"PORT": "1", "SITE_URL": ""}) as site:
        token, session = json.loads(site.manage("shell", "-v0", "-c", ANNA))
        mail = mail_in(lambda: site.log)
        assert f"<{site.url}/notifications/unsubscribe/" in mail
        assert hosts_of(mail) == {f"localhost:{site.port}"}

        here = f"http://127.0.0.1:{site.port}"
        settings = httpx.get(f"{here}/accounts/settings/", cookies={"sessionid": session})
        assert f'value="{here}/calendar/{token}.ics"' in settings.text
        calendar = httpx.get(f"{here}/calendar/{token}.ics").text
        assert "BEGIN:VEVENT" in calendar
        assert hosts_of(calendar) == {f"127.0.0.1:{site.port}"}


def mail_of(command: list[str], env: dict[str, str]) -> str:
    """Run a command until it has printed a mail, and return the mail."""
    printed = list[str]()
    with subprocess.Popen(command, env=env, text=True, stdout=subprocess.PIPE) as process:
        assert process.stdout
        reader = threading.Thread(target=printed.extend, args=(process.stdout,))
        reader.start()
        try:
            return mail_in(lambda: "".join(printed))
        finally:
            process.terminate()
            reader.join()


@pytest.mark.thorough
def test_mails_of_a_scheduler_have_the_port_that_it_is_told(tmp_path: Path) -> None:
    with running(tmp_path, env={"SITE_URL": ""}, options=("--no-clock",)) as site:
        site.manage("shell", "-v0", "-c", ANNA)
        for env, options, port in (({"PORT": "8220"}, [], 8220), ({"PORT": "8220"}, ["--port", "8221"], 8221)):
            command = [sys.executable, str(HOME / "manage.py"), "clock", *options]
            assert hosts_of(mail_of(command, site.env | env)) == {f"localhost:{port}"}
            site.manage("shell", "-v0", "-c", AGAIN)
