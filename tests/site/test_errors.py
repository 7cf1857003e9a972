"""An error page says what happened in plain words, and needs nothing that may be broken."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils.translation import override
from django.views.defaults import bad_request, permission_denied, server_error
from pytest_django import DjangoAssertNumQueries

from accounts.models import User

pytestmark = pytest.mark.django_db


def _text(content: bytes) -> str:
    return content.decode()


def test_a_stranger_finds_nothing(client: Client) -> None:
    response = client.get("/there/is/no/such/page/")

    assert response.status_code == 404
    assert "Nothing here" in _text(response.content)
    assert 'href="/lobby/"' in _text(response.content)


def test_nothing_is_found_in_the_readers_language_frame(client: Client) -> None:
    response = client.get("/there/is/no/such/page/", headers={"accept-language": "nl"})

    assert '<html lang="nl"' in _text(response.content)


def test_anna_keeps_her_menu_when_she_finds_nothing(anna: User, signed_in: Callable[[User], Client]) -> None:
    response = signed_in(anna).get("/there/is/no/such/page/")

    assert "/matches/by/anna/" in _text(response.content)


def test_a_form_without_its_token_is_refused_with_advice() -> None:
    careful = Client(enforce_csrf_checks=True)

    response = careful.post("/lobby/play-now/")

    assert response.status_code == 403
    assert "This form has expired" in _text(response.content)
    assert 'name="next" value="/"' in _text(response.content)  # the refused address answers no GET


def test_carl_is_told_that_this_is_not_his_to_do(rf: RequestFactory, carl: User) -> None:
    request = rf.get("/")
    request.user = carl

    response = permission_denied(request, PermissionDenied())

    assert response.status_code == 403
    assert "This is not for you to do" in _text(response.content)


def test_nonsense_is_answered_with_a_page(rf: RequestFactory) -> None:
    response = bad_request(rf.get("/"), Exception())

    assert response.status_code == 400
    assert "That request made no sense" in _text(response.content)


def test_a_fault_is_answered_without_touching_the_database(
    rf: RequestFactory, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        response = server_error(rf.get("/"))

    assert response.status_code == 500
    assert "Something broke" in _text(response.content)


@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize("page", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"])
def test_error_pages_stand_without_a_request(page: str, language: str) -> None:
    with override(language):
        html = render_to_string(page)

    assert f'<html lang="{language}"' in html
    assert "<h1>" in html
