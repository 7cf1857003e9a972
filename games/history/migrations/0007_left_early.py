"""Matches not seen through: resignations in Digifeud too, and a name that says so."""

from django.db import migrations


def mark_resignations(apps, schema_editor):
    """Mark lost matches of Digifeud that were resigned: they brought the winner no score."""
    participations = apps.get_model("history", "Participation").objects
    participations.filter(game_slug="digifeud", outcome="lost", match__ending="resigned").update(left_early=True)


class Migration(migrations.Migration):
    dependencies = [
        ("history", "0006_index_names"),
        ("matches", "0014_index_names"),
    ]

    operations = [
        migrations.RenameField("participation", "timed_out", "left_early"),
        migrations.RunPython(mark_resignations, migrations.RunPython.noop),
    ]
