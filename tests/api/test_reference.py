"""The reference: its page, and its commands, run by a shell against a site."""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from core import clock
from core.problems import CODES
from games.daily.services import make_deals
from games.lobby.models import Standing
from games.lobby.services import make_offer
from games.matches.play.services import resign
from games.puzzles.models import Mistake
from games.studies.models import Study
from games.studies.services import keep
from games.webhooks.services import add_endpoint
from numgames.api import STREAMS, reference
from tests.api.conftest import Caller
from tests.api.test_matches import begin
from tests.clubs.test_clubs import club
from tests.events.test_base import round_robin
from tests.matches.conftest import play_on
from tests.puzzles.conftest import make_puzzle

SHEETS = [*(Path(__file__).parents[2] / "static" / "css").glob("*.css")]
NOT_UNDERSTOOD = {*CODES.values()} - {"forbidden", "conflict"}  # codes of refusals that name no rule of the site


def run(script: str, **variables: str) -> str:
    done = subprocess.run(
        ["bash", "-e", "-c", script], env=os.environ | variables, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout


@pytest.mark.django_db
def test_the_page_has_every_address_and_shape(client: Client) -> None:
    page = client.get("/api/", headers={"Accept-Language": "nl"}).content.decode()
    names = re.findall(r'id="([\w-]+)"', page)
    endpoints = [one for subject in reference().subjects.values() for one in subject]
    assert len(endpoints) > 40
    assert {f"call-{one.name}" for one in endpoints} | {f"shape-{one.name}" for one in reference().shapes} <= {*names}
    assert {"streams", "signatures", "apps"} <= {*names}
    # Ids that rules of the style name look like the piece of another page, as green as challenges of the lobby.
    assert not {*re.findall(r"#([a-z][\w-]*)", "".join(sheet.read_text() for sheet in SHEETS))} & {
        *re.findall(r'id="([\w-]+)"', page.split("<h1>")[1].split("</main>")[0])
    }
    assert {*re.findall(r'href="#([\w-]+)"', page)} <= {*names}
    asked = {one.name: {given.name: given.required for given in one.parameters} for one in endpoints}
    assert asked["stream_match"] == {"match_id": True, "chat": False, "after": False}
    commands = {one.name: one.curl for one in endpoints}
    token = '-H "Authorization: Bearer $TOKEN"'
    assert commands["player"] == 'curl "$SITE/api/v1/players/$NAME"'
    assert commands["me"] == f'curl {token} "$SITE/api/v1/me"'
    assert commands["stream_matches"] == 'curl -N "$SITE/api/v1/stream/matches?ids=$IDS"'
    assert commands["stream_events"] == f'curl -N {token} "$SITE/api/v1/stream/events"'
    assert "<script" not in re.sub(r'<script[^>]* src="/static/[^"]*"[^>]*>', "", page.split("</head>")[1])
    assert 'lang="nl"' in page


@pytest.mark.django_db(transaction=True)
@pytest.mark.any_stack
@pytest.mark.slow
def test_the_first_steps_play_a_move(
    live_server: LiveServer, anna: User, bob: User, calling: Callable[..., Caller]
) -> None:
    match = begin("sudoku", anna, bob)
    page = Client().get("/api/").content.decode()
    steps = html.unescape(re.findall(r'<pre id="begin">(.*?)</pre>', page, re.DOTALL)[0])
    token = calling(anna, "profile:read", "matches:play").headers["Authorization"].removeprefix("Bearer ")
    after = json.loads(run(steps, SITE=live_server.url, TOKEN=token))
    assert (after["match"], after["ply"], after["last"]["player"]) == (match.pk, 1, "first")


@pytest.mark.django_db(transaction=True)
@pytest.mark.any_stack
@pytest.mark.slow
def test_every_command_is_understood(
    live_server: LiveServer, anna: User, bob: User, calling: Callable[..., Caller], settings: pytest.FixtureRequest
) -> None:
    settings.RATE_LIMITS = {}  # type: ignore[attr-defined]
    match, puzzle = begin("sudoku", anna, bob), make_puzzle("sudoku")
    own = make_puzzle("sudoku", 2, state="own")
    Mistake.objects.create(player=anna, match=match, puzzle=own, cost=0.1, made_at=clock.now(), due_at=clock.now())
    offer = make_offer(challenger=bob, game_slug="sudoku", options=match.options)
    token = calling(anna).headers["Authorization"].removeprefix("Bearer ")
    known = {"MATCH": match.pk, "CHALLENGE": offer.pk, "PUZZLE": puzzle.pk, "MISTAKE": own.pk, "NAME": "anna"}
    webhook = add_endpoint(anna, "https://bot.example.org/", "", ["match.turn"])
    assert webhook
    make_deals()
    event = round_robin()
    known |= {"DAY": str(clock.now().date()), "EVENT": event.pk, "CLUB": club(anna).pk}
    first, second = sorted((match.first, match.second), key=lambda player: player.pk)
    standing = Standing.objects.create(first=first, second=second, game_slug="sudoku", match=match)
    over = resign(play_on(begin("sudoku", anna, bob), 2).pk, bob)
    study = keep(anna, over, 1, ["d4"], "A study")
    Study.objects.update(sharing=Study.Sharing.LINK)
    known |= {"STANDING": str(standing.pk), "STUDY": study.pk}
    known |= {"WEBHOOK": str(webhook.pk), "GAME": "sudoku", "PACE": "days", "SITE": live_server.url, "TOKEN": token}
    codes = {}
    ends = [one for subject in reference().subjects.values() for one in subject if one.path not in STREAMS]
    for endpoint in ends:  # streams stay open
        answer = json.loads(run(endpoint.curl.replace("curl ", "curl -s "), **known).partition("\n")[0] or "{}")
        codes[endpoint.name] = answer.get("code", "") if isinstance(answer, dict) else ""
    assert {name: code for name, code in codes.items() if code in NOT_UNDERSTOOD} == {}
    assert sum(code == "" for code in codes.values()) > len(codes) // 2
