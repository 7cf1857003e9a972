"""Planned moves: played by themselves when the turn comes, if they are legal and bring at least as much."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from threading import Thread
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import delete_account
from games.catalogue import games
from games.jobs.models import Job
from games.jobs.runner import run_batch
from games.matches.errors import MatchOver, NotPlaying
from games.matches.hooks import TURNS
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, play_move, resign
from games.matches.time.control import TimeControl
from games.planned import services
from games.planned.models import PlannedMove
from games.planned.partials import context_of
from games.planned.services import NoPlans, TooManyPlanned, YourTurn, plan, plans_by, plans_of, withdraw
from games.rules import IllegalMove, Seat, SeededRandom
from numgames.asgi import application
from tests.html import html_of
from tests.jobs.running import run_due, run_jobs
from tests.matches.conftest import legal_move, match, play_on
from tests.sockets import PatientSocket

pytestmark = pytest.mark.sql
__all__ = ["match"]
SignedIn = Callable[[User], Client]


@pytest.fixture
def begun(match: Match) -> Match:
    """Return a match of two turns: anna is to move, and bob may plan."""
    return play_on(match, 2)


def possible(match: Match, *, stays: bool, worth: int = 1) -> str:
    """Return a move that the waiting player could make now, and that the mover's next move leaves possible, or not."""
    game, position = match.game, positions.replay(match).position
    after = game.apply(position, game.decode(legal_move(match)), SeededRandom(bytes(match.seed), match.ply + 1))
    waiting = replace(position, to_move=position.to_move.other)
    later = {game.encode(move): points for move, points in game.scored_moves(after)}
    for move, points in game.scored_moves(waiting):
        if points >= worth and (later.get(game.encode(move), -1) >= points) is stays:
            return str(game.encode(move))
    raise AssertionError("no such move")


def anna_moves(match: Match, anna: User) -> Match:
    return play_move(match.pk, anna, match.ply + 1, legal_move(match))


def play_due() -> int:
    return run_due(TURNS)


def test_a_planned_move_is_played_when_its_turn_comes(begun: Match, anna: User, bob: User) -> None:
    text = possible(begun, stays=True)
    plan(begun.pk, bob, text)
    play_due()
    assert find_match(begun.pk).ply == 2
    anna_moves(begun, anna)
    play_due()
    texts = list(find_match(begun.pk).moves.values_list("text", flat=True))
    assert (len(texts), texts[-1]) == (4, text)
    assert not PlannedMove.objects.exists()
    play_due()
    assert find_match(begun.pk).ply == 4


def test_it_does_not_make_its_player_seem_online(begun: Match, anna: User, bob: User) -> None:
    plan(begun.pk, bob, possible(begun, stays=True))
    User.objects.filter(pk=bob.pk).update(seen_at=None)
    anna_moves(begun, anna)
    play_due()
    assert find_match(begun.pk).ply == 4
    assert User.objects.get(pk=bob.pk).seen_at is None


def test_a_move_that_became_illegal_is_not_played_and_says_why(
    begun: Match, anna: User, bob: User, signed_in: SignedIn
) -> None:
    plan(begun.pk, bob, "pass")
    plan(begun.pk, bob, possible(begun, stays=True))
    PlannedMove.objects.filter(text="pass").update(text=possible(begun, stays=False))
    anna_moves(begun, anna)
    play_due()
    assert find_match(begun.pk).ply == 3
    (failed,) = plans_of(begun, Seat.SECOND)  # the one that was to follow is given up
    assert failed.failure.startswith("The planned move ")
    page = html_of(signed_in(bob).get(reverse("matches:match", args=[begun.pk])))
    assert "was not played." in page
    assert "was not played." not in html_of(signed_in(anna).get(reverse("matches:match", args=[begun.pk])))
    play_due()
    assert find_match(begun.pk).ply == 3


