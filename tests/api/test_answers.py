"""What all answers of the API have in common: problems, headers, limits, languages."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.db import InterfaceError
from django.test import Client, RequestFactory

from accounts.models import User
from numgames.priorities import rank_of
from tests.api.conftest import Caller, data_of, problem_of
from tests.site.test_gate import BOB, Browser, Site, pages_of, statuses

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/api/x", "/api/v1/x", "/api/v1/matches/aaaaaaaaaa", "/api/v1/players/nobody"])
def test_an_unknown_address_is_a_problem(path: str, client: Client) -> None:
    problem_of(client.get(path), 404)  # type: ignore[arg-type]


def test_problems_are_in_the_language_of_the_request(visitor: Caller) -> None:
    german = {"Accept-Language": "de"}
    answers = [visitor.get("/x", **german), visitor.get("/players/nobody", **german), visitor.post("/games", **german)]
    answers += [visitor.get("/players/%00", **german)]
    details = [json.loads(answer.content)["detail"] for answer in answers]
    assert details == [
        "Hier ist nichts.",
        "Hier ist nichts.",
        "Diese Adresse beantwortet diese Methode nicht.",
        "Die Anfrage ist nicht lesbar.",
    ]


def test_other_methods_and_bodies_are_problems(anna: User, calling: Callable[..., Caller], visitor: Caller) -> None:
    answer = visitor.post("/games")
    problem_of(answer, 405)
    problem_of(visitor.client.post("/api/limits"), 405)  # type: ignore[arg-type]
    assert answer["Allow"] == "GET"
    path = "/matches/aaaaaaaaaa/moves"
    faults = problem_of(calling(anna).post(path, {"ply": "x"}), 422)["errors"]
    assert faults == [
        {"field": "body.ply", "detail": "Input should be a valid integer, unable to parse string as an integer"},
        {"field": "body.move", "detail": "Field required"},
    ]
    problem_of(calling(anna).post(path, {"ply": 1, "move": "\0"}), 400)
    problem_of(calling(anna).post(path, {"ply": 1, "move": "a" * 100_000}), 413)


def test_answers_are_open_to_all_pages_and_set_no_cookies(anna: User, signed_in: Callable[[User], Client]) -> None:
    answer = signed_in(anna).get("/api/v1/games", headers={"Origin": "https://club.example", "Accept-Language": "nl"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert not answer.cookies
    assert "Cookie" not in answer["Vary"]
    refused = signed_in(anna).get("/api/v1/me")
    assert problem_of(refused, 401)["detail"] == "This needs a valid access token."  # type: ignore[arg-type]
    assert refused["WWW-Authenticate"] == 'Bearer realm="api"'
    asked = Client().options("/api/v1/games", headers={"Origin": "https://club.example"})
    assert asked["Access-Control-Allow-Methods"] == "GET, HEAD"


def test_only_what_is_read_is_compressed(anna: User, calling: Callable[..., Caller], visitor: Caller) -> None:
    packed = {"Accept-Encoding": "gzip"}
    assert visitor.get("/games", **packed)["Content-Encoding"] == "gzip"
    made = calling(anna).post("/challenges", {"game": "digifeud", "rated": False}, **packed)
    assert data_of(made)
    assert "Content-Encoding" not in made


def test_what_has_not_changed_is_not_sent_again(visitor: Caller) -> None:
    first = visitor.get("/games")
    again = visitor.get("/games", **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert visitor.client.head("/api/v1/games").status_code == 200


def test_a_limit_is_told_before_it_refuses(settings: pytest.FixtureRequest, visitor: Caller) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"api_visitor": "2/m/ip"}  # type: ignore[attr-defined]
    assert visitor.get("/games")["RateLimit"].startswith('"api_visitor";r=1;t=')
    assert visitor.get("/games")["RateLimit-Policy"] == '"api_visitor";q=2;w=60'
    answer = visitor.get("/games")
    problem = problem_of(answer, 429)
    assert problem["limit"] == "api_visitor"
    assert 0 < problem["seconds"] == int(answer["Retry-After"]) <= 60
    listed = json.loads(visitor.client.get("/api/limits").content)["limits"]
    assert {"limit": "api_visitor", "requests": 2, "seconds": 60, "of": "address"} in listed


def test_names_of_games_are_in_the_language_that_was_asked_for(visitor: Caller) -> None:
    aims = {data_of(visitor.get("/games", **{"Accept-Language": code}))[0]["aim"] for code in ("en", "nl", "de")}
    assert len(aims) == 3


async def test_the_gate_refuses_programs_with_problems() -> None:
    pages = pages_of(Site(), patience=0.05)  # whose answers never come
    busy, late = Browser(pages, "/"), Browser(pages, "/api/v1/games", address=BOB)
    assert await statuses([late]) == [503]
    headers = {name.decode(): value.decode() for name, value in late.heard[0]["headers"]}
    problem = json.loads(late.text)
    assert headers["Content-Type"] == "application/problem+json"
    assert (problem["status"], problem["code"], headers["Retry-After"]) == (503, "unavailable", "5")
    busy.request.cancel()


@pytest.mark.parametrize(
    ("method", "path", "rank"),
    [
        ("POST", "/api/v1/matches/0123456789/moves", 0),
        ("GET", "/api/v1/matches/0123456789", 2),
        ("GET", "/api/v1/exports/matches", 5),
        ("GET", "/api/v1/matches/0123456789/analysis", 6),
    ],
)
def test_a_move_of_a_program_comes_first(method: str, path: str, rank: int) -> None:
    of_program, of_visitor = (
        RequestFactory().generic(method, path, headers=headers) for headers in ({"Authorization": "Bearer ng_"}, {})
    )
    assert rank_of(of_program) == rank
    assert rank_of(of_visitor) == max(rank, 4)


def test_a_fault_is_a_problem_without_details(monkeypatch: pytest.MonkeyPatch, visitor: Caller) -> None:
    def fail(name: str) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("accounts.api.player_at", fail)
    answer = visitor.get("/players/anna")
    problem_of(answer, 500)
    assert b"secret" not in answer.content


def test_an_outage_is_a_problem(monkeypatch: pytest.MonkeyPatch, visitor: Caller) -> None:
    def fail(name: str) -> None:
        raise InterfaceError

    monkeypatch.setattr("accounts.api.player_at", fail)
    answer = visitor.get("/players/anna")
    problem_of(answer, 503)
    assert answer["Retry-After"] == "5"
