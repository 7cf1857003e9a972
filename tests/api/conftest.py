"""Callers of the API: visitors, and programs with a token."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from accounts.security import SCOPES, make_token


class Caller:
    """A program that calls the API with a token, or without one."""

    def __init__(self, secret: str = "") -> None:
        self.client = Client(raise_request_exception=False)
        self.headers = {"Authorization": f"Bearer {secret}"} if secret else {}

    def get(self, path: str, **headers: str) -> HttpResponse:
        """Send a GET."""
        return self.client.get(f"/api/v1{path}", headers=self.headers | headers)  # type: ignore[return-value]

    def post(self, path: str, data: object = None, **headers: str) -> HttpResponse:
        """Send a POST with JSON."""
        body = "" if data is None else json.dumps(data)
        where, kind = f"/api/v1{path}", "application/json"
        return self.client.post(where, body, content_type=kind, headers=self.headers | headers)  # type: ignore[return-value]


def data_of(answer: HttpResponse) -> Any:  # noqa: ANN401 - JSON of any kind
    """Return the JSON of an answer, which is a success."""
    assert answer.status_code in (200, 201), answer.content
    return json.loads(answer.content)


def problem_of(answer: HttpResponse, status: int) -> Any:  # noqa: ANN401 - JSON of any kind
    """Return the problem of an answer with this status."""
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json"), answer.content
    problem = json.loads(answer.content)
    assert problem["status"] == status
    assert problem["detail"]
    return problem


@pytest.fixture
def calling() -> Callable[..., Caller]:
    """Return a function that makes a caller with a token of this user, with all scopes unless some are named."""

    def make(user: User, *scopes: str) -> Caller:
        made = make_token(user, "a program", list(scopes or SCOPES), 30)
        assert made
        return Caller(made[1])

    return make


@pytest.fixture
def visitor() -> Caller:
    """Return a caller without a token."""
    return Caller()


@pytest.fixture
def kept_connection() -> Iterator[None]:
    """Keep the connection, with the transaction of the test, between requests, as Django's own test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
