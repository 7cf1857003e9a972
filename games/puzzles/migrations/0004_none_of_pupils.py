"""Takes away the puzzles that earlier versions made of matches of pupils, which no one outside their class sees."""

from django.db import migrations
from django.db.models import Q


def take_away(apps, _schema_editor):
    """Delete the sources whose match has a pupil, and their puzzles but a player's own mistakes."""
    of_match = apps.get_model("puzzles", "Source").objects.filter(match__isnull=False)
    of_pupils = of_match.exclude(match__first__pupil_name="", match__second__pupil_name="")
    apps.get_model("puzzles", "Puzzle").objects.filter(~Q(state="own"), source__in=of_pupils).delete()
    of_pupils.delete()


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_until_0_2'),
        ('puzzles', '0003_reasons'),
    ]

    operations = [
        migrations.RunPython(take_away, migrations.RunPython.noop, elidable=True),
    ]
