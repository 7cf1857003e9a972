"""Apps of others: anna lets one act for her by an authorization code with PKCE or a device code, and ends that."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from accounts.oauth.redirects import GRANTS, check, source_of
from accounts.security import apps_of, delete_expired, end_app, is_valid, read_token
from accounts.services import delete_account
from accounts.sessions import end_sessions_of
from core import clock
from tests.exports import export_of
from tests.factors import give_factor

pytestmark = pytest.mark.django_db
SignedIn = Callable[[User], Client]
BACK = "https://club.example/back?from=numgames"
VERIFIER = "a-long-verifier-that-nobody-can-guess-in-a-hundred-years"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.fixture
def app() -> App:
    """Return an app that may see profiles and play."""
    return App.objects.create(
        name="Club Night",
        type=App.Type.PUBLIC,
        redirect_uris=BACK,
        scopes="profile:read\nmatches:play",
        grant_types="\n".join(GRANTS),
    )


def asked(app: App, **changes: str) -> dict[str, str]:
    """Return the question with which an app sends a player here; an empty change leaves a part out."""
    usual = {
        "response_type": "code",
        "client_id": app.pk,
        "redirect_uri": BACK,
        "scope": "profile:read matches:play",
        "state": "s",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    }
    return {name: value for name, value in (usual | changes).items() if value}


def answered(
    browser: Client, app: App, action: str = "grant", scopes: tuple[str, ...] = ("profile:read",)
) -> dict[str, Any]:
    """Answer the question of the consent page, and return what the app learns of it."""
    page = browser.get("/oauth/authorize", asked(app))
    assert page.status_code == 200, page
    signed = re.findall(r'name="request" value="([^"]+)"', page.content.decode())[0]
    back = browser.post(
        "/oauth/authorize?" + page.request["QUERY_STRING"], {"request": signed, "scopes": scopes, "action": action}
    )
    assert back.status_code == 302, back.content
    assert back["Location"].startswith("https://club.example/back?")
    return {name: values[0] for name, values in parse_qs(urlsplit(back["Location"]).query).items()}


def sent(**form: str) -> HttpResponse:
    """Return the answer of the token endpoint."""
    return Client(enforce_csrf_checks=True).post("/oauth/token", form)  # type: ignore[return-value]


def exchanged(app: App, code: str, **changes: str) -> HttpResponse:
    form = {"grant_type": "authorization_code", "client_id": app.pk, "redirect_uri": BACK, "code_verifier": VERIFIER}
    return sent(**form | {"code": code} | changes)


def refreshed(app: App, token: str) -> HttpResponse:
    return sent(grant_type="refresh_token", client_id=app.pk, refresh_token=token)


def given(browser: Client, app: App) -> dict[str, Any]:
    """Return the tokens that the app gets."""
    answer = exchanged(app, answered(browser, app)["code"])
    assert answer.status_code == 200, answer.content
    tokens: dict[str, Any] = json.loads(answer.content)
    return tokens


def device_code(app: App, scope: str = "profile:read") -> dict[str, Any]:
    """Return the codes that a device gets to show and to ask with."""
    form, kind = urlencode({"client_id": app.pk, "scope": scope}), "application/x-www-form-urlencoded"
    codes: dict[str, Any] = json.loads(Client().post("/oauth/device/code", form, content_type=kind).content)
    return codes


def me(token: str) -> HttpResponse:
    return Client().get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})  # type: ignore[return-value]


def test_a_player_gives_an_app_access_and_ends_it(anna: User, signed_in: SignedIn, app: App) -> None:
    browser = signed_in(anna)
    tokens = given(browser, app)
    assert (tokens["token_type"], tokens["scope"]) == ("Bearer", "profile:read")
    owner = json.loads(me(tokens["access_token"]).content)
    assert (owner["name"], owner["scopes"]) == ("anna", ["profile:read"])
    stored = str([*Token.objects.values()])
    assert tokens["access_token"] not in stored
    assert tokens["refresh_token"] not in stored
    assert "Club Night" in browser.get("/accounts/security/").content.decode()
    assert "Club Night" in str(export_of(anna))
    assert browser.post("/accounts/tokens/revoke/", {"app": app.pk}).status_code == 302
    assert me(tokens["access_token"]).status_code == 401
    assert refreshed(app, tokens["refresh_token"]).status_code == 400
    assert browser.post("/accounts/tokens/revoke/", {"app": app.pk}).status_code == 404


def test_who_declines_gives_nothing(anna: User, signed_in: SignedIn, app: App) -> None:
    assert answered(signed_in(anna), app, "cancel") == {"from": "numgames", "error": "access_denied", "state": "s"}
    assert not Token.objects.exists()


def test_the_page_lets_the_form_lead_to_the_app_only(anna: User, signed_in: SignedIn, app: App) -> None:
    page = signed_in(anna).get("/oauth/authorize", asked(app))
    assert "form-action 'self' https://club.example;" in page["Content-Security-Policy"] + ";"
    assert "no-store" in page["Cache-Control"]
    assert page["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    "address",
    [
        "https://club.example/back",
        BACK + "&x=1",
        BACK + "#x",
        "https://a@club.example/back?from=numgames",
        "https://evil.example/",
        "//x",
    ],
)
def test_redirect_addresses_are_compared_as_text(address: str, anna: User, signed_in: SignedIn, app: App) -> None:
    page = signed_in(anna).get("/oauth/authorize", asked(app, redirect_uri=address))
    assert page.status_code == 400
    assert signed_in(anna).get("/oauth/authorize", asked(app, client_id="x")).status_code == 400
    assert signed_in(anna).get("/oauth/authorize").status_code == 400


def test_only_the_port_of_a_loopback_address_is_free(anna: User, signed_in: SignedIn, app: App) -> None:
    app.redirect_uris = "http://127.0.0.1/back"
    app.save()
    statuses = {
        address: signed_in(anna).get("/oauth/authorize", asked(app, redirect_uri=address)).status_code
        for address in ("http://127.0.0.1:8123/back", "http://127.0.0.1:8123/other", "http://localhost:1/back")
    }
    assert [*statuses.values()] == [200, 400, 400]


@pytest.mark.parametrize(
    "changes",
    [
        {"code_challenge_method": "plain"},
        {"code_challenge_method": ""},
        {"code_challenge": ""},
        {"scope": ""},
        {"prompt": "none"},
    ],
)
@pytest.mark.parametrize("kind", [App.Type.PUBLIC, App.Type.CONFIDENTIAL])
def test_pkce_with_s256_is_needed(
    changes: dict[str, str], kind: str, anna: User, signed_in: SignedIn, app: App
) -> None:
    App.objects.update(type=kind)
    back = signed_in(anna).get("/oauth/authorize", asked(app, **changes))
    assert back.status_code == 302
    assert "error=invalid_request" in back["Location"]
    assert "state=s" in back["Location"]


@pytest.mark.parametrize("response_type", ["token", "id_token", "code token", "none"])
def test_there_is_no_implicit_flow(response_type: str, anna: User, signed_in: SignedIn, app: App) -> None:
    back = signed_in(anna).get("/oauth/authorize", asked(app, response_type=response_type))
    assert "error=un" in back["Location"]
    assert sent(grant_type="password", client_id=app.pk, username="anna", password="x").status_code == 400
    assert sent(grant_type="client_credentials", client_id=app.pk).status_code in (400, 401)


@pytest.mark.parametrize(
    "changes", [{"code_verifier": "x" * 50}, {"code_verifier": ""}, {"redirect_uri": "https://evil.example/"}]
)
def test_a_stolen_code_is_worth_nothing(changes: dict[str, str], anna: User, signed_in: SignedIn, app: App) -> None:
    code = answered(signed_in(anna), app)["code"]
    assert exchanged(app, code, **changes).status_code in (400, 401)
    assert not Token.objects.exists()


def test_a_refused_request_uses_up_no_code(anna: User, signed_in: SignedIn, app: App) -> None:
    code = answered(signed_in(anna), app)["code"]
    assert exchanged(app, code, redirect_uri="").status_code == 400
    assert exchanged(app, code).status_code == 200


def test_a_code_that_comes_twice_ends_the_access(anna: User, signed_in: SignedIn, app: App) -> None:
    code = answered(signed_in(anna), app)["code"]
    tokens = json.loads(exchanged(app, code).content)
    assert me(tokens["access_token"]).status_code == 200
    assert exchanged(app, code).status_code == 400
    assert me(tokens["access_token"]).status_code == 401


def test_refresh_tokens_rotate_and_one_that_comes_twice_ends_the_access(
    anna: User, signed_in: SignedIn, app: App
) -> None:
    first = given(signed_in(anna), app)
    second = json.loads(refreshed(app, first["refresh_token"]).content)
    assert second["refresh_token"] != first["refresh_token"]
    assert me(second["access_token"]).status_code == 200
    answer = refreshed(app, first["refresh_token"])
    assert (answer.status_code, json.loads(answer.content)["error"]) == (400, "invalid_grant")
    assert me(second["access_token"]).status_code == 401
    assert refreshed(app, second["refresh_token"]).status_code == 400


def test_a_refresh_cannot_widen_the_scopes(anna: User, signed_in: SignedIn, app: App) -> None:
    first = given(signed_in(anna), app)
    form = {"grant_type": "refresh_token", "client_id": app.pk, "refresh_token": first["refresh_token"]}
    assert sent(**form, scope="profile:read matches:play").status_code == 400
    assert refreshed(app, first["refresh_token"]).status_code == 200  # the refusal has not used it up


def test_access_ends_with_all_sessions_and_with_the_account(anna: User, signed_in: SignedIn, app: App) -> None:
    tokens = given(signed_in(anna), app)
    pk = read_token(f"Bearer {tokens['access_token']}", clock.now()).pk  # type: ignore[union-attr]
    assert is_valid(pk, clock.now())
    end_sessions_of(anna.pk)
    assert not is_valid(pk, clock.now())
    assert refreshed(app, tokens["refresh_token"]).status_code == 400
    tokens = given(signed_in(anna), app)
    delete_account(anna)
    assert me(tokens["access_token"]).status_code == 401
    assert apps_of(anna) == []


def test_the_last_use_of_an_app_is_said(anna: User, signed_in: SignedIn, app: App) -> None:
    browser = signed_in(anna)
    tokens = given(browser, app)
    assert "never used" in browser.get("/accounts/security/").content.decode()
    assert me(tokens["access_token"]).status_code == 200
    assert "last used" in browser.get("/accounts/security/").content.decode()
    [used] = apps_of(anna)
    assert used.used_at
    end_app(anna, used.key)
    assert not anna.app_uses.exists()


def test_a_code_from_before_the_end_of_all_sessions_is_worth_nothing(anna: User, signed_in: SignedIn, app: App) -> None:
    browser = signed_in(anna)
    code = answered(browser, app)["code"]
    browser.post("/accounts/reauthenticate/", {"password": "a long password"})
    User.objects.filter(pk=anna.pk).update(sessions_epoch=anna.sessions_epoch + 1)
    assert exchanged(app, code).status_code == 400


def test_tokens_expire(anna: User, signed_in: SignedIn, app: App) -> None:
    tokens = given(signed_in(anna), app)
    later = clock.now() + timedelta(hours=1, seconds=1)
    assert read_token(f"Bearer {tokens['access_token']}", later) is None
    assert delete_expired(later) == 1
    assert delete_expired(later + timedelta(days=91)) == 1


def test_a_device_gets_access_by_its_code(anna: User, signed_in: SignedIn, app: App) -> None:
    code = device_code(app)
    assert code["verification_uri"].endswith("/oauth/device")
    browser = signed_in(anna)
    assert "Type the code" in browser.get("/oauth/device").content.decode()
    where = f"/oauth/device?code={code['user_code']}"
    page = browser.get(where).content.decode()
    assert "Club Night" in page
    assert "See your own profile" in page
    assert Token.objects.count() == 0
    assert "Access given" in browser.post(where, {"action": "confirm"}).content.decode()
    form = {"grant_type": DEVICE, "client_id": app.pk, "device_code": code["device_code"]}
    tokens = json.loads(sent(**form).content)
    assert json.loads(me(tokens["access_token"]).content)["scopes"] == ["profile:read"]
    assert sent(**form).status_code == 400
    assert refreshed(app, tokens["refresh_token"]).status_code == 200


def test_a_device_gets_nothing_without_consent(anna: User, signed_in: SignedIn, app: App) -> None:
    code = device_code(app)
    form = {"grant_type": DEVICE, "client_id": app.pk, "device_code": code["device_code"]}
    where = f"/oauth/device?code={code['user_code']}"
    assert json.loads(sent(**form).content)["error"] == "authorization_pending"
    assert json.loads(sent(**form).content)["error"] == "slow_down"
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(anna)
    assert strict.post(where, {"action": "confirm"}).status_code == 403
    assert "No access given" in signed_in(anna).post(where, {"action": "deny"}).content.decode()
    assert not Token.objects.exists()


def test_a_device_confirmed_before_the_end_of_all_sessions_gets_nothing(
    anna: User, signed_in: SignedIn, app: App
) -> None:
    code = device_code(app)
    signed_in(anna).post(f"/oauth/device?code={code['user_code']}", {"action": "confirm"})
    User.objects.filter(pk=anna.pk).update(sessions_epoch=anna.sessions_epoch + 1)
    answer = sent(grant_type=DEVICE, client_id=app.pk, device_code=code["device_code"])
    assert json.loads(answer.content)["error"] == "access_denied"
    assert not Token.objects.exists()


def test_scopes_that_an_app_may_not_have_are_refused(anna: User, signed_in: SignedIn, app: App) -> None:
    for scope in ("chat:write", "openid", "nonsense"):
        assert "error=invalid_scope" in signed_in(anna).get("/oauth/authorize", asked(app, scope=scope))["Location"]
    assert device_code(app, "chat:write") == {"error": "invalid_scope"}


def test_visitors_and_guests_and_old_sign_ins_are_asked_who_they_are(
    anna: User, guest: User, signed_in: SignedIn, app: App
) -> None:
    assert "/accounts/login/" in Client().get("/oauth/authorize", asked(app))["Location"]
    assert "/accounts/signup/" in signed_in(guest).get("/oauth/authorize", asked(app))["Location"]
    browser = signed_in(anna)
    session = browser.session
    session["proved_at"] -= 400
    session.save()
    assert "/accounts/reauthenticate/" in browser.get("/oauth/authorize", asked(app))["Location"]


def test_an_app_gives_its_token_back(anna: User, signed_in: SignedIn, app: App) -> None:
    tokens = given(signed_in(anna), app)
    form = {"client_id": app.pk, "token": tokens["access_token"]}
    assert Client().post("/oauth/revoke", form).status_code == 200
    assert me(tokens["access_token"]).status_code == 401


def test_programs_find_the_addresses(client: Client) -> None:
    told = json.loads(client.get("/.well-known/oauth-authorization-server").content)
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert told["response_types_supported"] == ["code"]
    assert told["token_endpoint"] == f"{told['issuer']}/oauth/token"


@pytest.mark.parametrize(
    "address", ["https://a.example/b", "http://127.0.0.1/b", "http://[::1]/b", "com.example.app:/b"]
)
def test_staff_may_register_addresses_that_are_safe(address: str) -> None:
    check(address)
    assert source_of(address) in address


@pytest.mark.parametrize(
    "address",
    [
        *("http://a.example/", "http://localhost/b"),
        "javascript:alert(1)",
        "data:x",
        "https://a@b.example/",
        "https://a.example/#x",
        "https://*.example/",
        "app:/b",
        "",
    ],
)
def test_and_no_others(address: str) -> None:
    with pytest.raises(ValidationError):
        check(address)


def test_staff_registers_an_app(anna: User, signed_in: SignedIn) -> None:
    anna.is_staff = anna.is_superuser = True
    anna.save()
    client = signed_in(give_factor(anna))
    form = {"name": "Club", "redirect_uris": BACK, "cors_origins": "", "scopes": ["profile:read"]}
    answer = client.post("/admin/allauth_idp_oidc/client/add/", form)
    assert answer.status_code == 302, answer.content
    app = App.objects.get()
    assert (app.type, app.get_scopes(), app.skip_consent) == ("public", ["profile:read"], False)
    assert app.get_grant_types() == list(GRANTS)
    assert app.get_response_types() == ["code"]
