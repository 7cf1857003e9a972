"""What stays of a planned move that is refused, that failed or is past, or whose turn comes while the site is down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core.hooks import Context
from games.jobs.hooks import Postponed
from games.jobs.models import Job
from games.matches.errors import TimeIsUp
from games.matches.models import Match
from games.matches.play.heartbeat import heart
from games.matches.play.services import find_match, play_move, resign
from games.planned import services
from games.planned.models import PlannedMove
from games.planned.partials import context_of
from games.planned.services import MOST, PLAY, jobs_of_turns, plan, plans_of
from games.rules import Seat
from tests.matches.conftest import generous, legal_move
from tests.planned.test_planned import anna_moves, begun, match, play_due, possible

pytestmark = pytest.mark.sql
__all__ = ["begun", "generous", "match"]
SignedIn = Callable[[User], Client]


def plans(match: Match) -> list[tuple[str, str]]:
    """Return bob's planned moves, each with the reason why it was not played."""
    return [(one.text, one.failure) for one in plans_of(match, Seat.SECOND)]


def shown(match: Match, player: User) -> Context:
    """Return what the page of a match shows a player of planned moves."""
    context = context_of(find_match(match.pk), player)
    assert context is not None
    return context


def test_a_player_who_moves_by_hand_needs_no_plan_any_more(begun: Match, anna: User, bob: User) -> None:
    plan(begun.pk, bob, "pass")
    match = anna_moves(begun, anna)
    real = play_move

    def late(*asked: Any, **more: Any) -> Match:  # the arguments of play_move
        play_move(match.pk, bob, 4, legal_move(match))
        return real(*asked, **more)

    with patch.object(services, "play_move", late):
        play_due()
    moved, page = find_match(match.pk), shown(match, bob)
    assert (page["plans"], page["failed"], page["has_room"]) == ([], None, True)
    for text in ("pass", possible(moved, stays=True)):  # and plans again, "pass" too
        plan(match.pk, bob, text)
    assert [one.text for one in shown(match, bob)["plans"]] == ["pass", text]
    PlannedMove.objects.filter(text="pass").update(ply=0)  # as one of an earlier turn
    anna_moves(moved, anna)
    play_due()
    texts = list(find_match(match.pk).moves.values_list("text", flat=True))
    assert (len(texts), texts[-1]) == (6, text)
    assert not PlannedMove.objects.exists()


@pytest.mark.parametrize("text", ["e7r 9+9=19", "nonsense"])
def test_without_a_script_what_was_typed_stays_in_the_field(
    begun: Match, bob: User, signed_in: SignedIn, text: str
) -> None:
    refused = signed_in(bob).post(reverse("planned:plan", args=[begun.pk]), {"ply": 4, "text": text})
    assert (refused.status_code, f'value="{text}"' in refused.content.decode()) == (422, True)
    assert plans(begun) == []


def test_a_visitor_removes_no_planned_move(begun: Match, bob: User) -> None:
    plan(begun.pk, bob, "pass")
    (one,) = plans_of(begun, Seat.SECOND)
    answer = Client().post(reverse("planned:withdraw", args=[begun.pk, one.pk]))
    assert answer.headers["Location"] == reverse("matches:match", args=[begun.pk])
    assert plans(begun) == [("pass", "")]


def test_there_is_room_for_three(begun: Match, bob: User) -> None:
    for number in range(1, MOST + 1):
        facts = {"ply": begun.ply, "points": 1, "made_at": begun.moved_at}
        PlannedMove.objects.create(match=begun, seat=Seat.SECOND, text=f"move {number}", **facts)
        shown = context_of(begun, bob)
        assert shown
        assert (len(shown["plans"]), shown["has_room"]) == (number, number < MOST)


def test_a_move_that_failed_is_not_tried_again(begun: Match, anna: User, bob: User) -> None:
    text = possible(begun, stays=True)
    plan(begun.pk, bob, text)
    PlannedMove.objects.update(failure="It was not legal.")
    anna_moves(begun, anna)
    services.play(Job(key=begun.pk))
    assert (find_match(begun.pk).ply, plans(begun)) == (3, [(text, "It was not legal.")])


def test_nothing_is_played_in_a_match_that_is_over_or_gone(begun: Match, anna: User, bob: User) -> None:
    text = possible(begun, stays=True)
    plan(begun.pk, bob, text)
    after = anna_moves(begun, anna)
    services.play(Job(key="gone"))
    resign(begun.pk, anna)
    services.play(Job(key=begun.pk))
    assert find_match(begun.pk).ply == after.ply


@pytest.mark.parametrize("is_down", [True, False])
def test_while_the_site_is_down_it_waits(
    begun: Match, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch, is_down: bool
) -> None:
    text = possible(begun, stays=True)
    plan(begun.pk, bob, text)
    anna_moves(begun, anna)
    monkeypatch.setattr(heart, "is_silent", lambda: is_down)

    def late(*_move: object, **_how: object) -> Match:
        raise TimeIsUp

    with monkeypatch.context() as patch:
        patch.setattr(services, "play_move", late)
        if is_down:
            with pytest.raises(Postponed):
                services.play(Job(key=begun.pk))
        else:
            services.play(Job(key=begun.pk))
    assert (find_match(begun.pk).ply, plans(begun)) == (3, [(text, "")])


def test_a_move_that_its_game_warns_of_is_not_played_unasked(generous: Match, anna: User, bob: User) -> None:
    begun = play_move(generous.pk, anna, 1, "4a1")
    plan(begun.pk, anna, "1b2")
    play_move(begun.pk, bob, 2, "2a2")
    services.play(Job(key=begun.pk))
    (failed,) = plans_of(begun, Seat.FIRST)
    assert failed.failure == "The planned move 1b2 column was not played. A 1 brings little. Play it anyway?"
    assert find_match(begun.pk).ply == 2


def test_a_game_that_is_gone_has_no_turns_to_play(begun: Match, anna: User, bob: User) -> None:
    plan(begun.pk, bob, "pass")
    after = replace_slug(anna_moves(begun, anna), "digifeud")
    assert [*jobs_of_turns([after])] == [(PLAY, begun.pk)]
    assert not jobs_of_turns([replace_slug(after, "forgotten")])


def replace_slug(match: Match, slug: str) -> Match:
    match.game_slug = slug
    return match
