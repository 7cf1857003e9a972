"""All facts of what an account does: each event of its log and list, its file, and each answer to its forms."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.core.ratelimit import consume
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.models import AnonymousUser, Group, Permission
from django.core import mail
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts import sessions
from accounts.exports import written_export
from accounts.hooks import session_ended
from accounts.models import AccessToken, AppUse, Block, GuestKey, SecurityEvent, SeenPlace, SignedInBrowser, User
from accounts.names import computer_account, computer_key, computer_name, name_key, without_mark
from accounts.online.presence import is_seen, looks_ahead
from accounts.player import lock_players
from accounts.security import SCOPES
from accounts.services import make_guest, rename_guest
from accounts.sessions import Shared, is_worn_out
from accounts.templatetags.avatars import avatar_html
from accounts.throttling import seconds_until
from tests.accounts.proof import prove
from tests.accounts.test_browsers import DESK, PHONE
from tests.accounts.test_oauth import asked
from tests.alike import one
from tests.conftest import PASSWORD
from tests.factors import code_of, give_factor
from tests.hooks import plugged
from tests.html import html_of
from tests.page_lines import lines_of

NOW, DAY = datetime(2026, 3, 4, 12, tzinfo=UTC), timedelta(days=1)
SignedIn = Callable[[User], Client]
NEW = {"password1": "letters are fine", "password2": "letters are fine"}


def test_each_event_is_logged_with_its_facts_and_listed_with_its_place(
    anna: User, caplog: pytest.LogCaptureFixture
) -> None:
    """The log has numbers and words of ours, the address and what changed; the list the browser and the network."""
    caplog.set_level(logging.INFO, "security")
    EmailAddress.objects.create(user=anna, email="old@example.org", verified=True, primary=True)
    app = App.objects.create(id="club", name="Club", type="public")
    Token.objects.create(user=anna, client=app, type="at", hash="x", expires_at=NOW + 9999 * DAY)
    browser = Client(headers={"User-Agent": DESK}, REMOTE_ADDR="192.0.2.17")
    token: AccessToken | None = None
    told: list[str] = []

    def act(path: str, /, **form: object) -> None:
        browser.post(f"/accounts/{path}/", {name: value for name, value in form.items() if value is not None})
        facts = [vars(record)["facts"] for record in caplog.records if record.name == "security"]
        told.extend(" ".join(f"{name}={value}" for name, value in one.items()) for one in facts)
        caplog.clear()

    act("login", login="nobody", password=PASSWORD)
    act("login", login="anna", password="a guess")
    act("login", login="anna", password=PASSWORD)
    act("reauthenticate", password=PASSWORD)
    act("email", action_add="", email="new@example.org")
    link = next(word for word in mail.outbox[-1].body.split() if "/confirm-email/" in word)
    act(link.partition("/accounts/")[2].strip("/"))
    act("email", action_primary="", email="new@example.org")
    act("email", action_remove="", email="old@example.org")
    act("tokens/new", name="bot", scopes=["chat:write", "profile:read"], days="30")
    token = AccessToken.objects.get()
    act("tokens/revoke", token=token.pk)
    act("tokens/revoke", app="club")
    elsewhere = Client(headers={"User-Agent": PHONE}, REMOTE_ADDR="192.0.2.99")
    elsewhere.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    act("security/sign-out", browser=anna.browsers.latest("pk").pk)
    act("security/sign-out-elsewhere")
    act("password/change", oldpassword=PASSWORD, **NEW)
    who = f"user={anna.pk}"
    at = f"{who} address=192.0.2.17"
    assert told == [
        "event=failed address=192.0.2.17",
        f"event=failed {at}",
        f"event=signed_in {at} method=password",
        f"event=email_changed {at} change=added",
        f"event=email_changed {at} change=confirmed",
        f"event=email_changed {at} change=primary",
        f"event=email_changed {at} change=removed",
        f"event=token_made {at} token={token.pk} scopes=profile:read chat:write",
        f"event=token_ended {at} token={token.pk}",
        f"event=token_ended {at} client=club",
        f"event=signed_in {who} address=192.0.2.99 method=password",
        f"event=signed_out_elsewhere {at}",
        f"event=signed_out_elsewhere {at} all=True",
        f"event=password_changed {at}",
    ]
    kinds = ["failed", "signed_in", *["email_changed"] * 4, "token_made", *["token_ended"] * 2, "signed_in"]
    kinds += [*["signed_out_elsewhere"] * 2, "password_changed"]
    listed = anna.security_events.order_by("pk").values_list("kind", "device", "network")
    devices = ["Chrome, Android" if number == 9 else "Firefox, Linux" for number in range(len(kinds))]
    assert [*listed] == [(kind, device, "192.0.2.0/24") for kind, device in zip(kinds, devices, strict=True)]


def test_the_file_has_each_fact_as_it_is(anna: User, bob: User, no_one_else: None) -> None:
    moments = {"date_joined": 9, "last_login": 8, "seen_at": 7, "left_at": 6}
    plain: dict[str, object] = {"is_bot": True, "is_staff": True, "language": "nl", "theme": "dark", "confirm": "twice"}
    plain |= {"sounds": False, "auto_advance": True, "time_zone": "Asia/Tokyo", "night_begins": 22, "night_ends": 7}
    plain |= {"lights": False, "keypad": False, "tiles": "wood", "board_size": "small", "left_handed": True}
    plain |= {"zen": True, "large_numbers": True, "wide_text": True, "last_language": "de", "last_zone": "Asia/Seoul"}
    plain |= {"is_findable": True, "named_in_data": True, "email": "anna@example.org"}
    User.objects.filter(pk=anna.pk).update(**plain, **{name: NOW - days * DAY for name, days in moments.items()})
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
    EmailAddress.objects.create(user=anna, email="b@example.org")
    for number, (user, days) in enumerate([(anna, 2), (anna, 3), (bob, 1)]):
        at = {"began_at": NOW - days * DAY, "seen_at": NOW - number * DAY}
        one(SignedInBrowser, user=user, device=f"d{number}", network=f"n{number}", **at)
        kind = [Shared.BROWSER, Shared.ADDRESS, Shared.ADDRESS][number]
        one(SeenPlace, user=user, kind=kind, seen_at=NOW - days * DAY)
        one(SecurityEvent, user=user, kind=f"k{number}", at=NOW - days * DAY, device=f"d{number}", network=f"n{number}")
        times = {"made_at": NOW - days * DAY, "expires_at": NOW + number * DAY}
        used_at = NOW if number else None
        one(AccessToken, user=user, name=f"t{number}", scopes=f"s{number}", used_at=used_at, **times)
        client = App.objects.create(id=f"c{number}", name=f"a{number}", type="public", owner=user)
        one(AppUse, user=user, client=f"c{number}", used_at=NOW - days * DAY)
        kept = {"type": "at", "hash": str(number), "expires_at": NOW, "scopes": f"s{number}"}
        Token.objects.create(user=user, client=client, **kept)
        uid = {"provider": "oidc", "uid": str(number), "extra_data": {"a": number}}
        SocialAccount.objects.create(user=user, **uid)
        times = {"created_at": NOW - days * DAY, "last_used_at": NOW - DAY}
        one(Authenticator, user=user, type=["totp", "webauthn", "totp"][number], data={}, **times)
    for model in (Token, App):
        model.objects.update(created_at=NOW)
    SocialAccount.objects.update(date_joined=NOW, last_login=NOW - DAY)
    one(GuestKey, guest=anna, made_at=NOW)
    anna.groups.add(Group.objects.create(name="helpers"))
    anna.user_permissions.add(Permission.objects.get(codename="view_user"))
    for by, of, days in ((anna, bob, 1), (bob, anna, 2)):
        Block.objects.filter(pk=one(Block, by=by, of=of).pk).update(made_at=NOW - days * DAY)
    anna.refresh_from_db()
    data = json.loads("".join(written_export(anna)))
    assert data.keys() == {"account"}

    def on(days: int) -> str:
        return f"{NOW - days * DAY:%Y-%m-%dT%H:%M:%SZ}"

    addresses = [("anna@example.org", True), ("b@example.org", False)]
    expected: dict[str, object] = {**plain, **{name: on(days) for name, days in moments.items()}}
    expected |= {"name": "anna", "has_password": True, "is_guest": False}
    expected["email_addresses"] = [
        {"email": email, "verified": first, "primary": first, "confirmations": []} for email, first in addresses
    ]
    expected["signed_in"] = [
        {"device": f"d{number}", "network": f"n{number}", "began_at": on(days), "seen_at": on(number)}
        for number, days in ((1, 3), (0, 2))
    ]
    expected["places"] = [{"kind": "address", "seen_at": on(3)}, {"kind": "browser", "seen_at": on(2)}]
    expected["security_events"] = [
        {"kind": f"k{number}", "at": on(days), "device": f"d{number}", "network": f"n{number}"}
        for number, days in ((1, 3), (0, 2))
    ]
    expected["access_tokens"] = [
        {"name": f"t{number}", "scopes": f"s{number}", "made_at": on(days), "expires_at": on(-number), "used_at": used}
        for number, days, used in ((1, 3, on(0)), (0, 2, None))
    ]
    expected["app_tokens"] = [
        {"type": "at", "scopes": f"s{number}", "created_at": on(0), "expires_at": on(0), "app": f"a{number}"}
        for number in (0, 1)
    ]
    expected["apps_used"] = [{"client": f"c{number}", "used_at": on(days)} for number, days in ((0, 2), (1, 3))]
    expected["own_apps"] = [{"name": f"a{number}", "created_at": on(0)} for number in (0, 1)]
    site = {"provider": "oidc", "date_joined": on(0), "last_login": on(1), "tokens": []}
    expected["other_sites"] = [site | {"uid": str(number), "extra_data": {"a": number}} for number in (0, 1)]
    expected["second_factors"] = [
        {"type": kind, "created_at": on(days), "last_used_at": on(1)} for kind, days in (("totp", 2), ("webauthn", 3))
    ]
    expected |= {"guest_keys": [{"made_at": on(0)}], "groups": ["helpers"], "permissions": ["view_user"]}
    assert data["account"] == expected | {"staff_log": [], "blocked": [{"name": "bob", "since": on(1)}]}


def test_a_setting_that_saves_itself_is_answered_in_its_new_language(anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    usual = {"language": "", "theme": "auto", "confirm": "never", "tiles": "classic", "board_size": "large"}

    def told(**changes: str) -> tuple[int, list[str]]:
        form = usual | changes | {"changed": " ".join(changes)}
        answer = browser.post("/accounts/settings/", form, headers={"HX-Request": "true"})
        return answer.status_code, lines_of(f'<p id="main">{answer.content.decode()}</p>')

    assert told(theme="dark") == (200, ["Saved."])
    for name in ("large_numbers", "wide_text"):
        assert told(**{name: "on"}) == (200, ["Saved. [Reload this page](/accounts/settings/)"])
    assert told(zen="on") == (200, ["Saved."])
    assert told(language="nl") == (200, ["Opgeslagen. [Laad deze pagina opnieuw](/accounts/settings/)"])
    assert told(language="nl") == (200, ["Opgeslagen."])
    assert told(theme="pink")[0] == 422
    kept = User.objects.values_list("theme", "large_numbers", "wide_text", "zen", "language").get()
    assert kept == ("dark", True, True, True, "nl")


def test_who_is_found_and_named_is_who_says_so(anna: User, bob: User, signed_in: SignedIn) -> None:
    guest = make_guest()
    for form, kept in (({"findable": "on"}, (True, False)), ({"named": "on"}, (False, True)), ({}, (False, False))):
        for player in (anna, guest):
            answer = signed_in(player).post("/accounts/findable/", form)
            assert answer["Location"] == "/accounts/settings/#data"
        facts = User.objects.order_by("pk").values_list("is_findable", "named_in_data")
        assert [*facts] == [kept, (False, False), (False, False)]


def test_each_block_is_answered_with_what_came_of_it(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    User.objects.filter(pk=carl.pk).update(is_computer=True)
    browser = signed_in(anna)
    told = []
    for action, name in (("block", "anna"), ("block", "carl"), ("block", "bob"), ("unblock", "bob")):
        page = browser.post(f"/accounts/{action}/", {"name": name, "next": "/lobby/"}, follow=True)
        assert page.redirect_chain == [("/lobby/", 302)]
        told.append(lines_of(page, "messages"))
    assert told == [
        ["You cannot block yourself."],
        ["You can’t block a computer: it never challenges anyone."],
        ["bob is blocked: you no longer see each other’s challenges."],
        ["You and bob can play each other again."],
    ]
    assert not Block.objects.exists()


def test_the_admin_leads_each_to_where_they_can_sign_in(anna: User, signed_in: SignedIn) -> None:
    def answers() -> list[object]:
        pages = [
            signed_in(anna).get("/admin/login/"),
            Client().get("/admin/login/"),
            Client().get("/admin/login/?next=/x/"),
        ]
        return [page.headers.get("Location", page.status_code) for page in pages]

    visitor = ["/accounts/login/?next=/admin/", "/accounts/login/?next=/x/"]
    assert answers() == [403, *visitor]
    User.objects.filter(pk=anna.pk).update(is_staff=True)
    assert answers() == ["/accounts/security/", *visitor]
    give_factor(anna)
    assert answers() == [403, *visitor]


@pytest.mark.parametrize(
    ("method", "headers", "cookies", "seen", "ahead"),
    [
        ("GET", {}, {}, True, False),
        ("GET", {"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate"}, {}, True, False),
        ("GET", {"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "cors"}, {}, False, False),
        ("GET", {"Sec-Fetch-Dest": "iframe"}, {}, False, False),
        ("GET", {"Sec-Purpose": "Prefetch;prerender"}, {}, False, True),
        ("GET", {"Purpose": "prefetch"}, {}, False, True),
        ("GET", {"X-Purpose": "preview"}, {}, False, True),
        ("GET", {"X-Moz": "prefetch"}, {}, False, True),
        ("GET", {}, {"zone": "x"}, False, False),
        ("GET", {}, {"__Host-zone": "x"}, False, False),
        ("HEAD", {}, {}, False, True),
        ("POST", {"Sec-Fetch-Mode": "cors"}, {"zone": "x"}, True, False),
    ],
)
def test_which_requests_are_seen(
    method: str, headers: dict[str, str], cookies: dict[str, str], *, seen: bool, ahead: bool
) -> None:
    request = RequestFactory().generic(method, "/", headers=headers)
    request.COOKIES.update(cookies)
    assert (is_seen(request), looks_ahead(request)) == (seen, ahead)


def test_a_session_is_worn_out_after_its_longest_time_to_the_second(settings: Settings) -> None:
    settings.SESSION_LONGEST = 2
    with time_machine.travel(NOW, tick=False):
        began = int(NOW.timestamp()) - 2 * 86_400
        facts: list[object] = [began + 1, began, began - 1, None, f"{began - 9}"]
        found = [is_worn_out({sessions.PROVED_AT: one} if one else {}) for one in facts]  # type: ignore[arg-type]
    assert found == [False, False, True, False, False]


def test_of_the_full_limits_of_a_form_the_longest_wait_counts(rf: RequestFactory, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/m/ip,3/h/ip", "login": "1/10s/ip"}
    request = rf.post("/accounts/signup/")
    request.user = AnonymousUser()
    waits = []
    with time_machine.travel(NOW, tick=False) as traveller:
        for seconds in (0, 10, 60, 5):  # at 0, 10, 70 and 75
            traveller.shift(seconds)
            waits.append(seconds_until(request, "signup"))
            consume(request, action="signup")
        traveller.shift(-60)
        waits.append(seconds_until(request, "signup"))
        assert consume(request, action="login")
        waits += [seconds_until(request, *names) for names in (["login"], ["login", "signup"], [])]
    assert waits == [60, 60, 60, 3525, 3585, 10, 3585, 60], "a usual minute where none is full"


def test_players_are_locked_while_all_their_accounts_are_open(anna: User, bob: User, carl: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    carl.is_computer = True
    User.objects.filter(pk=carl.pk).update(is_active=False, is_computer=True)
    assert [lock_players(*players) for players in ((anna,), (anna, carl), (anna, bob), (bob,))] == [
        True,
        True,
        False,
        False,
    ]


def test_other_apps_hear_which_session_was_signed_out(anna: User, signed_in: SignedIn) -> None:
    heard = list[tuple[int, str]]()
    with plugged(session_ended, lambda user, mark: heard.append((user, mark))):
        browser, other = signed_in(anna), prove(signed_in(anna))
        keys = [str(browser.session.session_key), str(other.session.session_key)]
        browser.post("/accounts/logout/")
        Client().post("/accounts/logout/")
        here = prove(signed_in(anna))
        row = SignedInBrowser.objects.get(session_id=keys[1])
        here.post("/accounts/security/sign-out/", {"browser": row.pk})
    assert heard == [(anna.pk, sessions.session_mark(key)) for key in keys]
    assert sessions.session_mark(None) == ""


def test_programs_find_all_about_the_server_and_why_a_question_is_refused(anna: User, signed_in: SignedIn) -> None:
    site = "http://testserver"
    assert json.loads(Client().get("/.well-known/oauth-authorization-server").content) == {
        "issuer": site,
        "authorization_endpoint": f"{site}/oauth/authorize",
        "token_endpoint": f"{site}/oauth/token",
        "revocation_endpoint": f"{site}/oauth/revoke",
        "device_authorization_endpoint": f"{site}/oauth/device/code",
        "scopes_supported": list(SCOPES),
        "response_types_supported": ["code"],
        "grant_types_supported": [
            *("authorization_code", "urn:ietf:params:oauth:grant-type:device_code", "refresh_token"),
        ],
        "token_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "service_documentation": f"{site}/api/",
    }
    uris = "http://127.0.0.1/back\nclub.example:/back?a=1"
    app = App.objects.create(id="club", name="Club", type="public", redirect_uris=uris, scopes="profile:read")
    fault = "error=invalid_request&error_description=PKCE+with+S256+and+a+scope+are+needed%2C+prompt%3Dnone+is+refused"
    for address, state, place in (
        ("http://127.0.0.1:81/back", "s", f"http://127.0.0.1:81/back?{fault}&state=s"),
        ("club.example:/back?a=1", "", f"club.example:/back?a=1&{fault}"),
    ):
        question = asked(app, redirect_uri=address, state=state, prompt="none")
        assert signed_in(anna).get("/oauth/authorize", question)["Location"] == place


def test_names_of_computers_and_bots() -> None:
    names = {1: "Pip", 2: "Bo", 3: "Noor", 4: "Tess", 5: "Otto", 6: "Finn", 7: "Mila", 8: "Ada"}
    accounts = {level: computer_account(level) for level in (0, *names, 9)}
    assert {level: computer_name(accounts[level]) for level in names} == names
    assert (accounts[0], accounts[1], accounts[8], accounts[9]) == (
        *("Computer-0", "Computer-1", "Computer-4"),
        "Computer-9",
    )
    assert [computer_key(name_key(name)) for name in ("Pip", "ada", "anna", "")] == ["computerl", "computer4", "", ""]
    marked = ("anna BOT", "anna\N{NO-BREAK SPACE}bot ", "anna BOTs", "BOT", "annabot")
    assert [without_mark(name) for name in marked] == ["anna", "anna", "anna BOTs", "BOT", "annabot"]
    faces = [avatar_html(f"Computer-{number}", "x", is_computer=True, size="large") for number in (1, 8, 9)]
    assert ["face-1 large" in faces[0], "face-8 large" in faces[1], "face-1 large" in faces[2]] == [True] * 3
    avatar = html_of(avatar_html("anna", "émile", is_computer=False, size="small"))
    assert avatar == html_of(avatar_html("Ánna", "Émile", is_computer=False, size="small"))
    assert avatar.endswith(' small" aria-hidden="true">É</span>')


def test_a_guest_gets_a_name_that_is_free_and_a_player_keeps_theirs(anna: User, bob: User) -> None:
    guest = make_guest("nl", "Asia/Tokyo")
    former = guest.username
    assert (guest.last_language, guest.last_zone, guest.is_guest) == ("nl", "Asia/Tokyo", True)
    assert [rename_guest(guest, name) for name in ("", "Ánna", "Dora")] == [False, False, True]
    assert (guest.username, User.objects.get(pk=guest.pk).name_key, former == "Dora") == ("Dora", "dora", False)
    assert not rename_guest(bob, "Carl")
    assert User.objects.get(pk=bob.pk).username == bob.username == "bob"


def test_a_code_proves_again_and_leaves_the_browser_where_it_was(anna: User) -> None:
    give_factor(anna)
    User.objects.filter(pk=anna.pk).update(password="!")
    anna.refresh_from_db()
    with time_machine.travel(NOW, tick=False):
        browser = Client(headers={"User-Agent": PHONE})
        browser.force_login(anna)
        form = {"code": code_of(), "next": "/accounts/email/"}
        assert browser.post("/accounts/2fa/reauthenticate/", form)["Location"] == "/accounts/email/"
        [row] = anna.browsers.all()
        assert (row.session_id, row.device) == (browser.session.session_key, "Chrome, Android")
        assert browser.post("/accounts/password/set/", NEW)["Location"] == "/accounts/settings/"
    assert anna.security_events.latest("pk").kind == "password_changed"
    assert User.objects.get(pk=anna.pk).check_password(NEW["password1"])