def test_the_second_is_not_played_while_the_first_waits_after_a_fault(begun: Match, anna: User, bob: User) -> None:
    texts = ["pass", possible(begun, stays=True)]
    for text in texts:
        plan(begun.pk, bob, text)
    match = anna_moves(begun, anna)
    with patch.object(services, "play_move", side_effect=OSError):  # as in a moment without the database
        play_due()
    play_due()
    assert find_match(match.pk).ply == 3
    with time_machine.travel(timezone.now() + timedelta(minutes=1)):
        play_due()
    assert [one.text for one in plans_of(match, Seat.SECOND)] == texts[1:]


def test_a_move_planned_at_the_instant_of_the_opponents_move_is_played(begun: Match, anna: User, bob: User) -> None:
    text = possible(begun, stays=True)
    anna_moves(begun, anna)
    with patch.object(services, "find_match", lambda _key: begun):  # read before anna moved
        plan(begun.pk, bob, text)
    play_due()
    assert find_match(begun.pk).ply == 4


def test_a_move_that_would_bring_fewer_points_is_not_played(begun: Match, anna: User, bob: User) -> None:
    plan(begun.pk, bob, possible(begun, stays=True))
    PlannedMove.objects.update(points=1_000)
    anna_moves(begun, anna)
    play_due()
    assert find_match(begun.pk).ply == 3
    assert "It would score fewer points now." in plans_of(begun, Seat.SECOND)[0].failure


def test_several_are_played_in_their_order_one_a_turn(begun: Match, anna: User, bob: User) -> None:
    texts = ["pass", possible(begun, stays=True)]
    for text in texts:
        plan(begun.pk, bob, text)
        plan(begun.pk, bob, text)  # once more, as after a lost answer
    assert [one.text for one in plans_of(begun, Seat.SECOND)] == texts
    match = anna_moves(begun, anna)
    play_due()
    assert list(find_match(match.pk).moves.values_list("text", flat=True))[-1] == "pass"
    assert [one.text for one in plans_of(match, Seat.SECOND)] == texts[1:]
    play_due()
    assert find_match(match.pk).ply == 4
    anna_moves(find_match(match.pk), anna)
    play_due()
    left = plans_of(match, Seat.SECOND)
    assert find_match(match.pk).ply == 6 or left[0].failure
    assert len(left) <= 1


def test_a_process_that_ends_right_after_the_move_does_not_play_it_again(begun: Match, anna: User, bob: User) -> None:
    plan(begun.pk, bob, "pass")
    anna_moves(begun, anna)
    with patch.object(PlannedMove, "delete", side_effect=SystemExit), pytest.raises(SystemExit):
        play_due()
    assert find_match(begun.pk).ply == 4
    anna_moves(find_match(begun.pk), anna)
    with time_machine.travel(timezone.now() + 2 * TURNS.lease):
        play_due()
    assert find_match(begun.pk).ply == 5
    assert not PlannedMove.objects.exists()


def test_the_reason_is_told_until_the_player_moves(begun: Match, anna: User, bob: User) -> None:
    plan(begun.pk, bob, "pass")
    PlannedMove.objects.update(points=1)
    anna_moves(begun, anna)
    play_due()
    shown = context_of(find_match(begun.pk), bob)
    assert shown is not None
    assert shown["failed"] == PlannedMove.objects.get()
    play_on(find_match(begun.pk), 1)
    shown = context_of(find_match(begun.pk), bob)
    assert shown is not None
    assert shown["failed"] is None


def test_what_cannot_be_planned(begun: Match, anna: User, bob: User, carl: User) -> None:
    text = possible(begun, stays=True)
    with pytest.raises(YourTurn):
        plan(begun.pk, anna, legal_move(begun))
    with pytest.raises(NotPlaying):
        plan(begun.pk, carl, text)
    with pytest.raises(IllegalMove):
        plan(begun.pk, bob, "e7r 9+9=19")
    game, waiting = begun.game, replace(positions.replay(begun).position, to_move=Seat.SECOND)
    for number, move in enumerate(game.legal_moves(waiting)):
        if number == services.MOST:
            with pytest.raises(TooManyPlanned):
                plan(begun.pk, bob, game.encode(move))
            break
        plan(begun.pk, bob, game.encode(move))
    resign(begun.pk, anna)
    with pytest.raises(MatchOver):
        plan(begun.pk, bob, text)
    run_jobs()
    assert not PlannedMove.objects.exists()


