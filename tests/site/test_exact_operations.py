"""What operators ask and read: pages about faults, records of the log, ranks at the gate, backups, what waits."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts import security
from accounts.models import User
from core.clients import AsgiMessage
from core.telemetry import Trace, current_trace
from games.jobs.models import Job
from games.notifications.models import Delivery
from games.social.models import Report
from numgames import startup
from numgames.errors import plain_page
from numgames.logs import MASK, SECRETS, SHORTEST_SECRET, JsonFormatter, RefusalFilter, _without_secrets, mask
from numgames.middleware import Traced, has_nul, isolated
from numgames.passwords import LEAST_LEFT, SHORTEST_LISTED, BreachedPasswordValidator, SiteWordsValidator
from numgames.priorities import rank_of, rank_of_socket
from numgames.staff_site import queues
from tests.alike import one
from tests.factors import give_factor

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.mark.parametrize("status", [400, 403, 404, 413, 429, 500, 503])
def test_a_plain_page_says_what_happened_and_no_more(status: int) -> None:
    trace = current_trace.set(Trace("4f2a0000"))
    try:
        pages = [plain_page(getattr(RequestFactory(), method)("/x/"), status) for method in ("get", "head", "post")]
        told = [plain_page(RequestFactory().get(f"/api/v1/x?{language}", headers={"Accept-Language": language}), status)
                for language in ("en", "nl")]  # fmt: skip
    finally:
        current_trace.reset(trace)
    waits = status in (429, 503)
    for page in pages:
        text = page.content.decode()
        assert (page.status_code, page["Cache-Control"], page["X-Content-Type-Options"]) == (
            status,
            "no-store",
            "nosniff",
        )
        assert (page["Content-Length"], page.get("Retry-After")) == (str(len(page.content)), "5" if waits else None)
        assert ("4f2a0000" in text) is (status not in (413, 429)), "pages that are kept name no request"
        assert ('http-equiv="refresh" content="5"' in text) is (status == 503 and page is not pages[2])
    for answer in told:
        assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
        assert (answer.get("Retry-After"), answer["X-Content-Type-Options"]) == ("5" if waits else None, "nosniff")
        assert (json.loads(answer.content)["status"], answer["Access-Control-Allow-Origin"]) == (status, "*")
    assert json.loads(told[0].content)["detail"] != json.loads(told[1].content)["detail"]


def entry_of(message: str, error: Exception | None = None, **facts: object) -> dict[str, object]:
    """Return what the JSON log has of a record at noon."""
    record = logging.LogRecord("some.name", logging.WARNING, __file__, 1, message, (), None)
    record.created, record.process = NOW.timestamp() + 0.25, 7
    vars(record).update(facts)
    if error:
        record.exc_info = (type(error), error, error.__traceback__)
    found: dict[str, object] = json.loads(JsonFormatter().format(record))
    return found


def test_a_record_of_the_log_has_these_members(settings: Settings) -> None:
    settings.METRICS_TOKEN = "secret-token"
    usual = {"time": "2026-03-04T12:00:00.250+00:00", "level": "WARNING", "logger": "some.name", "process": 7}
    facts = {"event": "x", "user": 7, "level": "no", "token": "has secret-token"}
    told = {"message": "Hi", "event": "x", "user": 7, "token": "has ***"}
    assert entry_of("Hi", facts=facts) == usual | told
    away = usual | {"message": "Hi", "error": "OperationalError", "reason": "gone"}
    assert entry_of("Hi", OperationalError("gone")) == away
    assert entry_of("Hi", ValueError("gone"), status_code=499)["reason"] == "gone"
    for more in ({"status_code": 500}, {}):
        ours = entry_of("Hi", ValueError("secret-token"), **more)
        assert ours == usual | {
            "message": "Hi",
            "error": "ValueError",
            "traceback": ["Traceback (most recent call last):", "ValueError: ***"],
        }


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_masked_from_some_length_on(name: str, settings: Settings) -> None:
    for length in (SHORTEST_SECRET - 1, SHORTEST_SECRET):
        setattr(settings, name, "§" * length)
        assert mask("a" + "§" * length) == ("a" + "§" * length if length < SHORTEST_SECRET else f"a{MASK}")


def test_a_report_has_no_more_than_it_needs() -> None:
    trace = current_trace.set(Trace("4f2a", match="0123456789", view="lobby:lobby"))
    event = {"event_id": "1", "level": "error", "user": {"ip": "1"}, "request": {"url": "/x"}, "modules": {"a": "1"}}
    event |= {"logentry": {"message": "a %s", "formatted": "a ://me:pass@b"}, "breadcrumbs": [], "server_name": "x"}
    event |= {"exception": {"values": [{"type": "ValueError", "value": "://me:pass@b"}, {"type": "KeyError"}]}}
    try:
        report = _without_secrets(event, {})
        assert _without_secrets(event, {"exc_info": (None, OperationalError("x"), None)}) is None
        assert _without_secrets(event, {"exc_info": (None, IntegrityError("x"), None)})
    finally:
        current_trace.reset(trace)
    values = [{"type": "ValueError", "value": "://***@b"}, {"type": "KeyError", "value": ""}]
    assert report == {
        "event_id": "1",
        "level": "error",
        "message": "a ://***@b",
        "exception": {"values": values},
        "tags": {"request": "4f2a", "match": "0123456789", "view": "lobby:lobby"},
    }
    assert _without_secrets({"logentry": {"message": "plain"}}, {}) == {"message": "plain", "tags": {}}


def test_of_refused_requests_one_a_second_and_address_is_logged(rf: RequestFactory) -> None:
    def passes(status: int, address: str = "192.0.2.1", *, request: HttpRequest | None = None) -> bool:
        record = logging.makeLogRecord({"status_code": status, "request": request or rf.get("/", REMOTE_ADDR=address)})
        return only.filter(record)

    for status in (403, 404, 413, 429):
        only = RefusalFilter()
        assert [passes(status), passes(status), passes(status, "192.0.2.2")] == [True, False, True]
    only = RefusalFilter()
    assert all(passes(status) for status in (400, 400, 500, 500))
    assert only.filter(logging.makeLogRecord({"status_code": 404}))
    assert only.filter(logging.makeLogRecord({"status_code": 404}))


RANKS = {
    ("GET", "/lobby/"): (3, 4),
    ("GET", "/lobby/players/"): (6, 6),
    ("GET", "/matches/0123456789/"): (1, 4),
    ("POST", "/matches/0123456789/move/"): (0, 4),
    ("POST", "/matches/0123456789/chat/"): (2, 4),
    ("GET", "/matches/0123456789/analysis/"): (6, 6),
    ("GET", "/accounts/settings/"): (2, 4),
    ("GET", "/accounts/export/"): (5, 5),
    ("GET", "/history/matches.json"): (5, 5),
    ("GET", "/feeds/puzzles.atom"): (6, 6),
    ("GET", "/no/such/page/"): (2, 4),
}


def test_players_come_before_visitors_and_moves_before_all() -> None:
    found = {}
    for method, path in RANKS:
        request = RequestFactory().generic(method, path)
        visitor = rank_of(request)
        request.COOKIES[site.SESSION_COOKIE_NAME] = "x"
        found[method, path] = (rank_of(request), visitor)
    assert found == RANKS
    paths = ("/api/v1/matches/0/moves", "/api/v1/matches/0/legal-moves", "/api/v1/exports/x", "/api/v1/me")
    asked = [RequestFactory().generic(method, path) for path in paths for method in ("POST", "GET")]
    assert [rank_of(request) for request in asked] == [4, 4, 4, 4, 5, 5, 4, 4]
    token = {"Authorization": "Bearer x"}
    asked = [RequestFactory().generic(method, path, headers=token) for path in paths for method in ("POST", "GET")]
    assert [rank_of(request) for request in asked] == [0, 2, 3, 3, 5, 5, 2, 2]
    ranks = {}
    for path in ("/ws/matches/0123456789/", "/ws/lobby/"):
        request = RequestFactory().get(path)
        visitor = rank_of_socket(request)
        request.COOKIES[site.SESSION_COOKIE_NAME] = "x"
        ranks[path] = rank_of_socket(request), visitor
    assert ranks == {"/ws/matches/0123456789/": (0, 1), "/ws/lobby/": (1, 1)}


def test_a_nul_is_found_wherever_it_stands() -> None:
    rf = RequestFactory()
    cookie = rf.get("/")
    cookie.COOKIES["a"] = "b\0"
    path = rf.get("/")
    path.path_info = "/\0"
    wrong = [rf.get("/", {"a\0": "b"}), rf.get("/", {"a": ["b", "c\0"]}), rf.post("/", {"a": "\0"}), cookie, path]
    assert [has_nul(request) for request in (*wrong, rf.post("/?a=b", {"a": "0"}))] == [True] * 5 + [False]
    answer = HttpResponse(headers={"Cross-Origin-Resource-Policy": "cross-origin"})
    assert (isolated(answer)["Cross-Origin-Resource-Policy"], answer["X-Content-Type-Options"]) == (
        "cross-origin",
        "nosniff",
    )


async def traced(path: str, number: bytes) -> tuple[str, str, str]:
    """Return the id that an answer has, and the id and match that its page knows."""
    sent: list[AsgiMessage] = []
    seen: list[Trace] = []

    async def page(_scope: object, _receive: object, send: Callable[[AsgiMessage], Any]) -> None:
        trace = current_trace.get()
        assert trace
        seen.append(trace)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"A", b"1")]})

    async def send(event: AsgiMessage) -> None:
        sent.append(event)

    scope = {"type": "http", "method": "GET", "path": path, "headers": [(b"x-request-id", number)]}
    await Traced(page)(scope, None, send)  # type: ignore[arg-type]
    assert current_trace.get() is None
    first, second = sent[0]["headers"]
    assert first == (b"A", b"1")
    return second[1].decode(), seen[0].id, seen[0].match


async def test_the_id_of_a_request_is_the_proxys_where_one_is_trusted(settings: Settings) -> None:
    for trusted in (None, ("HTTP_X_FORWARDED_PROTO", "https")):
        settings.SECURE_PROXY_SSL_HEADER = trusted
        for number, is_valid in (
            (b"a" * 8, True),
            (b"a" * 64, True),
            (b"a" * 7, False),
            (b"a" * 65, False),
            (b"a b" * 4, False),
        ):
            answered, known, match = await traced("/matches/0123456789/", number)
            assert (answered == number.decode()) is (is_valid and trusted is not None)
            assert (answered, match) == (known, "0123456789")
    assert (await traced("/matches/", b""))[2] == ""


def test_a_password_has_enough_besides_the_words_of_the_site() -> None:
    def is_refused(password: str, validator: object = SiteWordsValidator()) -> bool:
        try:
            validator.validate(password, User(username="victim"))  # type: ignore[attr-defined]
        except ValidationError:
            return True
        return False

    rest = "kzqxwj"[:LEAST_LEFT]
    assert [is_refused(f"victim{rest[:length]}99") for length in (LEAST_LEFT - 1, LEAST_LEFT)] == [True, False]
    assert not is_refused(rest[:2])
    breached = BreachedPasswordValidator()
    listed = {"password1": False, "password123456": True, "PASSWORD123456": True, "kzqxwj-kzqxwj-kz": False}
    assert {word: is_refused(word, breached) for word in listed} == listed
    assert len("password1") < SHORTEST_LISTED <= len("password123456")


@pytest.mark.django_db
def test_staff_see_how_much_waits_and_where(anna: User, signed_in: Callable[[User], Client]) -> None:
    for closed_at in (None, NOW, None):
        one(Report, closed_at=closed_at)
    for state in (Job.State.DEAD, Job.State.WAITING):
        one(Job, kind="a", key=state, state=state)
    for status in (Delivery.Status.FAILED, *Delivery.Status.values, Delivery.Status.FAILED):
        one(Delivery, status=status)
    assert [(queue.name, queue.number, queue.address) for queue in queues()] == [
        ("Reports", 2, "/admin/social/report/"),
        ("Failed jobs", 1, "/admin/jobs/job/?state__exact=dead"),
        ("Failed deliveries", 3, "/admin/notifications/delivery/?status__exact=failed"),
    ]
    statuses = []
    for is_staff, is_active, has_factor in ((True, True, False), (False, True, True), (True, True, True)):
        User.objects.filter(pk=anna.pk).update(is_staff=is_staff, is_active=is_active)
        if has_factor and not security.has_factor(anna):
            give_factor(anna)
        statuses.append(signed_in(anna).get("/admin/").status_code)
    assert statuses == [302, 302, 200]


@pytest.mark.django_db
def test_a_backup_is_made_once_and_read_by_its_kind(tmp_path: Path) -> None:
    file, out = tmp_path / "backup", StringIO()
    call_command("backup", str(file), stdout=out)
    assert out.getvalue() == f"{file}: {file.stat().st_size / 1e6:.1f} MB\n"
    assert (file.stat().st_mode & 0o777, [one.name for one in tmp_path.iterdir()]) == (0o600, ["backup"])
    with pytest.raises(CommandError, match="exists already: choose another name, or overwrite it with --force"):
        call_command("backup", str(file))
    file.write_bytes(b"old")
    call_command("backup", str(file), "--force", stdout=out)
    assert file.read_bytes().startswith(b"SQLite format 3\0")
    with pytest.raises(CommandError, match=r"^The database is not empty. To replace all that is in it, add --yes.$"):
        call_command("restore", str(file))
    for content, reason in (
        (b"PGDMP", " is a backup of another kind of database: postgresql. DATABASE_URL names one of sqlite."),
        (b"x", " is no backup of Numgames."),
        (None, " cannot be read: No such file or directory."),
    ):
        file.unlink(missing_ok=True)
        if content is not None:
            file.write_bytes(content)
        with pytest.raises(CommandError) as refused:
            call_command("restore", str(file), "--yes")
        assert str(refused.value) == f"{file}{reason}"


@pytest.mark.django_db
def test_lost_factors_are_removed_from_one_account(anna: User, bob: User) -> None:
    out = StringIO()
    for player in (anna, bob):
        give_factor(player)
    call_command("reset_factors", "ÁNNA", stdout=out)
    assert out.getvalue() == "anna: 1 factors removed, signed out everywhere\n"
    facts = [(security.has_factor(player), User.objects.get(pk=player.pk).sessions_epoch) for player in (anna, bob)]
    assert facts == [(False, 1), (True, 0)]
    assert [*anna.security_events.values_list("kind", "device", "network")] == [("factor_removed", "", "")]
    with pytest.raises(CommandError, match=r"^There is no player called 'nobody'.$"):
        call_command("reset_factors", "nobody")


def test_a_redis_that_does_not_answer_is_a_warning(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    startup.check_redis()
    for address in ("redis://127.0.0.1:1/0", "unix:///no/such/socket"):
        settings.REDIS_URL = address
        startup.check_redis()
    told = [message.partition(" does not answer; the site starts without it: ")[0] for message in caplog.messages]
    assert told == ["REDIS_URL: Redis on 127.0.0.1, port 1", "REDIS_URL: Redis on this machine, port 6379"]


@pytest.mark.django_db
def test_the_front_door_and_the_icon(anna: User, signed_in: Callable[[User], Client], client: Client) -> None:
    assert (signed_in(anna).get("/")["Location"], client.get("/").status_code) == ("/lobby/", 200)
    assert client.get("/favicon.ico")["Location"] == "/static/img/logo.svg"
    assert client.post("/").status_code == client.post("/favicon.ico").status_code == 405
