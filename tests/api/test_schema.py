"""The schema is valid, and every answer is as it says: as a visitor, with each scope, and on things of others."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openapi_spec_validator import validate
from schemathesis import GenerationMode
from schemathesis.checks import CheckFunction
from schemathesis.core.result import Ok
from schemathesis.generation.case import Case
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from accounts.models import User
from accounts.security import SCOPES
from core import clock
from games.clubs.models import Club
from games.daily.services import begin as begin_deal
from games.daily.services import make_deals
from games.lobby.services import make_offer
from games.matches.models import Match
from games.matches.play.services import resign
from games.studies.services import keep
from games.webhooks.services import add_endpoint
from numgames.api import STREAMS, api
from tests.api.conftest import Caller
from tests.api.test_matches import begin
from tests.clubs.test_clubs import club
from tests.events.cups import boards_in, mirrored
from tests.events.test_base import round_robin
from tests.matches.conftest import play_on
from tests.matches.test_mirrors import move, play_rounds
from tests.puzzles.conftest import make_puzzle
from tests.sizes import cases, examples

CALLERS = ("visitor", "all", "other", *SCOPES)
# A request may be as the schema says and yet be refused, as a move that is illegal.
PLAIN = {"Accept-Encoding": "identity"}
APART: list[CheckFunction] = [positive_data_acceptance]


@cache
def operations() -> list[APIOperation[Any, Any, Any, Any]]:
    """Return what programs can ask for, but not streams, which do not end."""
    schema = schemathesis.openapi.from_dict(json.loads(json.dumps(api.get_openapi_schema())))
    schema.app = get_wsgi_application()
    return [one.ok() for one in schema.get_all_operations() if isinstance(one, Ok) and one.ok().path not in STREAMS]


def test_the_schema_is_valid() -> None:
    schema = json.loads(json.dumps(api.get_openapi_schema()))
    validate(schema)
    names = [one["operationId"] for path in schema["paths"].values() for one in path.values()]
    assert len(names) == len(set(names)) > 40


@pytest.fixture
def things(anna: User, bob: User, carl: User, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Return ids of what there is: of anna and bob, of bob and carl, and a sealed board of a cup."""
    running, theirs, over = begin("sudoku", anna, bob), begin("tenbyten", bob, carl), begin("sudoku", anna, bob)
    play_on(running, 2)
    resign(play_on(over, 2).pk, bob)
    terms: Any = {"game_slug": "sudoku", "options": running.options, "rated": False}
    board, _twin = play_rounds(boards_in(mirrored(anna, carl)), 1)
    move(board)  # sealed
    make_deals()
    deal = begin_deal(anna, "digifeud")
    hook = add_endpoint(anna, "https://hooks.example.org/", "", [])
    assert hook
    offers = [make_offer(challenger=bob, **terms), make_offer(challenger=carl, **terms, kind="direct", opponent=bob)]
    return {
        "match_id": [running.pk, theirs.pk, over.pk, board.pk, deal.pk],
        "name": ["anna", "bob", "Carl"],
        "game": ["sudoku", "tenbyten", "digifeud"],
        "pace": ["days", "live"],
        "day": [str(clock.now().date()), str(clock.now().date() - timedelta(days=1))],
        "event_id": [board.event_key, round_robin().pk],
        "club_id": [club(bob).pk, club(anna, "Anna's own", Club.Entry.OPEN).pk],
        "webhook_id": [str(hook.pk)],
        "challenge_id": [offer.pk for offer in offers],
        "puzzle_id": [make_puzzle("sudoku").pk],
        "mistake_id": ["0000000000"],
        "standing_id": ["1"],
        "study_id": [keep(anna, over, 1, ["d4"], "Anna's own").pk],
    }


@pytest.mark.slow
@pytest.mark.usefixtures("kept_connection")
@cases("who", CALLERS, default=["all"])
def test_every_answer_is_as_the_schema_says(
    who: str,
    things: dict[str, list[str]],
    anna: User,
    carl: User,
    calling: Callable[..., Caller],
    settings: Any,  # noqa: ANN401 - of pytest-django
) -> None:
    settings.RATE_LIMITS = {}
    caller = Caller() if who == "visitor" else calling(carl if who == "other" else anna, *({who} & {*SCOPES}))
    secrets = {bytes(match.seed).hex(): match.pk for match in Match.objects.filter(finished_at=None)}
    for operation in operations():
        _try(operation, caller, things, secrets)


def _try(
    operation: APIOperation[Any, Any, Any, Any], caller: Caller, things: dict[str, list[str]], secrets: dict[str, str]
) -> None:
    modes = st.sampled_from([GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
    cases = modes.flatmap(lambda mode: operation.as_strategy(generation_mode=mode))

    @given(case=cases, existing=st.data())
    @settings(
        max_examples=examples(3, 60),
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Case[Any], existing: st.DataObject) -> None:
        apart = APART
        for name in case.path_parameters or ():
            if existing.draw(st.booleans()):
                apart = [*APART, negative_data_rejection]  # what was wrong may have been this
                case.path_parameters[name] = existing.draw(st.sampled_from(things[name]))
        with transaction.atomic():
            answer = case.call_and_validate(headers=caller.headers | PLAIN, excluded_checks=apart)
            for match_id in [match_id for seed, match_id in secrets.items() if seed in answer.text]:
                assert Match.objects.get(pk=match_id).finished_at  # by this request
            transaction.set_rollback(True)

    check()
