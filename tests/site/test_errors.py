"""Error pages explain what happened, and depend on nothing that may be broken."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth import middleware as auth_middleware
from django.core.exceptions import PermissionDenied
from django.db import (
    DatabaseError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connection,
    transaction,
)
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils.translation import override
from psycopg.errors import ReadOnlySqlTransaction
from pytest_django import DjangoAssertNumQueries
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeout

from accounts.models import User
from numgames.errors import bad_request, page_not_found, permission_denied, server_error
from tests.conftest import PASSWORD
from tests.html import html_of

pytestmark = pytest.mark.django_db


def test_a_stranger_finds_nothing(client: Client) -> None:
    response = client.get("/there/is/no/such/page/")

    assert response.status_code == 404
    assert "Nothing here" in html_of(response)
    assert 'href="/lobby/"' in html_of(response)


def test_nothing_is_found_in_the_readers_language_frame(client: Client) -> None:
    response = client.get("/there/is/no/such/page/", headers={"accept-language": "nl"})

    assert '<html lang="nl"' in html_of(response)


def test_anna_keeps_her_menu_when_she_finds_nothing(anna: User, signed_in: Callable[[User], Client]) -> None:
    response = signed_in(anna).get("/there/is/no/such/page/")

    assert "/matches/by/anna/" in html_of(response)


def test_a_form_without_its_token_is_refused_with_advice() -> None:
    careful = Client(enforce_csrf_checks=True)

    response = careful.post("/lobby/play-now/")

    assert response.status_code == 403
    assert "This form has expired" in html_of(response)
    assert 'name="next" value="/"' in html_of(response)  # the refused address does not answer GET


def token_of(browser: Client, path: str) -> str:
    """Return the CSRF token of a form on this page."""
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', html_of(browser.get(path)))
    assert found
    return found[1]


def signed_in_meanwhile(anna: User) -> tuple[Client, str]:
    """Return a browser in which anna has signed in, and a token of a page that was opened before."""
    browser = Client(enforce_csrf_checks=True)
    token = token_of(browser, "/lobby/")
    sign_in = {"login": anna.username, "password": PASSWORD, "csrfmiddlewaretoken": token}
    assert browser.post("/accounts/login/", sign_in).status_code == 302
    return browser, token


def test_a_form_of_before_a_sign_in_in_another_tab_says_so_and_leads_back(anna: User) -> None:
    browser, token = signed_in_meanwhile(anna)
    form = {"csrfmiddlewaretoken": token}

    answer = browser.post("/lobby/play-now/", form, headers={"referer": "http://testserver/lobby/?tab=play"})

    assert answer.status_code == 403
    assert "You have signed in or out in another tab since this page was opened." in html_of(answer)
    assert 'href="/lobby/?tab=play"' in html_of(answer)
    form["csrfmiddlewaretoken"] = token_of(browser, "/lobby/?tab=play")
    assert browser.post("/lobby/play-now/", form).status_code == 302


def test_a_request_of_a_script_of_before_a_sign_in_says_so_too(anna: User) -> None:
    browser, token = signed_in_meanwhile(anna)

    answer = browser.post("/lobby/play-now/", headers={"X-CSRFToken": token, "HX-Request": "true"})

    assert answer.status_code == 403
    assert "You have signed in or out in another tab since this page was opened." in html_of(answer)


@pytest.mark.parametrize("page", ["", "https://elsewhere.example/lobby/", "nonsense"])
def test_a_refused_form_of_no_page_here_leads_to_the_front_page_alone(anna: User, page: str) -> None:
    browser, token = signed_in_meanwhile(anna)

    answer = browser.post("/lobby/play-now/", {"csrfmiddlewaretoken": token}, headers={"referer": page})

    assert answer.status_code == 403
    assert "Back to the page" not in html_of(answer)
    assert "elsewhere" not in html_of(answer)


def test_a_browser_without_cookies_is_told_so() -> None:
    answer = Client(enforce_csrf_checks=True).post("/lobby/play-now/", {"csrfmiddlewaretoken": "a" * 64})

    assert answer.status_code == 403
    assert "Your browser sent no cookie" in html_of(answer)
    assert "since this page was opened" not in html_of(answer)


def test_a_form_with_a_cookie_and_no_token_has_no_such_cause() -> None:
    browser = Client(enforce_csrf_checks=True)
    token_of(browser, "/lobby/")

    answer = browser.post("/lobby/play-now/")

    assert answer.status_code == 403
    assert "It was open too long" in html_of(answer)


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/"])
def test_an_old_form_to_sign_in_leads_on_a_player_who_has_signed_in(anna: User, path: str) -> None:
    browser, token = signed_in_meanwhile(anna)
    form = {"login": "anna", "password": PASSWORD, "csrfmiddlewaretoken": token, "next": "/ratings/"}

    answer = browser.post(path, form)

    assert (answer.status_code, answer.headers["Location"]) == (302, "/ratings/")
    assert browser.session["_auth_user_id"] == str(anna.pk)
    assert browser.post(path, form | {"next": "https://elsewhere.example/"}).headers["Location"] == "/lobby/"


def test_an_old_form_to_sign_in_tells_a_guest_why_it_is_refused() -> None:
    browser = Client(enforce_csrf_checks=True)
    token = token_of(browser, "/accounts/login/")
    browser.post("/accounts/guest/", {"csrfmiddlewaretoken": token})

    answer = browser.post("/accounts/login/", {"login": "anna", "password": "x", "csrfmiddlewaretoken": token})

    assert answer.status_code == 403
    assert "You have signed in or out in another tab since this page was opened." in html_of(answer)


def test_carl_is_told_that_this_is_not_his_to_do(rf: RequestFactory, carl: User) -> None:
    request = rf.get("/")
    request.user = carl

    response = permission_denied(request, PermissionDenied())

    assert response.status_code == 403
    assert "You can’t do that" in html_of(response)


def test_nonsense_is_answered_with_a_page(rf: RequestFactory) -> None:
    response = bad_request(rf.get("/"), Exception())

    assert response.status_code == 400
    assert "We couldn’t understand that" in html_of(response)


def test_a_fault_is_answered_without_touching_the_database(
    rf: RequestFactory, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        response = server_error(rf.get("/"))

    assert response.status_code == 500
    assert "Something broke" in html_of(response)
    assert "refresh" not in html_of(response)  # as the sentence says nothing of it, and the fault would come again


def _answer_to(request: HttpRequest, error: Exception) -> HttpResponse:
    """Return the response to an unhandled exception, as Django requests it."""
    try:
        raise error
    except Exception:
        return server_error(request)


def read_only() -> Exception:
    """Return the error of a write to a replica, as after a failover."""
    error = InternalError("cannot execute INSERT in a read-only transaction")
    error.__cause__ = ReadOnlySqlTransaction()
    return error


@pytest.mark.parametrize(
    "error",
    [
        OperationalError("gone"),
        InterfaceError("closed"),
        RedisConnectionError("refused"),
        RedisTimeout("slow"),
        read_only(),
    ],
)
def test_an_outage_asks_to_wait_and_touches_no_database(
    rf: RequestFactory, django_assert_num_queries: DjangoAssertNumQueries, error: Exception
) -> None:
    with django_assert_num_queries(0):
        response = _answer_to(rf.get("/", headers={"accept-language": "nl"}), error)

    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert "Een ogenblik" in html_of(response)
    assert '<meta http-equiv="refresh" content="5">' in html_of(response)


def test_the_page_for_an_outage_does_not_replace_a_form_that_was_sent(rf: RequestFactory) -> None:
    response = _answer_to(rf.post("/"), OperationalError("gone"))

    assert response.status_code == 503
    assert "refresh" not in html_of(response)


@pytest.mark.parametrize(
    "error", [IntegrityError("twice"), ProgrammingError("no such column"), InternalError("ours"), ValueError("ours")]
)
def test_a_fault_of_ours_is_no_outage(rf: RequestFactory, error: Exception) -> None:
    assert _answer_to(rf.get("/"), error).status_code == 500


def test_wrong_sql_is_no_outage(rf: RequestFactory) -> None:
    with pytest.raises(DatabaseError) as refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT no_such_column")

    assert _answer_to(rf.get("/"), refused.value).status_code == 500


def test_a_lookup_that_finds_the_database_away_is_answered_as_an_outage(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(request: HttpRequest) -> None:
        raise OperationalError("gone")

    client.raise_request_exception = False
    monkeypatch.setattr(auth_middleware, "get_user", away)

    assert client.get("/lobby/").status_code == 503
    assert client.get("/there/is/no/such/page/").status_code == 503


def test_nothing_is_found_also_where_the_frame_cannot_be_drawn(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = rf.post("/nowhere/", "a=b", content_type="application/x-www-form-urlencoded; charset=utf-7")

    response = page_not_found(request, Http404())

    assert response.status_code == 404
    assert "Nothing here" in html_of(response)


FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize("charset", ["utf-7", "latin-1", "hex", "nonsense", "utf-16", ""])
@pytest.mark.parametrize("kind", [FORM, "multipart/form-data; boundary=x", "text/plain"])
def test_a_form_in_a_foreign_charset_is_refused(client: Client, kind: str, charset: str) -> None:
    response = client.generic("POST", "/accounts/guest/", b"a=b", f"{kind}; charset={charset}")

    assert response.status_code == 400
    assert "We couldn’t understand that" in html_of(response)


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"'])
def test_a_form_in_utf_8_may_say_so(client: Client, charset: str) -> None:
    assert client.post("/accounts/guest/", "a=b", content_type=f"{FORM}; charset={charset}").status_code == 302


def test_a_form_with_too_much_text_is_refused_with_a_sentence(client: Client) -> None:
    response = client.post("/accounts/guest/", {"a": "x" * 100_000})

    assert response.status_code == 413
    assert "That’s too much at once" in html_of(response)


@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize(
    "page", ["400.html", "403.html", "403_csrf.html", "404.html", "413.html", "500.html", "503.html"]
)
def test_error_pages_stand_without_a_request(page: str, language: str) -> None:
    with override(language):
        html = render_to_string(page)

    assert f'<html lang="{language}"' in html
    assert "<h1>" in html
