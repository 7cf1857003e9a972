"""All offered puzzles but those of most points are checked again: a pass or an exchange as an answer counts as harder."""

from django.db import migrations


def check_again(apps, schema_editor):
    offered = apps.get_model("puzzles", "Puzzle").objects.filter(state="offered").exclude(kind="sum")
    offered.update(checked_at=None, check_tries=0, check_claimed_at=None)


class Migration(migrations.Migration):

    dependencies = [("puzzles", "0010_latest")]

    operations = [migrations.RunPython(check_again, migrations.RunPython.noop)]
