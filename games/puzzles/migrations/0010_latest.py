"""Indexes of the latest attempts and runs of a player."""

from django.db import migrations, models

from accounts.indexes import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("puzzles", "0009_proved_endings")]
    operations = [
        AddIndexOnline("attempt", models.Index(fields=["player", "-begun_at"], name="attempt_latest")),
        AddIndexOnline("run", models.Index(fields=["player", "-begun_at"], name="run_latest")),
    ]
