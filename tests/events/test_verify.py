"""A finished event can be paired again: `script/verify-pairings` with what the page publishes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.events.models import Event
from tests.events.cups import NOW, cup, go_on, people, play, see
from tests.sizes import cases

SCRIPT = Path(__file__).parents[2] / "script" / "verify-pairings"


@pytest.fixture
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


def finished(travel: time_machine.Traveller, kind: str) -> Event:
    players = people(5)
    live = kind == "arena"
    event = cup(kind, *players, live=live, lasts=timedelta(minutes=3) if live else None, rounds=0)
    while not event.is_over:
        if live:
            see(*players)
        event = go_on(travel, event, most=timedelta(seconds=20) if live and event.state == "running" else None)
        play(event)
    return event


def verify(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, SCRIPT, path], capture_output=True, text=True, check=False)


@cases("kind", ["knockout", "robin", "swiss", "arena"], default=["knockout", "swiss"])
def test_pairings_can_be_made_again(travel: time_machine.Traveller, client: Client, tmp_path: Path, kind: str) -> None:
    event = finished(travel, kind)
    path = tmp_path / "pairings.json"
    answer = client.get(reverse("events:pairings", args=[event.pk])).json()
    path.write_text(json.dumps(answer))
    done = verify(path)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    answer["seed"] = "00" * 32
    path.write_text(json.dumps(answer))
    assert "commitment" in verify(path).stdout


def test_the_seed_is_secret_until_the_end(travel: time_machine.Traveller, client: Client) -> None:
    event = go_on(travel, cup("swiss", *people(4)))
    assert client.get(reverse("events:pairings", args=[event.pk])).json()["seed"] is None