def test_in_sudoku_duel_there_are_none(anna: User, bob: User, signed_in: SignedIn) -> None:
    options = games()["sudoku"].options_type()
    control = TimeControl.correspondence(days=3)
    match = start_match(game_slug="sudoku", options=options, first=anna, second=bob, time_control=control)
    with pytest.raises(NoPlans):
        plan(match.pk, bob, "a1")
    assert 'id="planned"' not in html_of(signed_in(bob).get(reverse("matches:match", args=[match.pk])))


def test_only_the_player_sees_and_removes_them(
    begun: Match, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    text = possible(begun, stays=True)
    path = reverse("planned:plan", args=[begun.pk])
    answer = signed_in(bob).post(path, {"ply": 4, "text": text}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.json().keys() == {"partials"}  # it is no version of the match
    (planned,) = plans_of(begun, Seat.SECOND)
    page = reverse("matches:match", args=[begun.pk])
    assert f"<code>{planned.text}</code>" in html_of(signed_in(bob).get(page))
    for other in (signed_in(anna), signed_in(carl), Client()):
        assert f"<code>{planned.text}</code>" not in html_of(other.get(page))
    withdrawal = reverse("planned:withdraw", args=[begun.pk, planned.pk])
    assert signed_in(carl).post(withdrawal).status_code == 403
    signed_in(anna).post(withdrawal)
    assert PlannedMove.objects.exists()
    withdraw(begun.pk, bob, planned.pk)
    assert not PlannedMove.objects.exists()


def test_the_opponents_page_and_the_spectators_are_the_same_with_and_without(
    begun: Match, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    paths = [reverse(f"matches:{name}", args=[begun.pk]) for name in ("match", "updates", "notation", "json")]
    browsers = [signed_in(anna), signed_in(carl), Client()]

    def seen() -> list[bytes]:
        return [browser.get(path).content.split(b"<main", 1)[-1] for browser in browsers for path in paths]

    seen()
    before = [page for page in seen() if b"csrf" not in page]
    plan(begun.pk, bob, possible(begun, stays=True))
    assert [page for page in seen() if b"csrf" not in page] == before
    assert len(before) >= len(paths)


@pytest.mark.django_db(transaction=True)
async def test_the_opponents_socket_hears_nothing(begun: Match, anna: User, bob: User) -> None:
    sockets = [await _opened(begun, user) for user in (anna, bob)]
    for socket in sockets:
        hello = {"version": 2, "ply": 2, "shown": {}, "displays": {}}
        await socket.send_to(json.dumps(hello))
        await socket.receive_from()
    for socket in sockets:
        while not await socket.receive_nothing():
            await socket.receive_from()
    await sync_to_async(plan)(begun.pk, bob, await sync_to_async(possible)(begun, stays=True))
    told = json.loads(await sockets[1].receive_from())
    assert "later" in told["partials"] or "planned" in told["partials"]
    assert await sockets[0].receive_nothing()
    for socket in sockets:
        await socket.disconnect()


async def _opened(match: Match, user: User) -> PatientSocket:
    browser = Client()
    await sync_to_async(browser.force_login)(user, "allauth.account.auth_backends.AuthenticationBackend")
    cookie = "; ".join(f"{name}={value.value}" for name, value in browser.cookies.items())
    headers = [(b"origin", b"http://localhost"), (b"cookie", cookie.encode())]
    socket = PatientSocket(application, f"/ws/matches/{match.pk}/", headers)
    await socket.connect()
    return socket


def test_a_move_costs_no_query_more(begun: Match, anna: User, bob: User) -> None:
    with CaptureQueriesContext(connection) as without:
        anna_moves(begun, anna)
    match = find_match(begun.pk)
    plan(match.pk, anna, "pass")
    with CaptureQueriesContext(connection) as with_plan:
        play_move(match.pk, bob, match.ply + 1, legal_move(match))
    assert len(with_plan) <= len(without)


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_play_it_once(begun: Match, anna: User, bob: User) -> None:
    plan(begun.pk, bob, possible(begun, stays=True))
    anna_moves(begun, anna)

    def play() -> None:
        try:
            play_due()
        finally:
            connection.close()

    threads = [Thread(target=play) for _number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    play_due()
    assert find_match(begun.pk).ply == 4
    assert [one.failure for one in plans_of(begun, Seat.SECOND)] == []


def test_it_does_not_wait_for_all_notifications_that_wait(begun: Match, anna: User, bob: User) -> None:
    for _match in range(3):
        other = start_match(
            game_slug="digifeud", options=begun.options, first=anna, second=bob, time_control=begun.time_control
        )
    Job.objects.update(due_at=other.started_at - timedelta(hours=1))  # no scheduler ran since then
    plan(begun.pk, bob, possible(begun, stays=True))
    anna_moves(begun, anna)
    assert run_batch(TURNS, 1) == 1
    assert find_match(begun.pk).ply == 4


def test_before_the_turn_comes_there_is_no_job(begun: Match, anna: User, bob: User) -> None:
    plan(begun.pk, bob, possible(begun, stays=True))
    assert not Job.objects.filter(kind=services.PLAY).exists()
    anna_moves(begun, anna)
    assert Job.objects.get(kind=services.PLAY).key == begun.pk


def test_without_a_script_the_page_plans_too(begun: Match, bob: User, signed_in: SignedIn) -> None:
    browser, path = signed_in(bob), reverse("planned:plan", args=[begun.pk])
    answer = browser.post(path, {"ply": 4, "text": possible(begun, stays=True)})
    assert answer.headers["Location"] == reverse("matches:match", args=[begun.pk])
    illegal = browser.post(path, {"ply": 4, "text": "e7r 9+9=19"})
    assert illegal.status_code == 422
    assert browser.get(path).headers["Location"] == reverse("matches:match", args=[begun.pk])
    assert Client().post(path, {"ply": 4, "text": "pass"}).status_code == 302


def test_the_export_of_a_players_data_has_their_own_alone(begun: Match, anna: User, bob: User) -> None:
    text = possible(begun, stays=True)
    plan(begun.pk, bob, text)
    assert [one["text"] for one in plans_by(bob)] == [text]
    assert plans_by(anna) == []


def test_a_deleted_account_leaves_none(begun: Match, bob: User) -> None:
    plan(begun.pk, bob, possible(begun, stays=True))
    delete_account(bob)
    run_jobs()
    assert not PlannedMove.objects.exists()


def test_a_move_withdrawn_while_others_are_played_is_not_played(
    begun: Match, anna: User, bob: User, carl: User
) -> None:
    options, time = games()["digifeud"].options_type(), TimeControl.correspondence(days=3)
    other = start_match(game_slug="digifeud", options=options, first=anna, second=carl, time_control=time)
    other = play_on(other, 2)
    for one, player in ((other, carl), (begun, bob)):
        plan(one.pk, player, possible(one, stays=True))
        anna_moves(one, anna)
    taken_back = plans_of(other, Seat.SECOND)[0]

    def withdraws(*move: Any, **how: Any) -> Match:  # the same
        withdraw(other.pk, carl, taken_back.pk)
        return play_move(*move, **how)

    with patch.object(services, "play_move", withdraws):
        play_due()
    assert (find_match(begun.pk).ply, find_match(other.pk).ply) == (4, 3)
