"""Sign-in with another site by OpenID Connect, against a small provider on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from allauth.socialaccount.models import SocialAccount
from django.db import connection
from django.test import Client
from pytest_django import Settings
from pytest_django.asserts import assertContains, assertRedirects

from accounts.adapters import ProviderAdapter
from accounts.models import SecurityEvent, User
from accounts.services import delete_account
from tests.accounts.proof import prove
from tests.exports import export_of
from tests.services import free_port

pytestmark = pytest.mark.any_stack
LOGIN = "/accounts/oidc/oidc/login/"
CONNECTIONS = "/accounts/3rdparty/"
PERSON = {"sub": "club-7", "email": "dora@example.org", "email_verified": True, "preferred_username": "dora"}
WHOLE = {
    "OIDC_SERVER": "https://id.example/realm",
    "OIDC_NAME": "Club",
    "OIDC_CLIENT_ID": "x",
    "OIDC_CLIENT_SECRET": "y",
}


class Club(BaseHTTPRequestHandler):
    """The provider: it signs all callers in as one person, and returns the nonce in the id token."""

    nonce: str | None = None
    claims: Mapping[str, object] = {}  # instead of the right ones

    def do_GET(self) -> None:
        server = self._address()
        names = {"authorization_endpoint": "authorize", "token_endpoint": "token", "userinfo_endpoint": "person"}
        config = {"issuer": server, "jwks_uri": f"{server}/keys"} | {
            key: f"{server}/{path}" for key, path in names.items()
        }
        self._answer(config if self.path.startswith("/.well-known/") else PERSON)

    def do_POST(self) -> None:
        form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        assert form["code_verifier"], "PKCE"
        now, server = int(time.time()), self._address()
        claims = PERSON | {"iss": server, "aud": "numgames", "iat": now, "exp": now + 60}
        claims |= {"nonce": Club.nonce} if Club.nonce else {}
        claims |= Club.claims
        self._answer({"access_token": "a", "token_type": "Bearer", "id_token": jwt.encode(claims, "k" * 32)})

    def _address(self) -> str:
        assert isinstance(self.server, ThreadingHTTPServer)
        return f"http://localhost:{self.server.server_port}"

    def _answer(self, value: object) -> None:
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@pytest.fixture
def club(settings: Settings) -> Iterator[None]:
    """Configure a provider that runs on this machine."""
    with ThreadingHTTPServer(("localhost", 0), Club) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://localhost:{server.server_port}"
        app = {"provider_id": "oidc", "name": "Club", "client_id": "numgames", "secret": "s"}
        more = {"settings": {"server_url": address, "oauth_pkce_enabled": True}}
        settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [app | more]}}
        yield
        server.shutdown()


def go_there_and_back(browser: Client, process: str = "login") -> str:
    """Press the button, let the provider send the browser back; return where that leads."""
    away = browser.post(f"{LOGIN}?process={process}").headers["Location"]
    sent = parse_qs(urlsplit(away).query)
    state, Club.nonce = sent["state"][0], sent["nonce"][0]
    back = browser.get(f"{LOGIN}callback/", {"code": "c", "state": state})
    assert back.status_code == 302, back.content
    return back.headers["Location"]


def test_dora_signs_up_with_the_club_and_comes_back(newcomer: Client, club: None) -> None:
    assertContains(newcomer.get("/accounts/login/"), "Sign in with Club")
    assert go_there_and_back(newcomer) == "/accounts/3rdparty/signup/"
    assertContains(newcomer.get("/accounts/3rdparty/signup/"), "You come from Club")
    newcomer.post("/accounts/3rdparty/signup/", {"username": "Dora", "email": ""})
    dora = User.objects.get()
    assert (dora.username, dora.has_usable_password()) == ("Dora", False)
    again = Client()
    assert go_there_and_back(again) == "/lobby/"
    assert again.session["_auth_user_id"] == str(dora.pk)


@pytest.mark.parametrize("nonce", [None, "", "of another sign-in"])
def test_an_id_token_of_another_sign_in_opens_nothing(newcomer: Client, club: None, nonce: str | None) -> None:
    sent = [parse_qs(urlsplit(newcomer.post(LOGIN).headers["Location"]).query) for _sign_in in range(2)]
    assert len({one["nonce"][0] for one in sent}) == 2
    assert len(sent[0]["nonce"][0]) >= 43
    Club.nonce = nonce
    answer = newcomer.get(f"{LOGIN}callback/", {"code": "c", "state": sent[0]["state"][0]})
    assertContains(answer, "The other site did not sign you in.", status_code=401)
    assert not newcomer.session.keys() & {"_auth_user_id", "socialaccount_sociallogin"}
    assertRedirects(newcomer.get("/accounts/3rdparty/signup/"), "/accounts/login/")


@pytest.mark.parametrize("claims", [{"aud": "other"}, {"iss": "https://other.example"}, {"exp": 1}], ids=str)
def test_an_id_token_that_is_not_for_this_site_opens_nothing(
    newcomer: Client, club: None, claims: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Club, "claims", claims)
    sent = parse_qs(urlsplit(newcomer.post(LOGIN).headers["Location"]).query)
    monkeypatch.setattr(Club, "nonce", sent["nonce"][0])
    answer = newcomer.get(f"{LOGIN}callback/", {"code": "c", "state": sent["state"][0]})
    assertContains(answer, "The other site did not sign you in.", status_code=401)
    assert not newcomer.session.keys() & {"_auth_user_id", "socialaccount_sociallogin"}


def test_another_site_that_is_down_is_said_in_a_sentence(newcomer: Client, settings: Settings) -> None:
    app = {"provider_id": "oidc", "name": "Club", "client_id": "numgames", "secret": "s"}
    more = {"settings": {"server_url": f"http://localhost:{free_port()}", "oauth_pkce_enabled": True}}
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [app | more]}}
    assertContains(newcomer.post(LOGIN), "The other site did not sign you in.", status_code=401)


def test_a_visitor_cannot_choose_the_nonce(newcomer: Client, club: None) -> None:
    away = newcomer.post(f"{LOGIN}?auth_params=nonce%3Dmine").headers["Location"]
    assert parse_qs(urlsplit(away).query)["nonce"] != ["mine"]


def test_the_rules_for_names_hold_there_too(newcomer: Client, anna: User, club: None) -> None:
    go_there_and_back(newcomer)
    assertContains(newcomer.post("/accounts/3rdparty/signup/", {"username": "Änna"}), "That name is taken")


def test_anna_connects_her_account_after_a_proof_and_removes_it(
    anna: User, signed_in: Callable[[User], Client], club: None
) -> None:
    browser = signed_in(anna)
    assertContains(browser.get(CONNECTIONS), "Connect with Club")
    prove(browser)
    go_there_and_back(browser, "connect")
    account = SocialAccount.objects.get()
    assert account.user == anna
    assertContains(browser.get(CONNECTIONS), "Remove")
    exported: Any = export_of(anna)["account"]  # lists and mappings, as in JSON
    assert exported["other_sites"][0]["uid"] == "club-7"
    browser.post(CONNECTIONS, {"account": account.pk})
    assert not SocialAccount.objects.exists()
    assert SecurityEvent.objects.filter(kind="provider_changed").count() == 2


def test_an_address_at_the_club_does_not_open_the_account_of_another(anna: User, club: None) -> None:
    anna.email = str(PERSON["email"])
    anna.save()
    browser = Client()
    assert go_there_and_back(browser) == "/accounts/3rdparty/signup/"
    assert "_auth_user_id" not in browser.session


@pytest.mark.parametrize("error", ["access_denied", "server_error"])
def test_a_visitor_who_declines_there_may_sign_in_otherwise_and_gets_to_the_page(
    newcomer: Client, club: None, error: str
) -> None:
    asked = newcomer.post(LOGIN, {"next": "/accounts/settings/"}).headers["Location"]
    state = parse_qs(urlsplit(asked).query)["state"][0]
    answer = newcomer.get(f"{LOGIN}callback/", {"error": error, "state": state}, follow=True)
    link = 'class="button" href="/accounts/login/?next=%2Faccounts%2Fsettings%2F"'
    assertContains(answer, link, status_code=answer.status_code)


def test_a_forged_answer_is_refused(newcomer: Client, club: None) -> None:
    newcomer.post(LOGIN)
    for query in ({"code": "c", "state": "forged"}, {"code": "c"}, {"error": "access_denied"}):
        answer = newcomer.get(f"{LOGIN}callback/", query, follow=True)
        assertContains(answer, "The other site did not sign you in", status_code=answer.status_code)
    assert "_auth_user_id" not in newcomer.session


def test_it_goes_with_the_account(anna: User, no_one_else: None) -> None:
    SocialAccount.objects.create(user=anna, provider="oidc", uid="club-7")
    delete_account(anna)
    assert not SocialAccount.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_other_site_is_asked_without_a_connection_to_the_database(club: None) -> None:
    connection.ensure_connection()
    connection.close_at = time.monotonic()  # as with a pool
    with ProviderAdapter().get_requests_session():
        assert connection.connection is None


def test_without_a_provider_nothing_of_it_is_there(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    assert [browser.get(path).status_code for path in (CONNECTIONS, LOGIN)] == [404, 404]
    assert b"another site" not in browser.get("/accounts/security/").content
    assert b"/oidc/" not in Client().get("/accounts/login/").content


@pytest.mark.parametrize(
    ("env", "why"),
    [
        ({"OIDC_NAME": "Club"}, "OIDC_SERVER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET must be set as well"),
        (WHOLE | {"OIDC_SERVER": "id.example"}, "OIDC_SERVER is 'id.example', but must be an address"),
        (WHOLE | {"OIDC_SERVER": "http://id.example"}, "OIDC_SERVER is 'http://id.example', but must be"),
        (WHOLE, ""),
    ],
)
def test_a_mistake_is_told_at_the_start(env: dict[str, str], why: str) -> None:
    code = "import numgames.settings as s; print(s.CONTENT_SECURITY_POLICY['DIRECTIVES']['form-action'])"
    home = Path(__file__).parent.parent.parent
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=home, env=os.environ | env, text=True, capture_output=True, check=False
    )
    assert (why in ended.stderr) if why else ("https://id.example'" in ended.stdout)
    assert bool(ended.returncode) == bool(why)
