"""Work in the queues of former versions becomes jobs."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games.analysis.models import Analysis
from games.jobs.models import Job
from games.matches.models import Match
from games.matches.services import resign
from games.puzzles.models import Source
from tests.migrating import migrate, migrate_to_newest
from tests.moves import first_move
from tests.ratings.conftest import begun

FORMER = [
    ("analysis", "0001_analysis"),
    ("history", "0003_plain_names"),
    ("fairness", "0002_matches_so_far"),
    ("puzzles", "0002_checked"),
    ("notifications", "0002_renamed_app"),
]


@pytest.mark.slow
@pytest.mark.usefixtures("newest_tables_after")
@pytest.mark.django_db(transaction=True)
def test_waiting_rows_become_jobs(anna: User, bob: User) -> None:
    match = resign(first_move(begun(anna, bob)).pk, bob)
    source = Source.objects.create(match=match, game_slug=match.game_slug)
    Job.objects.all().delete()
    apps = migrate(FORMER)
    assert Match.objects.get().finished_at
    apps.get_model("history", "Participation").objects.update(scanned=False)
    apps.get_model("fairness", "Waiting").objects.create(match_id=match.pk)
    apps.get_model("notifications", "Notification").objects.create(
        user_id=anna.pk, event="over", key=match.pk, match_id=match.pk, made_at=timezone.now(), routed=False
    )
    now = timezone.now()
    apps.get_model("analysis", "Analysis").objects.create(
        match_id=match.pk, state="working", asked_at=now, held_until=now, done=1, measured=[{"turn": 0}]
    )
    migrate_to_newest()
    assert set(Job.objects.values_list("kind", "key")) == {
        ("history.scan", match.pk),
        ("fairness.count", match.pk),
        ("puzzles.search", str(source.pk)),
        ("notifications.match_ended", match.pk),
        ("analysis.measure", match.pk),
    }
    assert (analysis := Analysis.objects.get()).is_on_its_way
    assert (analysis.asked_at, analysis.version) == (now, 2)  # the version of that migration
    assert (analysis.done, analysis.measured) == (0, [])  # begun by the method that ranked moves by points
