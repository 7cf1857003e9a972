"""All puzzles that are offered are checked again: their answers have to be the best moves by winning chance."""

from django.db import migrations, models


def check_again(apps, schema_editor):
    offered = apps.get_model("puzzles", "Puzzle").objects.filter(state="offered")
    offered.update(checked_at=None, check_tries=0, check_claimed_at=None)


class Migration(migrations.Migration):

    dependencies = [("puzzles", "0003_searches_are_jobs")]

    operations = [
        migrations.RemoveIndex("puzzle", "puzzle_to_check"),
        migrations.AddIndex(
            "puzzle",
            models.Index(
                fields=["check_tries", "made_at"], condition=models.Q(checked_at=None), name="puzzle_to_check"
            ),
        ),
        migrations.RunPython(check_again, migrations.RunPython.noop),
    ]
