"""Puzzles are checked by jobs, which have leases and tries. The jobs of those that wait are made every minute."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("puzzles", "0014_tried_by_computers")]

    operations = [
        migrations.RemoveIndex("puzzle", "puzzle_to_check"),
        migrations.RemoveField("puzzle", "check_claimed_at"),
        migrations.RemoveField("puzzle", "check_tries"),
        migrations.AddIndex(
            "puzzle",
            models.Index(fields=["made_at"], condition=models.Q(("checked_at", None)), name="puzzle_unchecked"),
        ),
    ]
