"""What the page, the list, the API and the file of a match tell its players and spectators in whole stories."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from accounts.models import User
from core import clock
from games.catalogue import games
from games.computers.services import computer_for
from games.matches.pages.match_view import MatchView
from games.matches.play import heartbeat, requests, services
from games.matches.play.services import find_match, play_move
from games.matches.time.control import DAY
from games.matches.time.reserve import Reserve
from games.rules import Seat
from tests.bad_rows import lose_version
from tests.matches.conftest import legal_move, play_on
from tests.matches.stories import LIVE, Story
from tests.page_lines import Texts

says = Texts(__file__)


def a_match_by_correspondence(story: Story) -> None:
    anna, bob = story.anna, story.bob
    story.begin(rated=True)
    story.step("anna begins", "page anna", "page carl", "card anna", "card bob", "data anna", "file anna")
    play_on(story.match, 3)
    story.step("three moves later", "page anna", "card anna", "file carl")
    story.passes(DAY + timedelta(minutes=1))
    requests.give_time(story.key, anna)
    story.step("anna gives a day", "page anna", "page bob", "card bob")
    play_on(story.match, 1)
    story.passes(2 * DAY)
    requests.nudge(story.key, bob)
    story.step("bob nudges two days later", "page anna", "page bob")
    services.resign(story.key, bob)
    story.step("bob resigns", "page anna", "page bob", "card anna", "data bob", "file carl")
    services.offer_rematch(story.key, bob)
    story.step("bob asks for a rematch", "page anna", "page bob")
    services.offer_rematch(story.key, anna)
    story.step("anna accepts", "page anna", "data carl")
    services.void_match(story.key)
    story.step("staff declare it void", "page anna", "card anna", "data bob", "file carl")


def a_live_match(story: Story) -> None:
    story.begin(control=LIVE, gathering=timedelta(minutes=15))
    story.step("both are called", "page anna", "page carl", "card anna", "data anna")
    requests.arrive(story.match, Seat.FIRST)
    story.step("anna is there", "page bob", "page carl", "card bob")
    requests.arrive(story.match, Seat.SECOND)
    story.step("bob is there", "page anna", "page bob", "data bob")
    for _move in range(2):
        story.passes(timedelta(seconds=20))
        play_on(story.match, 1)
        story.step("a first move", "page anna", "page bob")
    requests.leave(story.key, Seat.FIRST)
    requests.give_time(story.key, story.bob)
    story.step("anna leaves, bob gives time", "page anna", "page bob", "data anna")
    story.passes(timedelta(minutes=6))
    services.end_overdue()
    story.step("anna’s time is up", "page bob", "page carl", "card anna")


def a_match_of_an_event(story: Story) -> None:
    story.begin(control=LIVE, event_key="cup", rated=True)
    requests.arrive(story.match, Seat.SECOND)
    story.step("bob is there", "page anna", "page bob")
    requests.arrive(story.match, Seat.FIRST)
    story.step("both are there", "page anna", "page bob")
    requests.leave(story.key, Seat.FIRST)
    story.passes(timedelta(minutes=2))
    services.end_overdue()
    story.step("anna did not move", "page anna", "card bob")


def a_mirror_match(story: Story) -> None:
    options = replace(games()["sudoku"].options_type(), mirror="yes")
    story.begin("sudoku", options=options)
    story.step("two boards", "page anna", "page carl", "data anna", "file anna")
    play_on(story.match, 1)
    story.step("anna has sealed a move", "page anna", "page bob", "page carl", "card anna", "data anna")
    twin = find_match(story.match.twin_id or "")
    play_move(twin.pk, story.bob, 1, legal_move(twin))
    story.step("so has bob", "page anna", "page bob", "data anna")
    services.resign(story.key, story.bob)
    story.step("bob resigns on a board", "page anna", "data anna", "file anna")


def a_match_with_a_handicap(story: Story) -> None:
    options = replace(games()["tenbyten"].options_type(), handicap="-6")
    story.begin("tenbyten", options=options)
    story.step("bob needs fewer chips", "page anna", "card bob", "data anna")
    while not story.match.ended.has_result and story.match.ply < 30 and not MatchView(story.match, None).interlude:
        play_on(story.match, 1)
    story.step("a game is over", "page anna", "page carl", "card bob", "data anna")


def a_match_with_a_reserve(story: Story) -> None:
    story.begin(control=Reserve.of(hours=24, reserve=72))
    story.passes(timedelta(hours=30))
    play_on(story.match, 1)
    story.step("anna took six hours of it", "page anna", "data anna")


def a_match_against_a_computer(story: Story) -> None:
    story.begin(second=computer_for("digifeud", 3))
    play_on(story.match, 1)
    story.step("the computer is to move", "page anna", "card anna", "data anna")


def a_match_of_a_pupil(story: Story) -> None:
    User.objects.filter(pk=story.anna.pk).update(pupil_name="Anna", is_guest=True)
    story.begin("summy")
    story.step("anna is a pupil", "page anna", "page bob", "data bob")


def a_match_through_downtimes(story: Story) -> None:
    story.begin()
    for minutes in (1, 3, 150):
        play_on(story.match, 1)
        story.passes(timedelta(minutes=minutes))
        heartbeat.resume(clock.now() - timedelta(minutes=minutes), clock.now())
    story.step("the site was down", "page carl")


def a_cancelled_match(story: Story) -> None:
    story.begin("sudoku")
    services.resign(story.key, story.anna)
    story.step("anna cancels", "page anna", "page carl", "card bob", "data bob", "file anna")


def a_match_without_its_rules(story: Story) -> None:
    story.begin(rated=True)
    play_on(story.match, 2)
    lose_version(story.match)
    story.step("it cannot be replayed", "page bob", "card bob", "data bob", "file bob")
    services.resign(story.key, story.bob)
    story.step("bob resigns", "page bob", "page carl")


def a_match_to_its_end(story: Story) -> None:
    story.begin(rated=True)
    play_on(story.match, 3)
    while not story.match.finished_at:
        play_move(story.key, story.match.player(Seat(story.match.to_move)), story.match.ply + 1, "pass")
    story.step("it is played out", "page anna", "page bob", "page carl", "card anna", "data carl")


STORIES = [
    a_match_by_correspondence,
    a_live_match,
    a_match_of_an_event,
    a_mirror_match,
    a_match_with_a_handicap,
    a_match_with_a_reserve,
    a_match_against_a_computer,
    a_match_of_a_pupil,
    a_match_through_downtimes,
    a_cancelled_match,
    a_match_without_its_rules,
    a_match_to_its_end,
]


@pytest.mark.parametrize("tell", STORIES, ids=lambda tell: tell.__name__)
def test_all_is_told(tell: Callable[[Story], None], story: Story) -> None:
    tell(story)
    says.keep(tell.__name__, story.lines)
