"""The jobs of turns are written with the move; those of an earlier release's turns by a job of the migration."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import transaction

from accounts.models import User
from games.computers.services import find_computer
from games.jobs.models import Job
from games.matches.hooks import MISSING_TURNS
from games.matches.models import Match
from games.matches.play.services import find_match, play_move
from games.planned.models import PlannedMove
from tests.jobs.running import run_due, run_jobs
from tests.matches.conftest import legal_move, play_on
from tests.notifications.conftest import begin

MIGRATION = import_module("games.matches.migrations.0002_until_0_2")


def jobs_of(match: Match) -> list[str]:
    return sorted(Job.objects.filter(key=match.pk).values_list("kind", flat=True))


@pytest.mark.sql
def test_a_move_that_is_rolled_back_leaves_no_job(match: Match, anna: User) -> None:
    Job.objects.all().delete()
    with transaction.atomic():
        play_move(match.pk, anna, 1, legal_move(match))
        assert jobs_of(match) == ["notifications.turn"]
        transaction.set_rollback(True)
    assert jobs_of(match) == []
    assert find_match(match.pk).ply == 0


@pytest.mark.sql
def test_the_jobs_of_one_match_take_each_others_place(match: Match) -> None:
    play_on(match, 4)
    assert jobs_of(match) == ["notifications.turn"]


def test_turns_that_an_earlier_release_began_get_their_jobs(anna: User, bob: User) -> None:
    """Anna is to move in one match, a computer in another, bob has planned a move; one match is over."""
    annas, bobs, over = begin(anna, bob), begin(bob, anna), begin(anna, bob)
    computers = begin(find_computer(1), anna)
    PlannedMove.objects.create(match=bobs, seat=1, text="pass", ply=0, points=0, made_at=bobs.started_at)
    Match.objects.filter(pk=over.pk).update(finished_at=over.started_at)
    Job.objects.all().delete()
    MIGRATION.enqueue(apps, None)
    assert sorted(Job.objects.filter(kind=MISSING_TURNS).values_list("key", flat=True)) == ["", "again"]
    run_jobs()
    assert jobs_of(annas) == ["notifications.turn"]
    assert jobs_of(bobs) == ["notifications.turn", "planned.play"]
    assert jobs_of(computers) == ["computers.turn"]
    assert jobs_of(over) == []
    run_due()
    assert find_match(computers.pk).ply == 1


def test_a_job_that_is_there_stays_as_it_is(match: Match) -> None:
    before = Job.objects.get(key=match.pk)
    MIGRATION.enqueue(apps, None)
    run_jobs()
    after = Job.objects.get(key=match.pk)
    assert (after.request, after.due_at) == (before.request, before.due_at)


def test_an_empty_site_has_nothing_to_write(db: None) -> None:
    MIGRATION.enqueue(apps, None)
    assert not Job.objects.exists()
