"""Tell score from rating. Matches that are over keep what they counted for; a game says it of those that end from now on.

Until now a match that counted brought a score as well. Score belongs to Digifeud alone.
"""

from django.db import migrations, models


def keep_what_counted(apps, schema_editor):
    over = apps.get_model("matches", "Match").objects.filter(game_slug="digifeud", finished_at__isnull=False)
    over.filter(counts=True).update(scores=True)


class Migration(migrations.Migration):

    dependencies = [
        ("matches", "0007_origin"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="scores",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(keep_what_counted, migrations.RunPython.noop),
    ]
