"""What the tables of 0001_squashed lacked before version 0.2, in place of the migrations until then."""

from datetime import timedelta

import django.db.models.deletion
from django.db import migrations, models

import core.clock


def enqueue(apps, _schema_editor):
    """Enqueue the jobs that fill what matches of earlier releases lack: the jobs of their turns, and their tallies.

    Each runs twice, the second time for what processes of the former release do while the first one runs.
    """
    matches, jobs = apps.get_model("matches", "Match").objects, apps.get_model("jobs", "Job").objects
    now = core.clock.now()
    for kind, found in (("matches.turns", matches.filter(finished_at=None)), ("matches.tallies", matches)):
        for key, due_at in (("", now), ("again", now + timedelta(hours=1))) if found.exists() else ():
            defaults = {"due_at": due_at, "created_at": now, "request": "migration"}
            jobs.get_or_create(kind=kind, key=key, defaults=defaults)


class Migration(migrations.Migration):

    replaces = [
        ('matches', '0002_spare_indexes'), ('matches', '0003_turns_are_jobs'), ('matches', '0004_tallies'),
        ('matches', '0005_event_key'), ('matches', '0006_sealed_until'), ('matches', '0007_mirrors'),
        ('matches', '0008_origin_line'),
    ]

    dependencies = [
        ('jobs', '0001_squashed'),
        ('matches', '0001_squashed'),
    ]

    operations = [
        # In a migration of its own: Django makes such indexes when the one with the table has ended. They are for LIKE;
        # PostgreSQL would write them with each move, and SQLite has none.
        migrations.RunSQL('DROP INDEX IF EXISTS matches_match_id_63e7b154_like', migrations.RunSQL.noop),
        migrations.RunSQL('DROP INDEX IF EXISTS matches_match_rematch_id_aa4d2908_like', migrations.RunSQL.noop),
        migrations.AddField(
            model_name='match',
            name='tallies',
            field=models.JSONField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='event_key',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=10),
        ),
        migrations.AlterField(
            model_name='match',
            name='ending',
            field=models.CharField(blank=True, choices=[('', 'running'), ('played', 'played out'), ('resigned', 'resigned'), ('time', 'lost on time'), ('agreed', 'draw agreed'), ('claimed', 'win claimed'), ('judged', 'adjudicated'), ('aborted', 'cancelled'), ('void', 'declared void')], default='', max_length=8),
        ),
        migrations.AddField(
            model_name='match',
            name='sealed_until',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='twin',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='matches.match'),
        ),
        migrations.AddField(
            model_name='match',
            name='is_first_board',
            field=models.BooleanField(db_default=True, default=True, editable=False),
        ),
        migrations.AddField(
            model_name='match',
            name='sealed_move',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=100),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(condition=models.Q(('twin__isnull', False)), fields=('twin',), name='one_board_a_twin'),
        ),
        migrations.AddField(
            model_name='match',
            name='origin_line',
            field=models.TextField(blank=True, db_default='', default='', editable=False),
        ),
        migrations.RunPython(enqueue, migrations.RunPython.noop, elidable=True),
    ]
