"""Safe requests change nothing: no page is seen because a browser, a crawler or a chat program fetches it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Model
from django.test import Client

from accounts.models import SeenPlace, SignedInBrowser, User
from accounts.online import presence
from core import clock
from games.catalogue import games
from games.lobby.models import Offer
from games.lobby.services import make_offer
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.time.control import USUAL_LIVE
from games.notifications.models import Notification
from games.notifications.services import notify
from tests.matches.test_noninterference import addresses, running
from tests.site.test_waits import noted

pytestmark = pytest.mark.any_stack
SignedIn = Callable[[User], Client]
# Sessions are used by any request, and the account's list of browsers says when and from where (for its security).
SESSIONS = (SignedInBrowser, SeenPlace)
SCRIPTS = {"zone": "Europe/Amsterdam"}  # the cookie of a browser that runs scripts
READING = ("SELECT", "SAVEPOINT", "RELEASE SAVEPOINT")
AHEAD = [
    {"Sec-Purpose": "prefetch"},
    {"Sec-Purpose": "prefetch;prerender"},
    {"Purpose": "prefetch"},
    {"X-Moz": "prefetch"},
    {"X-Purpose": "preview"},
    {"Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors"},
    {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Mode": "navigate"},
]


@pytest.fixture
def waiting(anna: User, bob: User) -> Match:
    """Return a match in which anna is to move; a live match, a challenge and a test wait for her too."""
    match = running(anna, bob, "summy")
    options = games()["summy"].options_type()
    start_match(game_slug="summy", options=options, first=anna, second=bob, time_control=USUAL_LIVE)
    make_offer(challenger=bob, game_slug="summy", options=options, kind=Offer.Kind.DIRECT, opponent=anna)
    make_offer(challenger=bob, game_slug="summy", options=options, kind=Offer.Kind.LINK, time_control=USUAL_LIVE)
    notify(anna, "turn", f"{match.pk}.{match.ply}", match=match, ply=match.ply, other=bob, game_slug="summy")
    notify(anna, "test", "test")
    User.objects.filter(pk=anna.pk).update(seen_at=clock.now() - timedelta(hours=1))
    return match


def rows_of(model: type[Model]) -> list[dict[str, Any]]:
    return list(model._default_manager.order_by("pk").values())


def everything() -> dict[type[Model], list[dict[str, Any]]]:
    """Return all rows of all tables but those of sessions."""
    tables = [model for model in apps.get_models() if model not in SESSIONS and model.__name__ != "Session"]
    return {model: rows_of(model) for model in tables}


def fetch_all(browser: Client, match: Match, method: str, headers: dict[str, str]) -> list[str]:
    """Request every address; return those after which any row differs, and those that waited.

    To read rows takes longer than most pages: those of the tables that a request wrote to are read after it, and all
    at the end.
    """
    found, written = [], list[str]()

    def note(execute: Callable[..., object], sql: str, *more: object) -> object:
        if not sql.startswith(READING):
            written.append(sql)
        return execute(sql, *more)

    links = [f"/lobby/c/{link}/" for link in Offer.objects.filter(kind=Offer.Kind.LINK).values_list("pk", flat=True)]
    live = [f"/matches/{pk}/" for pk in Match.objects.exclude(pk=match.pk).values_list("pk", flat=True)]
    before = everything()
    for url in [*addresses(match), *links, *live, ""]:
        if url:
            with connection.execute_wrapper(note), noted() as waits:
                getattr(browser, method)(url, headers=headers).getvalue()
            found += [f"{url}: {wait}" for wait in waits]
        told = " ".join(written)
        for model in before:
            if not url or f'"{model._meta.db_table}"' in told:
                after = rows_of(model)
                found += [f"{url}: {model._meta.label}"] if before[model] != after else []
                before[model] = after
        written.clear()
    return found


def turn(anna: User) -> Notification:
    return Notification.objects.get(user=anna, event="turn")


@pytest.mark.slow
@pytest.mark.thorough  # by default: whatever a browser with scripts and a crawler get
@pytest.mark.parametrize("method", ["get", "head"])
def test_no_prefetch_and_no_head_changes_a_row(waiting: Match, anna: User, signed_in: SignedIn, method: str) -> None:
    headers = {} if method == "head" else {"Sec-Purpose": "prefetch;prerender"}
    assert fetch_all(signed_in(anna), waiting, method, headers) == []


@pytest.mark.slow
def test_no_get_of_a_browser_with_scripts_changes_a_row_or_waits(
    waiting: Match, anna: User, signed_in: SignedIn
) -> None:
    browser = signed_in(anna)
    browser.cookies.load(SCRIPTS)
    browser.get("/lobby/")  # tells the account of the browser's time zone
    assert fetch_all(browser, waiting, "get", {}) == []


@pytest.mark.slow
def test_no_get_of_a_crawler_changes_a_row_or_waits(waiting: Match) -> None:
    assert fetch_all(Client(), waiting, "get", {"User-Agent": "Googlebot/2.1"}) == []


@pytest.mark.parametrize("headers", AHEAD)
def test_a_turn_that_a_browser_fetched_ahead_is_unseen(
    waiting: Match, anna: User, signed_in: SignedIn, headers: dict[str, str]
) -> None:
    signed_in(anna).get(f"/matches/{waiting.pk}/", headers=headers)
    signed_in(anna).get("/notifications/", headers=headers)
    signed_in(anna).get("/lobby/", headers=headers)
    assert not Notification.objects.filter(user=anna).exclude(seen_at=None).exists()
    assert not presence.is_online(User.objects.get(pk=anna.pk))


def test_without_scripts_the_page_that_anna_opens_is_seen(waiting: Match, anna: User, signed_in: SignedIn) -> None:
    opened = {"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-User": "?1"}
    signed_in(anna).get(f"/matches/{waiting.pk}/", headers=opened)
    assert turn(anna).seen_at
    assert presence.is_online(User.objects.get(pk=anna.pk))
    signed_in(anna).get("/lobby/")
    assert Notification.objects.get(user=anna, event="challenge").seen_at


def test_a_visible_page_reports_what_anna_sees_where_sockets_are_blocked(
    waiting: Match, anna: User, signed_in: SignedIn
) -> None:
    browser = signed_in(anna)
    browser.cookies.load(SCRIPTS)
    address = f"/matches/{waiting.pk}/updates/?version=-1&ply=-1"
    hidden = browser.post(address, {"displays": {}, "shown": {}}, content_type="application/json").json()
    assert 'data-others="2"' in hidden["partials"]
    assert turn(anna).seen_at is None
    browser.post(address, {"displays": {"match": waiting.pk}}, content_type="application/json")
    assert turn(anna).seen_at
    assert presence.is_online(User.objects.get(pk=anna.pk))


def test_the_lobby_and_the_list_report_what_they_show(waiting: Match, anna: User, signed_in: SignedIn) -> None:
    def report(**displays: object) -> None:
        assert (
            browser.post("/accounts/news/", {"displays": displays}, content_type="application/json").status_code == 200
        )

    browser, unseen = signed_in(anna), Notification.objects.filter(user=anna, seen_at=None)
    keys = " ".join(str(pk) for pk in unseen.exclude(event="challenge").values_list("pk", flat=True))
    report(sees="nonsense -1 1e9")
    assert unseen.count() == 3
    report(sees="challenge")
    assert not unseen.filter(event="challenge").exists()
    report(sees=keys)
    assert not unseen.exists()


def test_no_page_marks_what_others_are_told(waiting: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    signed_in(bob).post("/accounts/news/", {"displays": {"sees": str(turn(anna).pk)}}, content_type="application/json")
    assert turn(anna).seen_at is None


def test_garbage_reports_nothing(waiting: Match, anna: User, signed_in: SignedIn) -> None:
    for body in (b"", b"\xff", b"[]", b'{"displays": 1}', b"{" * 2000):
        answer = signed_in(anna).post("/accounts/news/", body, content_type="application/json")
        assert answer.json() == {}, body
    form = signed_in(anna).post("/accounts/news/", {"csrfmiddlewaretoken": "x", "displays": "x"})
    assert form.json() == {}
