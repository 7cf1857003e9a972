"""All that is hidden from a caller is another world, and every address of the API answers the same.

The addresses come from the schema: one with a parameter or a body that this test does not know fails it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
import time_machine
from django.db import transaction
from django.http import HttpResponse

from accounts.models import User
from core import clock
from games.lobby.services import make_offer
from games.matches.models import Match
from games.matches.play import positions
from games.rules import Seat
from games.studies.services import keep
from games.webhooks.jobs import body_of
from games.webhooks.models import Endpoint, Sending
from games.webhooks.services import add_endpoint, events_by_key
from numgames.api import ROOT, STREAMS, api
from tests.api.conftest import Caller, data_of
from tests.api.test_matches import LIVE, begin
from tests.clubs.test_clubs import club
from tests.events.cups import boards_in, mirrored
from tests.matches.conftest import legal_move
from tests.matches.test_mirrors import move, play_rounds
from tests.matches.test_noninterference import NOW, PLIES, in_another_world, running, told
from tests.sizes import cases

WHO = ("anna", "bob", "carl", "visitor")
NEW = re.compile(r'"(?:challenge|match)":"[^"]+"|.ETag.: [^,]*')  # of what a request has made
ENDS = ("resign",)  # ends the match, and so reveals it


def requests_to(match: Match, event_id: str, sent: Mapping[str, object] | None = None) -> list[tuple[str, str, object]]:
    """Return every address with its method and a body."""
    offer = make_offer(challenger=match.second, game_slug=match.game_slug, options=match.options)
    known = {
        "match_id": match.pk,
        "event_id": event_id,
        "club_id": club(match.first).pk,
        "day": str(clock.now().date()),
        "name": "anna",
        "game": match.game_slug,
        "pace": "days",
        "challenge_id": offer.pk,
        "puzzle_id": "0000000000",
        "mistake_id": "0000000000",
        "webhook_id": "1",
        "standing_id": "1",
        "study_id": keep(match.first, match, 1, ["d4"], "A study").pk,
    }
    bodies = {
        "SentMove": sent or {"ply": PLIES, "move": match.game.example},  # of a turn that is over
        "Placed": {"move": legal_move(match)},
        "Words": {"phrase": "hello", "key": "a-key"},
        "NewChallenge": {"game": match.game_slug, "kind": "link"},
        "NewWebhook": {"url": "https://hooks.example.org/", "events": ["match.turn"]},
        "Entering": {"bots": False},
        "Changing": {"text": "Tea."},
        "Try": {"move": match.game.example},
        "": None,
    }
    found: list[tuple[str, str, object]] = []
    for path, operations in api.get_openapi_schema()["paths"].items():
        if path in STREAMS:  # tests/api/test_streams.py
            continue
        filled = re.sub(r"{(\w+)}", lambda name: known[name[1]], path.removeprefix(f"/{ROOT[:-1]}"))
        for method, operation in operations.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            required = [one["name"] for one in operation["parameters"] if one["in"] == "query" and one["required"]]
            query = "&".join(f"{name}={known[name]}" for name in required)
            if not filled.endswith(ENDS):
                found.append((method, f"{filled}?{query}", bodies[body.get("$ref", "").rpartition("/")[2]]))
    return found


def answers(caller: Caller, asked: list[tuple[str, str, object]]) -> dict[str, str]:
    """Return the answer to each request, which is then taken back."""
    found = {}
    for method, path, body in asked:
        with transaction.atomic():
            answer: HttpResponse = caller.get(path) if method == "get" else caller.post(path, body)
            found[f"{method} {path}"] = NEW.sub("", told(answer))  # type: ignore[arg-type]
            transaction.set_rollback(True)
    return found


@pytest.mark.slow
@cases("slug, who", ["digifeud", "sudoku", "summy", "tenbyten"], WHO, default=["digifeud-bob", "digifeud-visitor"])
def test_no_answer_depends_on_what_its_caller_does_not_know(
    slug: str,
    who: str,
    anna: User,
    bob: User,
    carl: User,
    calling: Callable[..., Caller],
    monkeypatch: pytest.MonkeyPatch,
    settings: pytest.FixtureRequest,
) -> None:
    settings.RATE_LIMITS = {}  # type: ignore[attr-defined]
    person = {"anna": anna, "bob": bob, "carl": carl}.get(who)
    with time_machine.travel(NOW, tick=False):
        match = running(anna, bob, slug)
        caller = calling(person) if person else Caller()
        asked = requests_to(match, mirrored(anna, bob, slug).pk)
        before = answers(caller, asked)
        in_another_world(match, match.seat_of(person), monkeypatch)
        after = answers(caller, asked)
    assert before == after
    assert sum(one.startswith("200") for one in before.values()) > len(before) // 4
    assert len(before) > 35


@pytest.mark.thorough
@pytest.mark.slow
def test_no_answer_tells_of_a_sealed_move_on_a_board_of_a_cup(
    anna: User, bob: User, carl: User, calling: Callable[..., Caller], settings: pytest.FixtureRequest
) -> None:
    """Nor do its streams, which write the same, and webhooks; only who has sealed it is told."""
    settings.RATE_LIMITS = {}  # type: ignore[attr-defined]
    with time_machine.travel(NOW, tick=False):
        one = move(play_rounds(boards_in(mirrored(anna, bob)), 1)[1])
        asked = requests_to(one, one.event_key, {"ply": one.ply + 1, "move": one.sealed_move})  # once more
        hooks = {who.pk: add_endpoint(who, "https://hooks.example.org/", "", []) for who in (anna, bob)}
        for person in (anna, bob, carl, None):
            caller, seen = calling(person) if person else Caller(), list[dict[str, str]]()
            for text in (one.sealed_move, "swap 5"):
                Match.objects.filter(pk=one.pk).update(sealed_move=text)
                positions.forget_match(one.pk)
                seen.append(answers(caller, asked) | bodies(hooks.get(person.pk) if person else None, one))
            changed = [address for address in seen[0] if seen[0][address] != seen[1][address]]
            assert bool(changed) == (person == one.player(Seat(one.to_move))), (person, changed)


def bodies(endpoint: Endpoint | None, match: Match) -> dict[str, str]:
    """Return what a webhook is sent of each event of the match."""
    events = [event for event in events_by_key() if event.startswith("match.")] if endpoint else []
    sendings = [Sending(pk=1, endpoint=endpoint, event=event, subject=match.pk) for event in events]
    return {one.event: str(body_of(endpoint, one)) for one in sendings if endpoint}


def test_it_would_see_a_leak(
    anna: User, bob: User, calling: Callable[..., Caller], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = running(anna, bob, "digifeud")
    asked: list[tuple[str, str, object]] = [("get", f"/matches/{match.pk}", None)]
    before = answers(calling(anna), asked)
    in_another_world(match, Seat.SECOND, monkeypatch)  # anna's own hand is another one
    assert answers(calling(anna), asked) != before


def test_hands_stay_face_down_before_the_first_move(anna: User, bob: User, calling: Callable[..., Caller]) -> None:
    fresh, live = begin("digifeud", anna, bob), begin("digifeud", anna, bob, LIVE)
    first, second = calling(anna), calling(bob)
    assert data_of(second.get(f"/matches/{fresh.pk}"))["position"]["racks"]["second"] is None
    assert data_of(first.get(f"/matches/{live.pk}"))["position"]["racks"] == {"first": None, "second": None}
    assert first.get(f"/matches/{live.pk}/legal-moves").status_code == 409
    assert positions.current(live).face_down
