"""The version of the rules under which each puzzle was found; so far there is one of each game."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("puzzles", "0012_offered")]

    operations = [
        migrations.AddField(
            model_name="puzzle",
            name="rules_version",
            field=models.PositiveSmallIntegerField(db_default=1, default=1, editable=False),
        ),
    ]
