"""Between a transaction and its announcement: nothing is heard, or kept, of a change that is rolled back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import DatabaseError, transaction

from accounts.models import User
from accounts.online import news
from games.jobs import services as jobs
from games.jobs.models import Job
from games.lobby.services import make_offer
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.requests import arrive, give_time, leave
from games.matches.play.services import find_match, offer_rematch, play_move, resign, void_match
from games.matches.time.control import TimeControl
from games.planned.services import plan
from games.rules import Seat
from games.social.services import say
from tests.conftest import Published
from tests.matches.conftest import legal_move, play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_stack]
FORMER = 2  # moves before the change


def played(match: Match) -> None:
    play_move(match.pk, match.player(Seat(match.to_move)), match.ply + 1, legal_move(match))


def rematched(match: Match) -> None:
    resign(match.pk, match.second)
    offer_rematch(match.pk, match.first)


def begun(match: Match) -> None:
    live = start_match(
        game_slug=match.game_slug,
        options=match.options,
        first=match.first,
        second=match.second,
        time_control=TimeControl.live(minutes=5, increment=8),
    )
    for seat in Seat:
        arrive(find_match(live.pk), seat)
    leave(live.pk, Seat.FIRST)


CHANGES: dict[str, Callable[[Match], object]] = {
    "move": played,
    "resignation": lambda match: resign(match.pk, match.first),
    "time": lambda match: give_time(match.pk, match.player(Seat(match.to_move).other)),
    "void": lambda match: void_match(match.pk),
    "rematch": rematched,
    "live match": begun,
    "plan": lambda match: plan(match.pk, match.player(Seat(match.to_move).other), "pass"),
    "message": lambda match: say(match, match.first, text="hello"),
    "offer": lambda match: make_offer(challenger=match.first, game_slug=match.game_slug, options=match.options),
}
each_change = pytest.mark.parametrize("name", CHANGES)


@pytest.fixture
def running(match: Match, published: list[Published]) -> Match:
    """Return a match under way, which this process has in memory."""
    running = find_match(play_on(match, FORMER).pk)
    positions.cache_match(running)
    published.clear()
    return running


@each_change
def test_nothing_is_heard_and_nothing_kept_of_a_change_that_is_rolled_back(
    running: Match, published: list[Published], name: str
) -> None:
    with transaction.atomic():
        CHANGES[name](running)
        transaction.set_rollback(True)
    assert published == []
    stored = Match.objects.get(pk=running.pk)
    assert (stored.version, stored.ply) == (running.version, FORMER)
    kept = positions.cached_match(running.pk)
    assert kept is None or kept.version == stored.version
    with positions._lock:
        assert positions._replays[running.pk].ply == FORMER
    played(find_match(running.pk))  # and the match goes on from what is stored
    assert Match.objects.get(pk=running.pk).ply == FORMER + 1


@each_change
def test_who_hears_of_a_change_reads_it(running: Match, published: list[Published], name: str) -> None:
    with transaction.atomic():
        CHANGES[name](running)
        assert published == []
    assert published
    versions = {one.event["match"]: one.event["version"] for one in published if one.event["type"] == "match.changed"}
    assert versions == dict(Match.objects.filter(pk__in=versions).values_list("pk", "version"))


@pytest.mark.parametrize("name", ["move", "resignation", "void"])
def test_a_change_whose_jobs_cannot_be_written_is_not_made(
    running: Match, published: list[Published], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What follows is written in the transaction of the change: a process that dies between both loses nothing."""
    for statement in ("_SAVE_EACH", "_SAVE_ALL"):
        monkeypatch.setattr(jobs, statement, "SELECT no_job_is_written")
    waiting = [*Job.objects.values_list("kind", "key", "request").order_by("pk")]
    with pytest.raises(DatabaseError):
        CHANGES[name](running)
    stored = Match.objects.get(pk=running.pk)
    assert (stored.version, stored.ply, stored.moves.count()) == (running.version, FORMER, FORMER)
    assert [*Job.objects.values_list("kind", "key", "request").order_by("pk")] == waiting
    assert published == []


def test_an_event_inside_a_transaction_would_be_seen(published: list[Published], anna: User) -> None:
    with transaction.atomic():
        news.announce(anna.pk)
    assert [one.is_early for one in published] == [True]
    published.clear()
