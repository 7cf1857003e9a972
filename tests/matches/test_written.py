"""What each thing that can happen to a match writes into its row, which jobs it enqueues, and whom it tells."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import timedelta

import pytest

from games.catalogue import games
from games.matches.play import requests, services, starts
from games.matches.play.adjudication import adjudicate
from games.matches.play.services import find_match, play_move
from games.matches.play.vacation import cancel_vacation, plan_vacation
from games.matches.time.control import DAY
from games.matches.time.reserve import Reserve
from games.rules import Seat
from tests.jobs.running import run_jobs
from tests.matches.conftest import legal_move, play_on
from tests.matches.stories import LIVE, NOW, Story
from tests.page_lines import Texts

says = Texts(__file__)
Commits = AbstractContextManager[object]


def moves_draws_and_a_rematch(story: Story) -> None:
    anna, bob = story.anna, story.bob
    story.begin("reach", options=games()["reach"].options_type(goal="15"), rated=True)
    story.written("anna begins")
    for words in ("a move", "the next"):
        play_on(story.match, 1)
        story.written(words)
    requests.offer_draw(story.key, anna)
    story.written("anna offers a draw")
    requests.decline_draw(story.key, bob)
    story.written("bob declines")
    play_on(story.match, 1)
    requests.offer_draw(story.key, anna)
    story.written("anna moves and offers again")
    play_on(story.match, 1)
    story.written("bob moves instead")
    requests.give_time(story.key, bob)
    story.written("bob gives a day")
    story.passes(DAY)
    requests.nudge(story.key, bob)
    story.written("bob nudges")
    requests.offer_draw(story.key, bob)
    requests.accept_draw(story.key, anna)
    story.written("they agree on a draw")
    services.offer_rematch(story.key, anna, Seat.FIRST)
    story.written("anna asks for a rematch, and would begin")
    services.offer_rematch(story.key, bob, Seat.SECOND)
    story.written("bob asks back")
    services.offer_rematch(story.key, anna)
    story.written("anna agrees")
    services.void_match(story.key)
    story.written("staff declare it void")
    story.key = story.match.rematch_id or ""
    story.written("the rematch")
    services.void_match(story.key)
    story.written("is void while it runs")


def a_live_match_is_cancelled(story: Story) -> None:
    story.begin(control=LIVE)
    requests.arrive(story.match, Seat.FIRST)
    story.written("anna is there")
    requests.leave(story.key, Seat.FIRST)
    story.written("she leaves")
    requests.arrive(story.match, Seat.FIRST)
    requests.arrive(story.match, Seat.SECOND)
    story.written("both are there")
    story.passes(timedelta(minutes=1, seconds=1))
    assert services.end_overdue() == 1
    story.written("she makes no move")
    assert starts.wait_of(story.anna) == timedelta(minutes=1)
    assert starts.wait_of(story.bob) == timedelta()


def a_live_match_is_played(story: Story) -> None:
    story.begin(control=LIVE, rated=True)
    for seat in Seat:
        requests.arrive(story.match, seat)
    for seconds in (10, 20, 30):
        story.passes(timedelta(seconds=seconds))
        play_on(story.match, 1)
    story.written("three moves later")
    services.resign(story.key, story.anna)
    story.written("anna resigns")
    again = services.begin_rematch(story.match)
    assert services.begin_rematch(story.match) == again
    story.written("their next match begins")
    story.key = again.pk
    story.written("which is this one")


def boards_in_step(story: Story) -> None:
    options = replace(games()["sudoku"].options_type(), mirror="yes")
    story.begin("sudoku", options=options, rated=True, event_key="cup")
    story.written("two boards")
    play_on(story.match, 1)
    story.written("anna seals a move")
    twin = find_match(story.match.twin_id or "")
    play_move(twin.pk, story.bob, 1, legal_move(twin))
    story.written("so does bob")
    services.resign(twin.pk, story.bob)
    run_jobs()
    story.written("bob resigns on the other board")


def a_reserve_and_a_vacation(story: Story) -> None:
    story.begin(control=Reserve.of(hours=24, reserve=72), event_key="cup", rated=True)
    vacation = plan_vacation(story.anna, NOW + 2 * DAY, NOW + 4 * DAY)
    story.written("anna plans a vacation")
    cancel_vacation(story.anna, vacation.pk, NOW + 2 * DAY + timedelta(minutes=30))
    story.written("and ends it early")
    story.passes(timedelta(hours=30))
    play_on(story.match, 1)
    story.written("she took six hours of her reserve")
    adjudicate(story.key)
    story.written("the event is over")
    services.offer_rematch(story.key, story.anna)
    services.offer_rematch(story.key, story.bob)
    story.key = story.match.rematch_id or ""
    story.written("a rematch is casual, with full reserves")


def a_resigned_match_of_an_event(story: Story) -> None:
    options = replace(games()["summy"].options_type(), handicap="20")
    story.begin("summy", options=options, event_key="cup")
    services.resign(story.key, story.bob)
    story.written("bob, who gave points, resigns before the first move")
    services.offer_rematch(story.key, story.anna)
    services.offer_rematch(story.key, story.bob)
    story.key = story.match.rematch_id or ""
    story.written("a rematch belongs to no event, and anna gets the points")
    services.resign(story.key, story.bob)
    again = services.begin_rematch(story.match)
    story.key = again.pk
    story.written("so does the next one")


STORIES = [
    moves_draws_and_a_rematch,
    a_live_match_is_cancelled,
    a_live_match_is_played,
    boards_in_step,
    a_reserve_and_a_vacation,
    a_resigned_match_of_an_event,
]


@pytest.mark.parametrize("tell", STORIES, ids=lambda tell: tell.__name__)
def test_all_is_written(
    tell: Callable[[Story], None], story: Story, django_capture_on_commit_callbacks: Callable[..., Commits]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        tell(story)
    story.heard()
    says.keep(tell.__name__, story.lines)
