"""An abandoned or empty board is never said to be played now, on the front page, in the lobby or on a player's page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from accounts.services import make_guest
from games.catalogue import games
from games.computers.services import find_computer
from games.lobby.lists import BEGUN, LONG, played_now, summary
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play.opening import start_match
from games.matches.time.control import USUAL_CORRESPONDENCE, USUAL_LIVE, TimeControl
from games.puzzles.models import Daily
from games.puzzles.services.stock import load_packs
from tests.html import html_of
from tests.lobby.conftest import lobby_of

pytestmark = pytest.mark.sql
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def clock(db: None) -> Iterator[time_machine.Traveller]:
    """Stop the time; tests shift it."""
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


def match_of(first: User, second: User, control: TimeControl, *, ply: int, minutes_ago: float) -> Match:
    """Return a match of an hour or more ago with that many moves, the last one so many minutes ago."""
    options = games()["digifeud"].options_type()
    with time_machine.travel(NOW - timedelta(minutes=minutes_ago + 60), tick=False):
        match = start_match(game_slug="digifeud", options=options, first=first, second=second, time_control=control)
    moved_at = NOW - timedelta(minutes=minutes_ago) if ply else match.started_at
    Match.objects.filter(pk=match.pk).update(ply=ply, moved_at=moved_at, first_points=ply)
    return match


def is_shown(match: Match, carl: User) -> bool:
    """Return whether the match is being played: said alike by the lobby and the player's page, and counted."""
    said = {match in lobby_of(carl).watch, match in played_now(match.first, 9), bool(summary().running)}
    assert len(said) == 1
    return said.pop()


@pytest.mark.parametrize(
    ("control", "ply", "minutes_ago", "shown"),
    [
        (USUAL_LIVE, 0, 0, False),
        (USUAL_LIVE, 1, 9, True),
        (USUAL_LIVE, 30, 11, False),
        (USUAL_CORRESPONDENCE, 0, 0, False),
        (USUAL_CORRESPONDENCE, 1, 23 * 60, True),
        (USUAL_CORRESPONDENCE, 30, 25 * 60, False),
    ],
)
def test_between_people(
    clock: time_machine.Traveller, anna: User, bob: User, carl: User, control: TimeControl, ply: int,
    minutes_ago: float, shown: bool,
) -> None:  # fmt: skip
    assert is_shown(match_of(anna, bob, control, ply=ply, minutes_ago=minutes_ago), carl) is shown


@pytest.mark.parametrize(("ply", "minutes_ago", "shown"), [(0, 0, False), (2, 9, True), (20, 11, False)])
def test_against_a_computer(
    clock: time_machine.Traveller, anna: User, carl: User, ply: int, minutes_ago: float, shown: bool
) -> None:
    match_of(make_guest(), find_computer(2), USUAL_CORRESPONDENCE, ply=9, minutes_ago=1)  # a guest who tries the site
    match = match_of(anna, find_computer(1), USUAL_CORRESPONDENCE, ply=ply, minutes_ago=minutes_ago)
    assert is_shown(match, carl) is shown
    assert len(lobby_of(carl).watch) == shown


@pytest.mark.parametrize(("ply", "minutes_ago", "shown"), [(BEGUN, 9, True), (BEGUN - 1, 9, False), (30, 11, False)])
def test_the_front_page_shows_a_board_with_tiles_and_a_move_of_the_last_minutes(
    clock: time_machine.Traveller, anna: User, bob: User, ply: int, minutes_ago: float, shown: bool
) -> None:
    match = match_of(anna, bob, USUAL_CORRESPONDENCE, ply=ply, minutes_ago=minutes_ago)
    assert (summary().match == match) is shown


def test_a_match_without_points_is_neither_large_on_the_front_page_nor_said_to_be_0_to_0(
    clock: time_machine.Traveller, anna: User, bob: User, client: Client
) -> None:
    over = match_of(anna, bob, USUAL_CORRESPONDENCE, ply=LONG, minutes_ago=5000)
    Match.objects.filter(pk=over.pk).update(finished_at=NOW, ending=Ending.PLAYED)
    pointless, scored = (match_of(anna, bob, USUAL_LIVE, ply=BEGUN, minutes_ago=ago) for ago in (1, 2))
    Match.objects.filter(pk=pointless.pk).update(first_points=0)
    assert summary().match == scored
    assert "0 : 0" not in html_of(client.get("/lobby/"))
    Match.objects.filter(pk=scored.pk).update(first_points=0)
    assert summary().match == over


def test_a_match_that_continues_another_has_to_have_a_move_of_its_own(
    clock: time_machine.Traveller, anna: User, bob: User, carl: User
) -> None:
    match = match_of(anna, bob, USUAL_CORRESPONDENCE, ply=12, minutes_ago=0)
    Match.objects.filter(pk=match.pk).update(moved_at=match.started_at)
    assert not is_shown(match, carl)


def test_the_front_page_shows_a_finished_match_when_none_is_played(
    clock: time_machine.Traveller, anna: User, bob: User, client: Client
) -> None:
    short, long, resigned = (
        match_of(anna, bob, USUAL_CORRESPONDENCE, ply=ply, minutes_ago=5000) for ply in (BEGUN, LONG, LONG)
    )
    match_of(anna, bob, USUAL_LIVE, ply=0, minutes_ago=600)
    Match.objects.filter(pk__in=[short.pk, long.pk]).update(finished_at=NOW, ending=Ending.PLAYED)
    Match.objects.filter(pk=resigned.pk).update(finished_at=NOW, ending=Ending.RESIGNED)
    page = html_of(client.get("/"))
    assert summary().match == long
    assert "From a finished match" in page
    assert f"/matches/{long.pk}/" in page
    assert "matches running" not in page


def test_an_empty_site_counts_nothing(client: Client, db: None) -> None:
    page = html_of(client.get("/"))
    assert "live-title" not in page
    assert "0 match" not in page
    assert "0 player" not in page


def test_an_empty_site_plays_the_match_of_one_of_todays_puzzles(client: Client, db: None) -> None:
    load_packs()
    page = html_of(client.get("/"))
    assert "Find the next move" in page
    moving = next(address for address in re.findall(r'src="([^"]+)"', page) if "moving" in address)
    picture = html_of(client.get(moving))
    assert picture.startswith("<svg")
    assert picture.count("<set ") > 20
    daily = {str(one.puzzle_id) for one in Daily.objects.all()}
    assert moving.split("/")[2] in daily


def test_a_finished_match_that_is_void_by_now_goes_at_once(
    clock: time_machine.Traveller, anna: User, bob: User
) -> None:
    match = match_of(anna, bob, USUAL_CORRESPONDENCE, ply=LONG, minutes_ago=5000)
    Match.objects.filter(pk=match.pk).update(finished_at=NOW, ending=Ending.PLAYED)
    assert summary().match == match
    Match.objects.filter(pk=match.pk).update(voided_at=NOW)
    assert summary().match is None
