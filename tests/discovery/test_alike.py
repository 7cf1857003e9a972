"""What each secret or framed address shows: what is beside it, and differs in a column that counts, has none."""

from __future__ import annotations

import pytest
from django.test import Client

from games.discovery.models import CalendarAddress
from games.matches.models import Match
from games.puzzles.models import Daily, Puzzle
from games.puzzles.services.selection import today
from tests.alike import finds, one, reaches, someone
from tests.puzzles.conftest import make_puzzle

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]


def is_there(path: str) -> bool:
    return Client().get(path).status_code == 200


def test_the_calendar_of_a_secret_address() -> None:
    address = one(CalendarAddress, user=someone())
    finds(address, lambda row: is_there(f"/calendar/{row.token}.ics"), "token user__is_active")


def test_a_framed_match(match: Match) -> None:
    columns = "game_slug rules_version sealed_until voided_at first__pupil_name second__pupil_name"
    reaches(match, lambda row: is_there(f"/embed/matches/{row.pk}/"), columns)


def test_the_framed_puzzle_of_the_day() -> None:
    puzzle = make_puzzle(for_daily=True, state=Puzzle.State.OFFERED)
    day = Daily.objects.create(game_slug="digifeud", day=today(), number=1, puzzle=puzzle)
    finds(day, lambda row: is_there("/embed/puzzles/digifeud/"), "day game_slug puzzle__state")
